// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/file.h"
#include "long_tests.h"
#include "page.h"
#include "patience.h"
#include "preset/schema/applies.h"
#include "preset/schema/schema.h"
#include "ui/display.h"
#include "ui/preset/form/field_help.h"
#include "ui/preset/form/key_editor.h"
#include "ui/preset/form/parsed_preset.h"
#include "ui/preset/form/preset_document.h"
#include "ui/preset/form/preset_form.h"
#include "ui/preset/form/preset_text_edit.h"
#include "ui/preset/setup_page.h"
#include "ui/preset/text_drawer.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QThreadPool>
#include <QToolButton>
#include <algorithm>

using namespace tunedesk;
using namespace tunedesk::ui;
using namespace tunedesk::test;

namespace {

QString raw_text(const SetupPage& page) {
    return page.text()->document()->toRawText().replace(QChar::ParagraphSeparator, QLatin1Char('\n'));
}

QAction* action(SetupPage& page, QKeySequence::StandardKey key) {
    for (QAction* candidate : page.actions())
        if (candidate->shortcut() == QKeySequence(key)) return candidate;
    return nullptr;
}

/// What a user would do to the key's control to change its value; false where nothing can be done.
bool change_by_hand(KeyRow& row) {
    KeyEditor& editor = *row.editor();
    const QString before = editor.value();
    if (auto* box = editor.findChild<QCheckBox*>(); box && box->isEnabled()) {
        QTest::keyClick(box, Qt::Key_Space);
    } else if (auto* combo = editor.findChild<QComboBox*>(); combo && combo->isEnabled()) {
        if (combo->isEditable()) {
            combo->lineEdit()->selectAll();
            QTest::keyClicks(combo->lineEdit(), QStringLiteral("7"));
        } else {
            combo->setFocus();
            for (const Qt::Key key : {Qt::Key_Up, Qt::Key_Down}) // what is refused is passed over
                if (editor.value() == before) QTest::keyClick(combo, key);
        }
    } else if (auto* line = editor.findChild<QLineEdit*>();
               line && !line->isReadOnly() && line->isEnabled()) {
        line->selectAll();
        QTest::keyClicks(line, QStringLiteral("7"));
    }
    return editor.value() != before;
}

/// Whether the table of combinations leaves the key another choice than its own.
bool has_another_choice(const Preset& preset, const preset::Key& key) {
    const std::string own = preset::get(preset, key);
    const bool is_boolean = key.type == preset::Type::boolean;
    for (const std::string& choice : is_boolean ? std::vector<std::string>{"true", "false"} : key.choices)
        if (choice != own && preset::unavailable_choice(preset, key, choice).is_empty()) return true;
    return !is_boolean && key.choices.empty();
}

/// Where the value stands that a line of text gives to a key: from after the colon to a comment or the end of
/// the entry.
std::pair<qsizetype, qsizetype> value_span(const QString& text, qsizetype in_line, const preset::Key& key) {
    const qsizetype line = text.lastIndexOf(QLatin1Char('\n'), in_line - 1) + 1;
    QStringList names{to_qt(key.name)};
    for (const preset::Alias& alias : key.aliases)
        names << to_qt(alias.name);
    const QRegularExpression entry(
        QStringLiteral(
            "(?:^|[\\s{,])(?:%1):\\s+(\"[^\"]*\"|'[^']*'|\\[[^]]*\\]|[^,}#\\n]*?)\\s*(?:[,}]|\\s#|$|\\n)")
            .arg(names.join(u'|')));
    const auto found = entry.match(text.mid(line, text.indexOf(QLatin1Char('\n'), line) - line));
    if (!found.hasMatch()) return {-1, -1};
    return {line + found.capturedStart(1), line + found.capturedEnd(1)};
}

/// Whether a difference is of a key whose default depends on the changed one: the task decides the metric
/// that chooses the best model, and that metric which way is better.
bool follows(const preset::Key& changed, const std::string& difference) {
    const bool mode = difference.starts_with("checkpoint.mode:");
    if (changed.dotted() == "checkpoint.monitor") return mode;
    return changed.name == "task" && (mode || difference.starts_with("checkpoint.monitor:"));
}

/// What else than the key's value differs between two texts, or "".
QString wrong_bytes(const QString& before, const QString& after, const preset::Key& key, bool was_written) {
    qsizetype same = 0, tail = 0;
    while (same < std::min(before.size(), after.size()) && before[same] == after[same])
        ++same;
    while (tail < std::min(before.size(), after.size()) - same &&
           before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    const QString removed = before.mid(same, before.size() - tail - same);
    const QString inserted = after.mid(same, after.size() - tail - same);
    const QString change = QStringLiteral("\"%1\" became \"%2\"").arg(removed, inserted);
    if (!was_written) {
        // A new entry, with its section where that is new too, and nothing is gone.
        static const QRegularExpression space(QStringLiteral("\\s+"));
        QString entry = inserted;
        // Where the next entry begins alike, the same insertion has several places: take the line's
        // beginning.
        while (removed.isEmpty() && same > 0 && before[same - 1] != u'\n' && !entry.isEmpty() &&
               before[same - 1] == entry.back()) {
            entry = entry.back() + entry.chopped(1);
            --same;
        }
        entry.remove(space);
        const QString name = to_qt(key.name) + u':', section = to_qt(key.section) + u':';
        return removed.isEmpty() && entry.contains(name) && entry.count(u':') <= 1 + entry.count(section)
                   ? QString()
                   : change;
    }
    const auto [begin, end] = value_span(before, same, key);
    return begin >= 0 && same >= begin && same + removed.size() <= end ? QString() : change;
}

/// What Tab can stop at on the form: shown, enabled, and no part of another control. Of buttons that exclude
/// each other, arrows reach the others.
bool is_tab_stop(const QWidget* widget, const QWidget* window) {
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    if (button && button->group() && button->group()->exclusive() && !button->isChecked()) return false;
    return widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) &&
           !widget->focusProxy() && widget->window() == window;
}

QString described(const QWidget* widget) {
    return QStringLiteral("%1 \"%2\" %3")
        .arg(QString::fromLatin1(widget->metaObject()->className()), widget->property("text").toString(),
             widget->accessibleName());
}

/// Where Tab leads on the form, once around from `first`.
QList<QWidget*> walk(const SetupPage& page, QWidget* first) {
    QList<QWidget*> walked;
    first->setFocus(Qt::TabFocusReason);
    for (QWidget* at = first; at; at = QApplication::focusWidget()) {
        if (walked.size() > 2000 || (at == first && !walked.isEmpty())) break;
        walked << at;
        QTest::keyClick(at, Qt::Key_Tab);
    }
    walked.removeIf([&](const QWidget* widget) { return !page.form()->isAncestorOf(widget); });
    return walked;
}

/// A value that the key's type or range forbids.
std::string wrong_value(const preset::Key& key) {
    switch (key.type) {
    case preset::Type::text:
    case preset::Type::path:
    case preset::Type::path_list:
        return std::string(5000, 'x'); // any shorter text is right as such
    default:
        return "what is it?"; // a ? alone may be a pattern
    }
}

} // namespace

