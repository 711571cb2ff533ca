#include "base/file.h"
#include "page.h"
#include "preset/schema.h"
#include "ui/display.h"
#include "ui/preset/key_editor.h"
#include "ui/preset/preset_form.h"
#include "ui/preset/preset_text_edit.h"
#include "ui/preset/setup_page.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

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
            QTest::keyClick(combo, combo->currentIndex() == 0 ? Qt::Key_Down : Qt::Key_Up);
        }
    } else if (auto* line = editor.findChild<QLineEdit*>();
               line && !line->isReadOnly() && line->isEnabled()) {
        line->selectAll();
        QTest::keyClicks(line, QStringLiteral("7"));
    }
    return editor.value() != before;
}

} // namespace

// The set-up page as a user works on it: forms and text over one undo stack.
class SetupPageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        qputenv("TUNEDESK_DATA", "/data");
        qputenv("TUNEDESK_MODELS", "/models");
    }

    void shows_what_the_file_says() {
        SetupPage page;
        open(page, presets() / "quickstart.yaml");
        QVERIFY(!page.is_modified());
        QCOMPARE(raw_text(page), to_qt(read_file(presets() / "quickstart.yaml", 2100)));
        QCOMPARE(page.draft().loaded.preset.training.learning_rate, 2e-4);
        KeyRow* rate = page.form()->row("training.learning_rate");
        QCOMPARE(rate->editor()->value(), QStringLiteral("2e-4"));
        QVERIFY(rate->is_marked());
        QVERIFY(!page.form()->row("training.weight_decay")->is_marked());
        QCOMPARE(page.form()->row("logging.level")->editor()->value(), QStringLiteral("full"));
    }

    void shows_eight_fields_first() {
        SetupPage page;
        open(page, presets() / "quickstart.yaml");
        int visible = 0;
        for (const KeyRow* row : page.form()->findChildren<KeyRow*>())
            visible += row->isVisible();
        QVERIFY(visible > 0 && visible <= 8);
        page.form()->show_all_keys(true);
        int all = 0;
        for (const KeyRow* row : page.form()->findChildren<KeyRow*>())
            all += row->isVisible();
        QVERIFY2(all > 40, qPrintable(QString::number(all)));
    }

    // Every key that can be changed by hand changes its value's line and no other, and undo takes it back.
    void forms_change_one_value() {
        const PresetsCopy copy;
        SetupPage page;
        open(page, copy.file("quickstart.yaml"));
        page.form()->show_all_keys(true);
        const QString before = raw_text(page);
        int changed = 0;
        for (const preset::Key& key : preset::keys()) {
            if (key.name == "tunedesk") continue;
            KeyRow* row = page.form()->row(key.dotted());
            QVERIFY(row);
            row->show();
            if (!change_by_hand(*row)) {
                QVERIFY2(!row->is_used(), key.dotted().c_str());
                continue;
            }
            ++changed;
            wait_for_change(page);
            const QStringList old_lines = before.split(QLatin1Char('\n'));
            QStringList new_lines = raw_text(page).split(QLatin1Char('\n'));
            for (const QString& line : old_lines)
                new_lines.removeOne(line);
            new_lines.removeAll(QString());
            const bool new_section = new_lines.size() == 2 && new_lines[0] == to_qt(key.section + ":");
            QVERIFY2(new_lines.size() == 1 || new_section, qPrintable(new_lines.join(QLatin1Char('\n'))));
            QVERIFY2(new_lines.last().trimmed().startsWith(to_qt(key.name + ": ")),
                     qPrintable(new_lines.last()));
            action(page, QKeySequence::Undo)->trigger();
            wait_for_change(page);
            QCOMPARE(raw_text(page), before);
        }
        QVERIFY2(changed > 45, qPrintable(QString::number(changed)));
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
        QVERIFY(!page.is_modified());
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
        QCOMPARE(row->message(), to_qt(expected.problems[0].what));
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
        QVERIFY(row->editor()->findChild<QLineEdit*>()->isReadOnly());
        QCOMPARE(page.text()->problems().size(), 1);
        const int line = cursor.blockNumber() + 1;
        QCOMPARE(page.text()->problems().firstKey(), line);
        page.text()->document()->undo();
        wait_for_change(page);
        QVERIFY(!row->editor()->findChild<QLineEdit*>()->isReadOnly());
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
        KeyRow* graph = page.form()->row("precision.static_graph");
        QVERIFY(!graph->is_used());
        QVERIFY(graph->message().contains(QStringLiteral("false alone")));
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
        QCOMPARE(QByteArray::fromStdString(read_file(file, 2100)), QByteArray::fromStdString(expected));
        QVERIFY(!page.is_modified());
        page.save_as(copy.file("other.yaml"));
        QVERIFY(saved.wait(10000));
        QCOMPARE(page.file(), copy.file("other.yaml"));
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
        QTRY_VERIFY_WITH_TIMEOUT(page.messages()->text().contains(QStringLiteral("held back")), 10000);
        page.messages()->clear();
        page.save();
        QTRY_VERIFY_WITH_TIMEOUT(page.messages()->text().contains(QStringLiteral("held back")), 10000);
        QCOMPARE(QByteArray::fromStdString(read_file(file, 2100)), QByteArray("name: theirs\n"));
    }

    void refuses_what_is_no_preset() {
        SetupPage page;
        page.show();
        page.open("/dev/zero");
        QTRY_VERIFY_WITH_TIMEOUT(page.messages()->text().contains(QStringLiteral("not a file")), 10000);
        page.open("/nowhere/x.yaml");
        QTRY_VERIFY_WITH_TIMEOUT(page.messages()->text().contains(QStringLiteral("/nowhere/x.yaml")), 10000);
    }
};

TUNEDESK_WINDOW_TEST_MAIN(SetupPageTest)
#include "setup_page_test.moc"
