// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "page.h"
#include "patience.h"
#include "preset/schema/schema.h"
#include "report/run_report.h"
#include "run/folder/prepare.h"
#include "ui/display.h"
#include "ui/preset/estimate/estimate_figures.h"
#include "ui/preset/estimate/estimate_strip.h"
#include "ui/preset/estimate/estimator.h"
#include "ui/preset/estimate/problem_list.h"
#include "ui/preset/form/key_editor.h"
#include "ui/preset/form/preset_document.h"
#include "ui/preset/form/preset_form.h"
#include "ui/preset/preset_tools.h"
#include "ui/widgets/message_bar.h"

#include <QClipboard>
#include <QDialog>
#include <QDropEvent>

#include <QListWidget>
#include <QMimeData>
#include <QProcess>
#include <QPushButton>
#include <QTableWidget>

using namespace tunedesk;
using namespace tunedesk::ui;
using namespace tunedesk::test;

namespace {

QString program() {
    return QStringLiteral(TUNEDESK_BIN_DIR "/tunedesk");
}

QByteArray output_of(const QString& command, const QStringList& arguments) {
    QProcess process;
    process.start(command, arguments);
    process.waitForFinished(60000);
    return process.readAllStandardOutput();
}

/// What changes from one moment to the next, and the rate that other runs may have measured meanwhile.
Json steady(Json check) {
    check.erase("machine");
    if (Json& estimate = check["estimate"]; estimate.is_object())
        for (const char* key : {"memory_verdict", "disk_verdict", "memory_free_bytes"})
            estimate.erase(key);
    return check;
}

void wait_for_check(SetupPage& page) {
    QTRY_VERIFY_WITH_TIMEOUT(page.estimator()->latest() && !page.estimator()->is_reading(), 60000);
}

bool has_model() {
    return fs::exists(fs::path(TUNEDESK_SOURCE_DIR) / ".deps/models/all-MiniLM-L6-v2/config.json");
}

} // namespace