// The set-up page as a user works on it: forms and text over one undo stack.
class SetupPageTest : public QObject {
    Q_OBJECT

    std::size_t next_share_ = 0;

private Q_SLOTS:
    void initTestCase() {
        qputenv("TUNEDESK_DATA", "/data");
        qputenv("TUNEDESK_MODELS", "/models");
    }

    void shows_what_the_file_says() {
        SetupPage page;
        open(page, presets() / "quickstart.yaml");
        QVERIFY(!page.document()->is_modified());
        QCOMPARE(raw_text(page), to_qt(read_file(presets() / "quickstart.yaml", ErrorId::file_unreadable)));
        QCOMPARE(page.draft().loaded.preset.training.learning_rate, 2e-4);
        KeyRow* rate = page.form()->row("training.learning_rate");
        QCOMPARE(rate->editor()->value(), QStringLiteral("2e-4"));
        QVERIFY(rate->is_marked());
        QVERIFY(!page.form()->row("training.weight_decay")->is_marked());
        QCOMPARE(page.form()->row("logging.level")->editor()->value(), QStringLiteral("full"));
    }

    void shows_few_fields_first() {
        SetupPage page;
        open(page, presets() / "quickstart.yaml");
        int visible = 0;
        for (const KeyRow* row : page.form()->findChildren<KeyRow*>())
            visible += row->isVisible();
        QVERIFY2(visible >= 10 && visible <= 16, qPrintable(QString::number(visible)));
        page.form()->show_all_keys(true);
        int all = 0;
        for (const KeyRow* row : page.form()->findChildren<KeyRow*>())
            all += row->isVisible();
        QVERIFY2(all > 40, qPrintable(QString::number(all)));
    }

