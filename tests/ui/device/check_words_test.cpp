// What a self-check says is said in the window's language, but for a worker's own words.

#include "run/devices/checked_training.h"
#include "ui/device/check_words.h"
#include "ui/widgets/text.h"
#include "ui/window/shell/language.h"

#include <QDir>
#include <QRegularExpression>
#include <QTest>
#include <cmath>

using namespace tunedesk;
using namespace tunedesk::ui;
using Outcome = run::CheckedRow::Outcome;

namespace {

/// Without words that are names and have no other in Chinese.
bool is_chinese(QString text) {
    static const QRegularExpression names(
        QStringLiteral("\\b(bf16|fp16|fp32|tf32|AdamW|logits|GPU|NCCL|LibTorch|sm_\\d+|[\\de.+-]+)\\b"));
    static const QRegularExpression latin(QStringLiteral("[A-Za-z]")), han(QStringLiteral("\\p{Han}"));
    text.remove(names);
    return text.contains(han) && !text.contains(latin);
}

run::CheckedRow row(Outcome outcome, double figure, double tolerance, const std::string& reason = {}) {
    return {"copy", "", outcome, figure, tolerance, 0, reason};
}

} // namespace

class CheckWordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { choose_language(QStringLiteral("zh_CN")); }

    void comparisons() {
        std::vector<std::string> ids{"libraries",      "device",         "copy", "kernel", "logits fp32",
                                     "gradients bf16", "gradients fp16", "nccl", "memory", "nccl, 4 GPUs"};
        for (const run::Technique& technique : run::techniques())
            ids.emplace_back(technique.id);
        for (const std::string& id : ids) {
            QVERIFY2(is_chinese(comparison_text(id)), id.c_str());
            const QString step = step_text("GPU 3: " + id);
            QVERIFY2(is_chinese(step) && step.contains(u'3'), qPrintable(step));
        }
        QCOMPARE(comparison_text("something new"), QStringLiteral("something new"));
    }

    void techniques() {
        for (const run::Technique& technique : run::techniques()) {
            const QString text = technique_text(technique.technique);
            const bool is_name = std::string(technique.technique).ends_with("16") || text == u"tf32";
            QVERIFY2(text.isEmpty() || is_name || is_chinese(text), technique.id);
        }
    }

    void findings_data() {
        QTest::addColumn<QString>("english");
        QTest::addColumn<run::CheckedRow>("row");
        const auto add = [](const char* english, const run::CheckedRow& of) {
            QTest::newRow(english) << QString::fromLatin1(english) << of;
        };
        add("differs by 2.9e-07, 0.0001 allowed", row(Outcome::passed, 2.9e-07, 1e-4));
        add("differs by 0.25", row(Outcome::failed, 0.25, 0));
        add("equal", row(Outcome::passed, 0, 0));
        add("no number", row(Outcome::failed, INFINITY, 1e-4));
        add("not reached", row(Outcome::not_reached, NAN, 0));
        for (const char* reason :
             {"the worker said nothing", "LibTorch has no kernels for sm_60, only for sm_75, sm_80",
              "needs compute capability 8.0", "the check's time was over",
              "the host's training for comparison failed", "other weights; losses differ by 2.5e-03",
              "hung: nothing for 30 s", "died of signal 11", "ended with 3: without a word"})
            add(reason, row(Outcome::failed, NAN, 0, reason));
    }
    void findings() {
        QFETCH(QString, english);
        QFETCH(run::CheckedRow, row);
        const QString chinese = finding_text(row);
        QVERIFY2(is_chinese(chinese), qPrintable(chinese));
        static const QRegularExpression number(QStringLiteral("\\d[\\de.+-]*"));
        for (auto figure = number.globalMatch(english); figure.hasNext();) {
            const QString text = figure.next().captured(0);
            QVERIFY2(chinese.contains(text), qPrintable(text + QStringLiteral(" in ") + chinese));
        }
        choose_language(QStringLiteral("en"));
        QCOMPARE(finding_text(row), english);
        QCOMPARE(to_qt(run::finding_of(row)), english);
    }

    void the_worker_s_own_words_stay() {
        const char* own = "CUDA error: no kernel image is available for %1";
        QCOMPARE(finding_text(row(Outcome::failed, NAN, 0, own)), QString::fromLatin1(own));
        const QString ended = finding_text(row(Outcome::failed, NAN, 0, "ended with 134: what(): bad: %2"));
        QVERIFY2(ended.contains(QStringLiteral("134")) && ended.endsWith(QStringLiteral("what(): bad: %2")) &&
                     !ended.contains(QStringLiteral("ended")),
                 qPrintable(ended));
        QCOMPARE(finding_text(row(Outcome::passed, NAN, 0)), QString());
    }

    /// Another text in core/ would be shown in English: its words here have to change with it.
    void core_still_says_so() {
        QString sources;
        QDir folder(QStringLiteral(TUNEDESK_SOURCE_DIR "/core/run/devices"));
        for (const QString& name : folder.entryList({QStringLiteral("*.cpp")})) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            sources += QString::fromUtf8(file.readAll());
        }
        for (const char* part :
             {"the worker said nothing", "LibTorch has no kernels for sm_{}, only for {}",
              "needs compute capability {}.{}", "the check's time was over",
              "the host's training for comparison failed", "other weights; losses differ by {:.2g}",
              "hung: nothing for {:.0f} s", "died of signal {}", "ended with {}: {}", "without a word",
              "GPU {}: {}", "nccl, {} GPUs"})
            QVERIFY2(sources.contains(QLatin1String(part)), part);
    }
};

QTEST_GUILESS_MAIN(CheckWordsTest)
#include "check_words_test.moc"