// The strip below a preset: what it needs, what is wrong, and what leads out of the page.
class EstimateTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        qputenv("TUNEDESK_DATA", "/data it's");
        qputenv("TUNEDESK_MODELS", "/models$");
    }

    void equals_check_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::newRow("as it is") << QString() << QString();
        QTest::newRow("batch size") << QStringLiteral("training.per_device_train_batch_size")
                                    << QStringLiteral("7");
        QTest::newRow("length") << QStringLiteral("data.max_length") << QStringLiteral("9");
        QTest::newRow("too long for the model") << QStringLiteral("data.max_length") << QStringLiteral("700");
        QTest::newRow("dealt otherwise") << QStringLiteral("data.batching") << QStringLiteral("padded");
        QTest::newRow("another column") << QStringLiteral("data.text_column") << QStringLiteral("text");
        QTest::newRow("no number") << QStringLiteral("training.learning_rate") << QStringLiteral("fast");
    }
    void equals_check() {
        if (!has_model()) QSKIP("the model of packaging/setup.sh is not here");
        QFETCH(QString, key);
        QFETCH(QString, value);
        const fs::path file = presets() / "quickstart.yaml";
        SetupPage page;
        open(page, file);
        wait_for_check(page);
        if (!key.isEmpty()) {
            QSignalSpy checked(page.estimator(), &Estimator::checked);
            page.set_key(key, value);
            QVERIFY(checked.wait(60000));
            wait_for_check(page);
        }
        // The same text through the command line.
        QTemporaryDir folder;
        QStringList arguments{QStringLiteral("--no-gui"), QStringLiteral("check"), to_qt(file),
                              QStringLiteral("--json")};
        if (!key.isEmpty()) arguments << QStringLiteral("--set") << key + QLatin1Char('=') + value;
        Json theirs = steady(Json::parse(output_of(program(), arguments).toStdString()));
        Json ours = steady(run::to_json(*page.estimator()->latest()));
        // An edit stands at a line, --set does not.
        for (Json* side : {&theirs, &ours})
            for (Json& problem : (*side)["problems"])
                if (problem.contains("key")) problem.erase("where");
        QCOMPARE(QByteArray::fromStdString(ours.dump(1)), QByteArray::fromStdString(theirs.dump(1)));
        QCOMPARE(page.strip()->start_button()->isEnabled(), theirs["ok"].get<bool>());
        QCOMPARE(page.strip()->problem_count(), static_cast<int>(theirs["problems"].size()));
        if (!theirs["estimate"].is_null())
            QVERIFY(!page.strip()->figures().verdict().isEmpty() &&
                    page.strip()->figures().text().contains(QStringLiteral("22,713,986")));
    }

    // The strip says whose measure it shows, and the command line the same.
    void a_measured_run_replaces_guesses() {
        if (!has_model()) QSKIP("the model of packaging/setup.sh is not here");
        const fs::path file = presets() / "quickstart.yaml";
        QTemporaryDir folder;
        const fs::path run = to_path(folder.path()) / "measured-once";
        SetupPage page;
        open(page, file);
        wait_for_check(page);
        const plan::Estimate guess = *page.estimator()->latest()->estimate;
        QVERIFY(guess.measured_run.empty() && guess.basis.starts_with("assumed"));

        fs::create_directories(run);
        run::begin_run({run}, page.estimator()->latest()->preset);
        report::RunReport report;
        report.parameters = guess.parameters;
        report.trainable = guess.trainable;
        report.train_tokens_per_second = static_cast<double>(guess.train_tokens) * guess.epochs / 77;
        report.peak_rss_bytes = 123ull << 20;
        write_report_json(event::RunFolder{run}.report_json(), report);
        event::write_exit({run}, {});
        QSignalSpy checked(page.estimator(), &Estimator::checked);
        page.estimator()->forget_rates(); // as the window does when a run has ended
        QVERIFY(checked.wait(60000));
        const Json ours = run::to_json(*page.estimator()->latest())["estimate"];
        const Json theirs =
            Json::parse(output_of(program(), {QStringLiteral("--no-gui"), QStringLiteral("check"),
                                              to_qt(file), QStringLiteral("--json")})
                            .toStdString())["estimate"];
        for (const char* key : {"seconds", "basis", "measured_run", "measured_bytes", "measured_bytes_run"})
            QCOMPARE(QByteArray::fromStdString(ours[key].dump()),
                     QByteArray::fromStdString(theirs[key].dump()));
        QCOMPARE(ours["measured_run"].get<std::string>(), std::string("measured-once"));
        QVERIFY(std::abs(ours["seconds"].get<double>() - 77) < 0.1);
        QCOMPARE(page.estimator()->latest()->memory_needed(), 123ull << 20);
        QVERIFY2(page.strip()->figures().text().contains(QStringLiteral("measured in measured-once")) &&
                     page.strip()->figures().text().contains(QStringLiteral("01:17")),
                 qPrintable(page.strip()->figures().text()));
        fs::remove_all(state_home() / "runs");
    }

    // Numbers need no second look at the files: the process that reads them is not started again.
    void reads_files_once() {
        if (!has_model()) QSKIP("the model of packaging/setup.sh is not here");
        SetupPage page;
        open(page, presets() / "quickstart.yaml");
        wait_for_check(page);
        QSignalSpy reading(page.estimator(), &Estimator::reading);
        QSignalSpy checked(page.estimator(), &Estimator::checked);
        page.set_key(QStringLiteral("training.num_train_epochs"), QStringLiteral("2"));
        QVERIFY(checked.wait(10000));
        QCOMPARE(page.estimator()->latest()->estimate->steps, 500U);
        QCOMPARE(reading.count(), 0);
        page.set_key(QStringLiteral("data.validation"), QStringLiteral(""));
        QTRY_VERIFY_WITH_TIMEOUT(reading.count() > 0, 10000);
        wait_for_check(page);
        QCOMPARE(page.estimator()->latest()->inputs.files.size(), std::size_t{2});
    }

    void a_problem_leads_to_its_field() {
        if (!has_model()) QSKIP("the model of packaging/setup.sh is not here");
        SetupPage page;
        open(page, presets() / "quickstart.yaml");
        page.set_key(QStringLiteral("training.weight_decay"), QStringLiteral("-1"));
        QTRY_COMPARE_WITH_TIMEOUT(page.strip()->problem_count(), 1, 60000);
        QVERIFY(!page.strip()->start_button()->isEnabled());
        QListWidget* list = page.strip()->problems();
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(0)).center());
        KeyRow* row = page.form()->row("training.weight_decay");
        QTRY_VERIFY(row->isVisible());
        QVERIFY(page.focusWidget() && row->editor()->isAncestorOf(page.focusWidget()));
        // A missing file leads to the key that names it.
        page.set_key(QStringLiteral("training.weight_decay"), QStringLiteral("0"));
        page.set_key(QStringLiteral("data.test"), QStringLiteral("/nowhere/rows.csv"));
        QTRY_VERIFY_WITH_TIMEOUT(page.strip()->problem_count() == 1 &&
                                     list->item(0)->data(Qt::UserRole).toString() ==
                                         QStringLiteral("data.test"),
                                 60000);
        KeyRow* test = page.form()->row("data.test");
        QVERIFY(test->has_problem());
        QVERIFY2(
            test->message().contains(page.estimator()->latest()->inputs.problems.at(0).message().c_str()),
            qPrintable(test->message()));
        page.set_key(QStringLiteral("data.test"), QStringLiteral("/nowhere/other.csv"));
        wait_for_change(page);
        QVERIFY(!test->has_problem()); // nothing is known of this file yet
    }

    // The end of a problem is what to do: it is not cut off.
    void long_problems_are_whole() {
        SetupPage page;
        open(page, presets() / "quickstart.yaml");
        const QString folder = QStringLiteral("/a-folder-of-a-long-name").repeated(5);
        page.set_key(QStringLiteral("data.train"), folder + QStringLiteral("/train.csv"));
        page.set_key(QStringLiteral("data.test"), folder + QStringLiteral("/test.csv"));
        QTRY_VERIFY_WITH_TIMEOUT(page.strip()->problem_count() >= 2, 60000);
        QListWidget* list = page.strip()->problems();
        for (const int width : {1100, 700}) {
            page.resize(width, 640);
            QTest::qWait(100);
            for (int row = 0; row < 2; ++row) {
                const QRect item = list->visualItemRect(list->item(row));
                const QRect text = list->fontMetrics().boundingRect(
                    QRect(0, 0, item.width() - 6, 1000), Qt::TextWordWrap, list->item(row)->text());
                QVERIFY2(item.height() >= text.height() && item.bottom() <= list->viewport()->height(),
                         qPrintable(QStringLiteral("%1: %2 of %3, in %4")
                                        .arg(width)
                                        .arg(item.height())
                                        .arg(text.height())
                                        .arg(list->viewport()->height())));
            }
        }
    }

    void start_saves_first() {
        if (!has_model()) QSKIP("the model of packaging/setup.sh is not here");
        QTemporaryDir folder;
        const fs::path file = to_path(folder.path()) / "mine.yaml";
        const fs::path root = TUNEDESK_SOURCE_DIR;
        write_file_atomically(file, "model: {path: " + (root / ".deps/models/all-MiniLM-L6-v2").string() +
                                        "}\ndata: {train: " + (root / "resources/samples/own.csv").string() +
                                        ", validation_split: 0.2, test_split: 0.2}\n");
        SetupPage page;
        open(page, file);
        page.set_key(QStringLiteral("training.seed"), QStringLiteral("5"));
        QTRY_VERIFY_WITH_TIMEOUT(page.strip()->start_button()->isEnabled(), 60000);
        QSignalSpy start(&page, &SetupPage::start_requested);
        QTest::mouseClick(page.strip()->start_button(), Qt::LeftButton);
        QVERIFY(start.wait(10000));
        QCOMPARE(start[0][0].toString(), to_qt(file));
        QVERIFY(read_file(file, ErrorId::file_unreadable).find("seed: 5") != std::string::npos);
    }

    // The copied line, run with `preset show` for `run`, gives the preset of the page.
    void the_command_gives_the_same_preset() {
        const PresetsCopy copy;
        SetupPage page;
        open(page, copy.file("r1-ddp.yaml"));
        page.set_key(QStringLiteral("name"), QStringLiteral("it's a \"$HOME\" name; true"));
        page.set_key(QStringLiteral("data.train"), QStringLiteral("rows $$ and 'quotes'.csv"));
        page.set_key(QStringLiteral("model.dropout"), QStringLiteral("0.1"));
        page.set_key(QStringLiteral("training.class_weights"), QStringLiteral("1,2.5"));
        page.set_key(QStringLiteral("data.validation"), QStringLiteral(""));
        page.set_key(QStringLiteral("data.validation_split"), QStringLiteral("0.1"));
        wait_for_change(page);
        QSignalSpy copied(page.tools(), &PresetTools::copied);
        page.tools()->copy_command();
        QVERIFY2(copied.wait(10000), qPrintable(page.messages()->text()));
        QString line = QGuiApplication::clipboard()->text();
        QVERIFY2(line.startsWith(QStringLiteral("tunedesk --no-gui run ")), qPrintable(line));
        line.replace(0, 21, program() + QStringLiteral(" --no-gui preset show"));
        const QByteArray shown = output_of(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), line});
        const Preset theirs = preset::parse(shown.toStdString(), "shown", "/").preset;
        QCOMPARE(QByteArray::fromStdString(preset::to_yaml(theirs)),
                 QByteArray::fromStdString(preset::to_yaml(page.draft().loaded.preset)));
    }

    void imports_dropped_settings() {
        QTemporaryDir folder;
        const fs::path file = to_path(folder.path()) / "args.json";
        write_file_atomically(file, R"({"learning_rate": 3e-5, "num_train_epochs": 2, "push_to_hub": true})");
        SetupPage page;
        page.resize(900, 600);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        QMimeData dropped;
        dropped.setUrls({QUrl::fromLocalFile(to_qt(file))});
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&page, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&page, &drop);
        QDialog* dialog = nullptr;
        QTRY_VERIFY2_WITH_TIMEOUT((dialog = page.findChild<QDialog*>()), qPrintable(page.messages()->text()),
                                  10000);
        auto* table = dialog->findChild<QTableWidget*>();
        QCOMPARE(table->rowCount(), 3);
        QCOMPARE(table->item(0, 0)->text(), QStringLiteral("push_to_hub"));
        QCOMPARE(table->item(0, 2)->text(), QStringLiteral("not mapped"));
        dialog->accept();
        wait_for_change(page);
        QCOMPARE(page.draft().loaded.preset.training.learning_rate, 3e-5);
        QVERIFY(page.document()->is_modified());
    }

    void compares_presets() {
        const PresetsCopy copy;
        SetupPage page;
        open(page, copy.file("r1-last-layers.yaml"));
        page.tools()->compare_with(copy.file("r1-plain.yaml"));
        QDialog* dialog = nullptr;
        QTRY_VERIFY2_WITH_TIMEOUT((dialog = page.findChild<QDialog*>()), qPrintable(page.messages()->text()),
                                  10000);
        auto* list = dialog->findChild<QListWidget*>();
        QStringList lines;
        for (int i = 0; i < list->count(); ++i)
            lines << list->item(i)->text();
        QVERIFY(lines.contains(QStringLiteral("model.train: all -> last_layers")));
        for (const QString& line : lines)
            QVERIFY2(!line.startsWith(QStringLiteral("training.")), qPrintable(line));
    }

    void says_where_another_preset_is_wrong() {
        const PresetsCopy copy;
        const fs::path wrong = copy.file("wrong.yaml");
        write_file_atomically(wrong, "tunedesk: 1\ntraining:\n  seed: x\n");
        SetupPage page;
        open(page, copy.file("r1-plain.yaml"));
        page.tools()->compare_with(wrong);
        const QString place = to_qt(wrong) + QStringLiteral(":3:9: training.seed: ");
        QTRY_VERIFY2_WITH_TIMEOUT(page.messages()->text().contains(place),
                                  qPrintable(page.messages()->text()), 10000);
        QVERIFY(!page.findChild<QDialog*>());
    }
};

TUNEDESK_WINDOW_TEST_MAIN(EstimateTest)
#include "estimate_test.moc"