    // Every key that can be changed by hand changes its value and no other byte, and undo takes it back.
    // Quickstart takes every key, each other preset another share of them.
    void forms_change_one_value_data() {
        QTest::addColumn<QString>("name");
        for (const auto& entry : fs::directory_iterator(presets()))
            if (entry.path().extension() == ".yaml")
                QTest::newRow(entry.path().stem().c_str()) << to_qt(entry.path().filename());
    }
    void forms_change_one_value() {
        QFETCH(QString, name);
        const PresetsCopy copy;
        const fs::path file = copy.file(name.toUtf8().constData());
        SetupPage page;
        open(page, file);
        page.form()->show_all_keys(true);
        const QString before = raw_text(page);
        const ParsedPreset parsed = read_preset(before.toStdString(), file);
        int changed = 0;
        const bool takes_all = name == QStringLiteral("quickstart.yaml");
        const std::size_t shares = takes_all ? 1 : static_cast<std::size_t>(rounds(16, 1));
        const auto every = preset::keys();
        for (std::size_t i = next_share_++ % shares; i < every.size(); i += shares) {
            const preset::Key& key = every[i];
            if (key.name == "tunedesk") continue;
            KeyRow* row = page.form()->row(key.dotted());
            QVERIFY(row);
            row->show();
            if (!change_by_hand(*row)) {
                QVERIFY2(!row->is_used() || !has_another_choice(parsed.draft.loaded.preset, key),
                         key.dotted().c_str());
                continue;
            }
            ++changed;
            wait_for_change(page);
            const QString after = raw_text(page);
            const QString wrong = wrong_bytes(before, after, key, parsed.is_written(key));
            QVERIFY2(wrong.isEmpty(), qPrintable(to_qt(key.dotted()) + QStringLiteral(": ") + wrong));
            for (const std::string& line : preset::differences(
                     parsed.draft.loaded.preset, read_preset(after.toStdString(), file).draft.loaded.preset))
                QVERIFY2(line.starts_with(key.dotted() + ':') || follows(key, line), line.c_str());
            action(page, QKeySequence::Undo)->trigger();
            wait_for_change(page);
            QVERIFY2(raw_text(page) == before, key.dotted().c_str());
        }
        QVERIFY2(changed > (takes_all ? 45 : 0), qPrintable(QString::number(changed)));
    }

    // Beside each key's field stands what `check` says of its value, word for word.
    void every_keys_mistake_is_told() {
        SetupPage page;
        open(page, presets() / "quickstart.yaml");
        page.form()->show_all_keys(true);
        const QString before = raw_text(page);
        qint64 longest = 0;
        for (const preset::Key& key : preset::keys()) {
            if (key.name == "tunedesk") continue;
            KeyRow* row = page.form()->row(key.dotted());
            QElapsedTimer timer;
            timer.start();
            page.set_key(to_qt(key.dotted()), to_qt(wrong_value(key)));
            wait_for_change(page);
            longest = std::max(longest, timer.elapsed());
            std::string expected;
            const auto draft =
                preset::parse_draft(raw_text(page).toStdString(), "quickstart.yaml", presets());
            for (const preset::Problem& problem : draft.problems)
                if (problem.key == key.dotted())
                    expected += (expected.empty() ? "" : "\n") + sentence(problem.what);
            QVERIFY2(!expected.empty(), key.dotted().c_str());
            QCOMPARE(row->message(), to_qt(expected));
            QVERIFY2(row->has_problem() && row->isVisible(), key.dotted().c_str());
            page.text()->document()->undo();
            wait_for_change(page);
            QCOMPARE(raw_text(page), before);
            QVERIFY2(!row->has_problem(), key.dotted().c_str());
        }
        qInfo("a wrong value to its message: %lld ms at most", static_cast<long long>(longest));
    }

