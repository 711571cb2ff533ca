// SPDX-License-Identifier: GPL-3.0-or-later
// What belongs to a closed set is said in the window's language: states, phases, endings, answers, actions.

#include "base/errors/catalogue.h"
#include "base/phrases/mistakes.h"
#include "preset/schema/schema.h"
#include "ui/data/finding_text.h"
#include "ui/run/run_ending.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/run_text.h"
#include "ui/widgets/text.h"
#include "ui/window/shell/language.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace tunedesk;
using namespace tunedesk::ui;

namespace {

/// Words that are names and have no other in Chinese.
bool is_chinese(QString text) {
    static const QRegularExpression names(
        QStringLiteral("\\b(GPU|NCCL|LibTorch|SLURM|AdamW|logits|TD\\d+)\\b"));
    static const QRegularExpression latin(QStringLiteral("[A-Za-z]")), han(QStringLiteral("\\p{Han}"));
    text.remove(names);
    return text.contains(han) && !text.contains(latin);
}

/// Without what is the same in every language: the names of a preset's sections, keys and choices, words of
/// YAML and of the command line, and what stands between `.
QString without_preset_words(QString text) {
    static const QRegularExpression code(QStringLiteral("`[^`]*`"));
    text.remove(code);
    static const QSet<QString> words = [] {
        QSet<QString> all{QStringLiteral("x"),    QStringLiteral("true"),    QStringLiteral("false"),
                          QStringLiteral("null"), QStringLiteral("YAML"),    QStringLiteral("UTF-8"),
                          QStringLiteral("NAME"), QStringLiteral("export"),  QStringLiteral("tunedesk"),
                          QStringLiteral("run"),  QStringLiteral("extends"), QStringLiteral("FILE")};
        for (const preset::Key& key : preset::keys()) {
            all << to_qt(key.dotted()) << to_qt(key.name) << to_qt(key.section);
            for (const std::string& choice : key.choices)
                all << to_qt(choice);
        }
        return all;
    }();
    static const QRegularExpression word(QStringLiteral("[A-Za-z_][A-Za-z0-9_.-]*"));
    QString rest;
    qsizetype end = 0;
    for (auto each = word.globalMatch(text); each.hasNext();) {
        const auto found = each.next();
        rest += text.mid(end, found.capturedStart() - end);
        if (!words.contains(found.captured())) rest += found.captured();
        end = found.capturedEnd();
    }
    return rest + text.mid(end);
}

} // namespace

class WordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { choose_language(QStringLiteral("zh_CN")); }

    void states() {
        QStringList english;
        for (const std::string_view state : event::state::all)
            if (const QString said = state_text({std::string(state), 0, {}}); !is_chinese(said))
                english << said;
        QVERIFY2(english.isEmpty(), qPrintable(english.join(u'\n')));
        for (const event::RunStatus& status : {event::ended_status(7), event::waiting_status(2, false)})
            QVERIFY(state_text(status).contains(QString::number(*number_beside(status))));
    }

    void phases() {
        for (const char* phase : {"reading", "tokenizing", "loading", "features", "training", "evaluation",
                                  "saving", "paused", "test"})
            QVERIFY2(is_chinese(phase_text(phase)), phase);
    }

    void actions() {
        for (int action = 0; action <= static_cast<int>(RunAction::trash); ++action) {
            QVERIFY(is_chinese(name_of(static_cast<RunAction>(action))));
            QVERIFY(is_chinese(kept_by(static_cast<RunAction>(action))));
        }
    }

    void phrases() {
        const std::vector<std::string> values{"11", "22", "33", "44", "55", "66", "77"};
        for (const PhraseForm& form : phrase_catalogue()) {
            const QString english = QString::fromUtf8(form.english),
                          said = phrase_text(Phrase(form.of, values));
            const bool has_words = QByteArray(form.english).replace("{}", "").size() > 4;
            QVERIFY2(!has_words || is_chinese(without_preset_words(said)), qPrintable(said));
            QCOMPARE(said.count(QRegularExpression(QStringLiteral("11|22|33|44|55|66|77"))),
                     english.count(QStringLiteral("{}")));
        }
        for (const char* reason : phrases::yaml_reasons) {
            const QString said = phrase_text(Phrase(PhraseId::yaml_invalid, {reason}));
            QVERIFY2(!said.contains(QString::fromUtf8(reason)), reason);
        }
        const Phrase nearly(PhraseId::value_nearly, {"-3"},
                            {Phrase(PhraseId::allowed_whole_from, {"1"}), Phrase::in_words("3")});
        QVERIFY2(is_chinese(phrase_text(nearly)), qPrintable(phrase_text(nearly)));
        QVERIFY(
            is_chinese(phrase_text(Phrase(PhraseId::refused_in_state, {std::string(event::state::paused)}))));
        choose_language(QStringLiteral("en"));
        for (const PhraseForm& form : phrase_catalogue())
            QCOMPARE(phrase_text(Phrase(form.of, values)), to_qt(sentence(Phrase(form.of, values))));
        Phrase later;
        later.id = "something-new";
        later.text = "Something new.";
        QCOMPARE(phrase_text(later), QStringLiteral("Something new."));
    }

    /// Sentence and advice of each entry, in Chinese and in English; the values stay as they are.
    void errors() {
        for (const auto& rows : error_catalogue())
            for (const ErrorForm& form : rows) {
                std::vector<std::string> values;
                for (const char* each : {"11", "22", "33", "44", "55", "66"})
                    values.emplace_back(each);
                const std::string advice = form.advice ? form.advice : "";
                values.resize(count_places(form.sentence) + count_places(advice));
                const Error error(form.id, values);
                choose_language(QStringLiteral("zh_CN"));
                const QString said = error_sentence(error) + u'|' + error_advice(error);
                for (const std::string& value : values)
                    QVERIFY2(said.contains(to_qt(value)), qPrintable(said));
                const bool has_words = QByteArray(form.sentence).replace("{}", "").size() > 4;
                QVERIFY2(!has_words || error_sentence(error) != to_qt(error.message()), qPrintable(said));
                const auto record = event::exit_record(error);
                QCOMPARE(error_text_of(record), shown_error(error));
                QCOMPARE(error_text_of(event::exit_record_from(event::to_json(record))), shown_error(error));
                choose_language(QStringLiteral("en"));
                QCOMPARE(shown_error(error), to_qt(error.line()));
            }
        auto older = event::exit_record(Error(ErrorId::rank_killed, {"1", "SIGKILL (9)"}));
        older.values.reset();
        choose_language(QStringLiteral("zh_CN"));
        QVERIFY(error_text_of(older).contains(QStringLiteral("rank 1 was killed by signal SIGKILL (9)")));
    }

    void faultsOfRows() {
        using Kind = data::RowFault::Kind;
        for (int kind = 0; kind < static_cast<int>(Kind::other); ++kind) {
            const data::RowFault fault{static_cast<Kind>(kind), {"<1>", "a number", "an array"}};
            const QString form = QString::fromUtf8(data::form_of(fault.kind)), said = fault_text(fault);
            QVERIFY2(said != to_qt(sentence(fault)), qPrintable(said));
            QVERIFY2(!said.contains(QStringLiteral("{}")), qPrintable(said));
            QCOMPARE(said.contains(QStringLiteral("<1>")), form.contains(QStringLiteral("{}")));
        }
        QCOMPARE(fault_text({Kind::wrong_type, {"\"text\"", "an array", "a string"}}),
                 QStringLiteral("\"text\" 是数组，应为字符串"));
        QCOMPARE(fault_text({Kind::field_count, {"3", "2"}}), QStringLiteral("有 3 个字段，而表头有 2 个"));
        QCOMPARE(fault_text({Kind::other, {"of another version {}"}}),
                 QStringLiteral("of another version {}"));
    }

    void whatIsKept() {
        for (const event::KeptSteps& kept : {event::KeptSteps{500, 510, false},
                                             {7, {}, false},
                                             {{}, {}, false},
                                             {{}, 12, false},
                                             {{}, {}, true},
                                             {{}, 3, true}}) {
            const auto record = event::exit_record(Error::in_words(7011, "没有", "没有", "没有"), kept);
            choose_language(QStringLiteral("zh_CN"));
            const QString said = error_text_of(record);
            for (const auto& step : {kept.checkpoint_step, kept.metrics_step})
                QVERIFY2(!step || said.contains(QString::number(*step)), qPrintable(said));
            QVERIFY2(is_chinese(said), qPrintable(said));
            choose_language(QStringLiteral("en"));
            QCOMPARE(error_text_of(record), to_qt(record.line));
        }
        auto older = event::exit_record(Error::in_words(7011, "a").with_kept("as it was said"));
        QVERIFY(error_text_of(older).contains(QStringLiteral("as it was said")));
    }

    void whoHeldUpTheOthers() {
        using Kind = event::Diagnosis::Kind;
        for (const Kind kind : {Kind::behind, Kind::parted, Kind::inside, Kind::threw}) {
            auto record = event::exit_record(Error::in_words(7012, "没有", "没有", "没有"),
                                             event::KeptSteps{5, 7, false});
            add_diagnosis(record, {kind,
                                   31,
                                   0,
                                   "gradient sum",
                                   "evaluation",
                                   47,
                                   {"sum", "0-3", 15, 4096, 2},
                                   {"broadcast", "0-3", 15, 8, -1}});
            choose_language(QStringLiteral("zh_CN"));
            const QString said = error_text_of(record);
            QVERIFY2(is_chinese(said), qPrintable(said));
            for (const char* part : {"31", "47", "梯度求和", "0-3", "4096"})
                QVERIFY2(said.contains(QString::fromUtf8(part)), qPrintable(said));
            choose_language(QStringLiteral("en"));
            QCOMPARE(error_text_of(record), to_qt(record.line));
        }
    }

    void endings_data() {
        QTest::addColumn<int>("code");
        for (const int code : {0, 2, 3, 4, 5, 6, 7, 8, 75, 137, 99, -1})
            QTest::addRow("%d", code) << code;
    }
    /// All but the title and what a program has said freely.
    void endings() {
        QFETCH(int, code);
        std::optional<event::ExitRecord> exit;
        if (code >= 0) exit.emplace().code = code;
        const RunEnding ending = ending_of(QStringLiteral("标题"), exit);
        QVERIFY2(is_chinese(ending.text), qPrintable(ending.text));
        QVERIFY2(is_chinese(ending.button()), qPrintable(ending.button()));
    }

    void anErrorIsFramed() {
        Error error = Error::in_words(7011, "rank 1 died by signal SIGKILL (9)", "rank 1, training, step 12",
                                      "resume it");
        const event::ExitRecord record = event::exit_record(error, event::KeptSteps{10, {}, false});
        const QString said = error_text_of(record);
        for (const char* part :
             {"TD7011", "rank 1 died by signal SIGKILL (9)", "rank 1, training, step 12", "resume it"})
            QVERIFY2(said.contains(QLatin1String(part)), qPrintable(said));
        for (const char* part : {"error", "where", "kept", "next", "checkpoint"})
            QVERIFY2(!said.contains(QLatin1String(part)), qPrintable(said));
        const RunEnding ending = ending_of(QStringLiteral("标题"), record);
        QVERIFY2(ending.text.contains(said), qPrintable(ending.text));
        choose_language(QStringLiteral("en"));
        QCOMPARE(error_text_of(record), to_qt(record.line));
        const Error hostile = Error::in_words(3001, "a\x1b[1m\nb");
        QCOMPARE(shown_error(hostile), QString::fromStdString(hostile.line()));
    }
};

QTEST_GUILESS_MAIN(WordsTest)
#include "words_test.moc"