    // A label above the key's name, and beside the field that has the focus what it means.
    void labels_and_help() {
        SetupPage page;
        open(page, presets() / "quickstart.yaml");
        page.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        KeyRow* row = page.form()->row("training.learning_rate");
        QStringList texts;
        for (const QLabel* label : row->findChildren<QLabel*>())
            texts << label->text();
        QVERIFY(texts.contains(QStringLiteral("Learning rate")));
        QVERIFY(texts.contains(QStringLiteral("learning_rate")));
        row->editor()->findChild<QLineEdit*>()->setFocus();
        const preset::Key& key = row->key();
        for (const QString& part : {QStringLiteral("Learning rate"), QStringLiteral("training.learning_rate"),
                                    to_qt(key.help), QStringLiteral("Hugging Face: learning_rate"),
                                    QStringLiteral("Default: 5e-05"), to_qt(sentence(preset::allowed(key)))})
            QVERIFY2(page.form()->help().text().contains(part), qPrintable(part));
        const auto top = [](const QWidget* of) { return of->mapToGlobal(QPoint()).y(); };
        const QWidget* card = page.form()->help().findChild<QFrame*>();
        QVERIFY(card->isVisible() && card->mapTo(&page, QPoint()).x() > row->mapTo(&page, QPoint()).x());
        QVERIFY(top(card) <= top(row) && top(row) < top(card) + card->height() + row->height());
        test::keep(page, QStringLiteral("setup-essentials"));
        page.findChild<TextDrawer*>()->show(true);
        page.form()->show_all_keys(true);
        test::keep(page, QStringLiteral("setup-drawer"));
    }

    // Where TrainingArguments has another default, the row says so and takes it by a click.
    void the_trainers_default_is_taken() {
        const PresetsCopy copy;
        SetupPage page;
        open(page, copy.file("quickstart.yaml"));
        KeyRow* optim = page.form()->row("training.optim");
        QVERIFY(optim->trainer()->isVisible());
        QCOMPARE(optim->trainer()->text(), QStringLiteral("Trainer: adamw"));
        QVERIFY(!page.form()->row("training.lr_scheduler_type")->trainer()->isVisible()); // linear already
        QVERIFY(!page.form()->row("training.learning_rate")->trainer()->isVisible());     // the same in both
        QTest::mouseClick(optim->trainer(), Qt::LeftButton);
        wait_for_change(page);
        QCOMPARE(page.draft().loaded.preset.training.optim, Preset::Optim::adamw);
        QVERIFY(raw_text(page).contains(QStringLiteral("optim: adamw ")));
        QVERIFY(!optim->trainer()->isVisible());
    }

    // The text is a drawer: closed at first, opened by Ctrl+E, and the next page has it as it was left.
    void the_text_is_a_drawer() {
        const QTemporaryDir state;
        const QByteArray before = qgetenv("XDG_STATE_HOME");
        qputenv("XDG_STATE_HOME", state.path().toUtf8());
        {
            SetupPage page;
            open(page, presets() / "quickstart.yaml");
            page.activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(&page));
            QVERIFY(!page.text()->isVisible());
            const int wide = page.form()->width();
            QTest::keyClick(&page, Qt::Key_E, Qt::ControlModifier);
            QVERIFY(page.text()->isVisible() && page.text()->hasFocus());
            QTRY_VERIFY(page.form()->width() < wide);
            QVERIFY(page.text()->width() > 200);
        }
        {
            SetupPage page;
            open(page, presets() / "quickstart.yaml");
            QVERIFY(page.text()->isVisible() && page.findChild<TextDrawer*>()->is_shown());
            page.findChild<TextDrawer*>()->action()->trigger();
            QVERIFY(!page.text()->isVisible());
        }
        SetupPage page;
        open(page, presets() / "quickstart.yaml");
        QVERIFY(!page.text()->isVisible());
        QThreadPool::globalInstance()->waitForDone();
        QVERIFY(fs::exists(to_path(state.path()) / "tunedesk" / "setup.ini"));
        before.isEmpty() ? qunsetenv("XDG_STATE_HOME") : qputenv("XDG_STATE_HOME", before);
    }

    // Rows are made where they are to be seen, one section after the other.
    void rows_come_when_they_are_seen() {
        SetupPage page;
        open(page, presets() / "quickstart.yaml");
        const auto made = [&] { return page.form()->findChildren<KeyRow*>().size(); };
        const auto all = static_cast<qsizetype>(preset::keys().size()) - 1; // but `tunedesk` itself
        QTRY_VERIFY(page.form()->row("training.learning_rate")->isVisible());
        const auto essentials = made();
        QVERIFY(essentials < all);
        page.form()->search(QStringLiteral("heartbeat_seconds"));
        QTRY_VERIFY(made() > essentials); // its section, and no other
        QVERIFY(made() < all);
        page.form()->search(QString());
        page.form()->show_all_keys(true);
        QTRY_COMPARE(made(), all);
    }

    // Tab comes to every control once: to the fields from top to bottom first, then to the titles.
    void tab_goes_through_the_fields_data() {
        QTest::addColumn<bool>("all");
        QTest::addColumn<QString>("first"); // of a section whose rows are made before the others'
        QTest::newRow("essentials") << false << QString();
        QTest::newRow("all keys") << true << QString();
        QTest::newRow("made in another order") << true << QStringLiteral("supervision.heartbeat_seconds");
    }
    void tab_goes_through_the_fields() {
        QFETCH(bool, all);
        QFETCH(QString, first);
        SetupPage page;
        open(page, presets() / "quickstart.yaml");
        page.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        if (!first.isEmpty()) QVERIFY(page.form()->row(first.toStdString()));
        page.form()->show_all_keys(all);
        if (all)
            QTRY_COMPARE(page.form()->findChildren<KeyRow*>().size(),
                         static_cast<qsizetype>(preset::keys().size()) - 1);
        QTest::qWait(50); // rows get their places
        KeyRow* begin = page.form()->row(all ? "name" : "model.path");
        QVERIFY(begin->isVisible());
        const QList<QWidget*> walked = walk(page, begin->tab_stops().front());
        for (QWidget* widget : page.form()->findChildren<QWidget*>())
            if (is_tab_stop(widget, &page))
                QVERIFY2(walked.count(widget) == 1, qPrintable(described(widget)));
        QPoint last(-1, -1'000'000); // what is scrolled out is above 0
        bool is_past_fields = false;
        int fields = 0;
        for (const QWidget* widget : walked) {
            const QWidget* row = widget;
            while (row && !qobject_cast<const KeyRow*>(row))
                row = row->parentWidget();
            if (!row) {
                is_past_fields = is_past_fields || !widget->accessibleName().isEmpty();
                continue;
            }
            QVERIFY2(!is_past_fields, qPrintable(described(widget)));
            const QPoint at(widget->mapTo(row, QPoint()).x(), row->mapTo(page.form(), QPoint()).y());
            QVERIFY2(at.y() > last.y() || (at.y() == last.y() && at.x() >= last.x()),
                     qPrintable(described(widget)));
            last = at;
            ++fields;
        }
        QVERIFY2(fields > (all ? 80 : 12), qPrintable(QString::number(fields)));
    }

    void typing_undoes_at_once() {
        const PresetsCopy copy;
        SetupPage page;
        open(page, copy.file("quickstart.yaml"));
        const QString before = raw_text(page);
        auto* line = page.form()->row("training.num_train_epochs")->editor()->findChild<QLineEdit*>();
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, QStringLiteral("12.5"));
        wait_for_change(page);
        QVERIFY(raw_text(page).contains(QStringLiteral("num_train_epochs: 12.5 ")));
        QTest::keySequence(line, QKeySequence::Undo);
        wait_for_change(page);
        QCOMPARE(raw_text(page), before);
        QCOMPARE(line->text(), QStringLiteral("1"));
        QVERIFY(!page.document()->is_modified());
    }

    void says_what_check_says() {
        SetupPage page;
        open(page, presets() / "quickstart.yaml");
        KeyRow* row = page.form()->row("training.learning_rate");
        auto* line = row->editor()->findChild<QLineEdit*>();
        line->selectAll();
        QTest::keyClicks(line, QStringLiteral("fast"));
        wait_for_change(page);
        const preset::Draft expected = preset::parse_draft(raw_text(page).toStdString(), "x", presets());
        QCOMPARE(expected.problems.size(), std::size_t{1});
        QCOMPARE(row->message(), to_qt(sentence(expected.problems[0].what)));
        QCOMPARE(page.text()->problems().size(), 1);
        QVERIFY(page.text()->problems().first().contains(row->message()));
        line->selectAll();
        QTest::keyClicks(line, QStringLiteral("1e-3"));
        wait_for_change(page);
        QCOMPARE(row->message(), QString());
    }

    void keeps_the_last_good_state() {
        const PresetsCopy copy;
        SetupPage page;
        open(page, copy.file("quickstart.yaml"));
        KeyRow* row = page.form()->row("training.learning_rate");
        QTextCursor cursor = page.text()->document()->find(QStringLiteral("learning_rate:"));
        cursor.insertText(QStringLiteral("learning_rate: '"));
        wait_for_change(page);
        QCOMPARE(row->editor()->value(), QStringLiteral("2e-4"));
        auto* field = row->editor()->findChild<QLineEdit*>();
        QVERIFY(field->isReadOnly());
        QCOMPARE(field->palette().base(), page.palette().window()); // no field to write in
        QCOMPARE(page.text()->problems().size(), 1);
        const int line = cursor.blockNumber() + 1;
        QCOMPARE(page.text()->problems().firstKey(), line);
        page.text()->document()->undo();
        wait_for_change(page);
        QVERIFY(!field->isReadOnly());
        QCOMPARE(field->palette().base(), page.palette().base());
    }

    /// What was wrong with an older text may be mended in the one that cannot be read.
    void an_unreadable_text_takes_back_older_messages() {
        const PresetsCopy copy;
        SetupPage page;
        open(page, copy.file("quickstart.yaml"));
        page.set_key(QStringLiteral("training.learning_rate"), QStringLiteral("-1"));
        wait_for_change(page);
        KeyRow* row = page.form()->row("training.learning_rate");
        QVERIFY(!row->message().isEmpty());
        const auto says = [&] {
            for (const QLabel* label : page.form()->findChildren<QLabel*>())
                if (label->isVisible() && label->text().contains(QStringLiteral("is invalid"))) return true;
            return false;
        };
        QVERIFY(!says());
        QTextCursor(page.text()->document()).insertText(QStringLiteral("'"));
        wait_for_change(page);
        QCOMPARE(row->message(), QString());
        QVERIFY(says());
        page.text()->document()->undo();
        wait_for_change(page);
        QVERIFY(!row->message().isEmpty());
        QVERIFY(!says());
    }

    /// A value whose file is wrong is marked where the text has it.
    void a_missing_file_is_marked_in_the_text() {
        const PresetsCopy copy;
        SetupPage page;
        open(page, copy.file("quickstart.yaml"));
        page.set_key(QStringLiteral("model.path"), QStringLiteral("nowhere"));
        wait_for_change(page);
        const int line =
            page.text()->document()->find(QStringLiteral("path: nowhere")).block().blockNumber() + 1;
        QVERIFY(line > 0);
        QTRY_VERIFY_WITH_TIMEOUT(page.text()->problems().contains(line), 30'000);
        QVERIFY(page.text()->problems()[line].contains(page.form()->row("model.path")->message()));
    }

    void another_files_values_are_not_kept() {
        const PresetsCopy copy;
        write_file_atomically(copy.file("broken.yaml"), "tunedesk: 1\nname: [a\n");
        SetupPage page;
        open(page, copy.file("quickstart.yaml"));
        KeyRow* row = page.form()->row("training.learning_rate");
        QCOMPARE(row->editor()->value(), QStringLiteral("2e-4"));
        page.open(copy.file("broken.yaml"));
        wait_for_change(page);
        QCOMPARE(page.text()->problems().size(), 1);
        QVERIFY2(row->editor()->value() != QStringLiteral("2e-4"), qPrintable(row->editor()->value()));
    }

    void text_edits_show_in_the_form() {
        const PresetsCopy copy;
        SetupPage page;
        open(page, copy.file("r1-plain.yaml"));
        page.text()->document()->setPlainText(
            QStringLiteral("extends: imdb-base.yaml\nmodel: {train: features}\n"));
        wait_for_change(page);
        QCOMPARE(page.form()->row("model.train")->editor()->value(), QStringLiteral("features"));
        KeyRow* rate = page.form()->row("training.learning_rate");
        QCOMPARE(rate->editor()->value(), QStringLiteral("5e-05"));
        QVERIFY(!rate->is_marked());
        page.set_key(QStringLiteral("training.learning_rate"), QStringLiteral("1e-3"));
        wait_for_change(page);
        QVERIFY(rate->is_marked());
        page.reset_key(QStringLiteral("training.learning_rate"));
        wait_for_change(page);
        QCOMPARE(raw_text(page), QStringLiteral("extends: imdb-base.yaml\nmodel: {train: features}\n"));
    }

    void folds_and_disables() {
        const PresetsCopy copy;
        SetupPage page;
        open(page, copy.file("quickstart.yaml"));
        page.form()->show_all_keys(true);
        KeyRow* layers = page.form()->row("model.last_layers");
        QVERIFY(!layers->isVisible());
        page.set_key(QStringLiteral("model.train"), QStringLiteral("last_layers"));
        wait_for_change(page);
        QVERIFY(layers->isVisible());
        QVERIFY(layers->editor()->findChild<QLineEdit*>()->isEnabled());
        page.set_key(QStringLiteral("parallel.strategy"), QStringLiteral("ddp"));
        wait_for_change(page);
        KeyRow* tensor = page.form()->row("parallel.tensor_size");
        QVERIFY(tensor->is_used() && tensor->message().isEmpty());
    }

    void searches_names_and_help_data() {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("key");
        QTest::newRow("name") << QStringLiteral("warmup_ratio") << QStringLiteral("training.warmup_ratio");
        QTest::newRow("Hugging Face")
            << QStringLiteral("save_total_limit") << QStringLiteral("checkpoint.keep");
        QTest::newRow("help") << QStringLiteral("denominator adam")
                              << QStringLiteral("training.adam_epsilon");
    }
    void searches_names_and_help() {
        QFETCH(QString, words);
        QFETCH(QString, key);
        SetupPage page;
        open(page, presets() / "quickstart.yaml");
        page.form()->search(words);
        QVERIFY(page.form()->row(key.toStdString())->isVisible());
        QVERIFY(!page.form()->row("data.train")->isVisible());
        page.form()->search(QStringLiteral("no such thing"));
        for (const KeyRow* row : page.form()->findChildren<KeyRow*>())
            QVERIFY(!row->isVisible());
    }

    void saves_byte_by_byte() {
        const PresetsCopy copy;
        const fs::path file = copy.file("crlf.yaml");
        const std::string before = "\xEF\xBB\xBFname: a\xC2\xA0z\r\ntraining: {seed: 1}\r\n";
        write_file_atomically(file, before);
        SetupPage page;
        open(page, file);
        page.set_key(QStringLiteral("training.seed"), QStringLiteral("2"));
        QSignalSpy saved(&page, &SetupPage::saved);
        page.save();
        QVERIFY(saved.wait(10000));
        std::string expected = before;
        expected[expected.find('1')] = '2';
        QCOMPARE(QByteArray::fromStdString(read_file(file, ErrorId::file_unreadable)),
                 QByteArray::fromStdString(expected));
        QVERIFY(!page.document()->is_modified());
        page.document()->save_as(copy.file("other.yaml"));
        QVERIFY(saved.wait(10000));
        QCOMPARE(page.document()->file(), copy.file("other.yaml"));
        QVERIFY(fs::exists(copy.file("other.yaml")));
    }

    void notices_other_programs() {
        const PresetsCopy copy;
        const fs::path file = copy.file("quickstart.yaml");
        SetupPage page;
        open(page, file);
        write_file_atomically(file, "name: changed\n");
        QTRY_COMPARE_WITH_TIMEOUT(raw_text(page), QStringLiteral("name: changed\n"), 10000);
        page.set_key(QStringLiteral("name"), QStringLiteral("mine"));
        wait_for_change(page);
        write_file_atomically(file, "name: theirs\n");
        QTRY_VERIFY_WITH_TIMEOUT(page.messages()->text().contains(QStringLiteral("Saving is disabled")),
                                 10000);
        page.messages()->clear();
        page.save();
        QTRY_VERIFY_WITH_TIMEOUT(page.messages()->text().contains(QStringLiteral("Saving is disabled")),
                                 10000);
        QCOMPARE(QByteArray::fromStdString(read_file(file, ErrorId::file_unreadable)),
                 QByteArray("name: theirs\n"));
    }

    void refuses_what_is_no_preset() {
        SetupPage page;
        page.show();
        page.open("/dev/zero");
        QTRY_VERIFY_WITH_TIMEOUT(page.messages()->text().contains(QStringLiteral("not a regular file")),
                                 10000);
        page.open("/nowhere/x.yaml");
        QTRY_VERIFY_WITH_TIMEOUT(page.messages()->text().contains(QStringLiteral("/nowhere/x.yaml")), 10000);
    }
};

TUNEDESK_WINDOW_TEST_MAIN(SetupPageTest)
#include "setup_page_test.moc"
