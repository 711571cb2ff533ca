// SPDX-License-Identifier: GPL-3.0-or-later
#include "patience.h"
#include "ui/compare/compare_page.h"
#include "ui/display.h"
#include "ui/preset/form/preset_actions.h"
#include "ui/preset/form/preset_document.h"
#include "ui/preset/setup_page.h"
#include "ui/report/bundle_dialogs.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/csv/csv_page.h"
#include "ui/window/library/library.h"
#include "ui/window/library/sidebar.h"
#include "ui/window/new_run/preset_view.h"
#include "ui/window/runs.h"
#include "ui/window/shell/main_window.h"
#include "ui/window/shell/run_view.h"
#include "ui/window/shell/theme.h"
#include "ui/window/shell/workspace.h"

#include <QAction>
#include <QDir>
#include <QDropEvent>
#include <QMimeData>
#include <QSettings>
#include <QSignalSpy>
#include <QTableWidget>

using namespace tunedesk;
using namespace tunedesk::ui;

/// What becomes of files and folders that are dropped on the window, wherever on it.
class OpeningTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> folder_;
    Theme theme_;
    std::unique_ptr<QSettings> settings_;
    std::unique_ptr<MainWindow> window_;

    fs::path path(const char* name) const { return fs::path(folder_->path().toStdString()) / name; }
    static fs::path source(const char* name) { return fs::path(TUNEDESK_SOURCE_DIR) / name; }

    /// Over the middle of the pages, where whatever lies there gets the events first.
    void drop(const fs::path& file) {
        QMimeData dropped;
        dropped.setUrls({QUrl::fromLocalFile(to_qt(file))});
        const QPoint middle = window_->workspace()->geometry().center();
        QWidget* under = window_->workspace()->childAt(window_->workspace()->rect().center());
        if (!under) under = window_->workspace();
        QDragEnterEvent enter(middle, Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(under, &enter);
        QVERIFY2(enter.isAccepted(), under->metaObject()->className());
        QDropEvent event(QPointF(middle), Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(under, &event);
    }
    ComparePage* compare() const { return qobject_cast<ComparePage*>(window_->workspace()->currentWidget()); }
    QString news() const {
        QStringList texts;
        for (const MessageBar* bar : window_->findChildren<MessageBar*>())
            if (bar->isVisible()) texts << bar->text();
        return texts.join(u'\n');
    }

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        settings_ = std::make_unique<QSettings>(folder_->filePath("w.ini"), QSettings::IniFormat);
        window_ = std::make_unique<MainWindow>(&theme_, settings_.get());
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    }
    void cleanup() { window_.reset(); }

    void other_tools_logs_are_compared_with_the_run() {
        drop(source("tests/report/foreign/metrics.csv"));
        QTRY_VERIFY2(compare() && compare()->current(), qPrintable(news()));
        QCOMPARE(compare()->current()->tools, std::vector<std::string>{"Lightning"});
        // Beside what is compared already.
        drop(source("tests/report/foreign/trainer_state.json"));
        QTRY_COMPARE(compare()->current()->tools,
                     (std::vector<std::string>{"Lightning", "Hugging Face Trainer"}));
        // Beside the run that is looked at.
        const fs::path run = test::make_finished_run(path("run"), "mine", 0.9, 1e-5);
        window_->open(run);
        QTRY_VERIFY(window_->workspace()->run_view());
        drop(source("tests/report/foreign/trainer_state.json"));
        QTRY_VERIFY(compare());
        QTRY_COMPARE(compare()->current()->tools, (std::vector<std::string>{"", "Hugging Face Trainer"}));
    }

    void a_table_of_a_logs_name_is_a_table() {
        QVERIFY(QFile::copy(to_qt(source("resources/samples/own.csv")), to_qt(path("metrics.csv"))));
        drop(path("metrics.csv"));
        QTRY_VERIFY(qobject_cast<CsvPage*>(window_->workspace()->currentWidget()));
    }

    /// Settings to import are an object; rows are an array of them.
    void an_array_of_objects_is_a_table() {
        std::string rows = "[\n";
        for (int i = 0; i < 40; ++i)
            rows += std::string(i ? ",\n" : "") + " {\"text\": \"film " + std::to_string(i) +
                    " of this year\", \"label\": \"" + (i % 2 ? "good" : "bad") + "\"}";
        write_file_atomically(path("films.json"), rows + "\n]\n");
        drop(path("films.json"));
        QTRY_VERIFY2(qobject_cast<CsvPage*>(window_->workspace()->currentWidget()), qPrintable(news()));
        QVERIFY2(news().isEmpty(), qPrintable(news()));
    }

    void a_file_of_a_run_is_the_run() {
        const fs::path run = test::make_finished_run(path("run"), "mine", 0.9, 1e-5);
        write_file_atomically(run / "metrics.csv", "step,epoch,train_loss\n1,0,0.5\n");
        drop(run / "metrics.csv");
        QTRY_VERIFY(window_->workspace()->run_view());
        QCOMPARE(window_->workspace()->run_view()->run(), run);
    }

    /// It is listed, also by the next window, until it is forgotten; the folder is left alone.
    void a_run_from_elsewhere_is_listed() {
        const fs::path run = test::make_finished_run(path("run"), "from elsewhere", 0.9, 1e-5);
        fs::remove_all(state_home() / "runs"); // nobody has registered it
        const auto listed = [&] { return window_->library()->find(run); };
        const auto renew = [&] {
            window_.reset();
            window_ = std::make_unique<MainWindow>(&theme_, settings_.get());
            window_->show();
            QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
        };
        drop(run);
        QTRY_VERIFY(listed());
        QVERIFY(listed()->is_opened);
        QTRY_COMPARE(listed()->name, std::string("from elsewhere"));
        QTRY_COMPARE(window_->sidebar()->selected().size(), std::size_t{1});
        QCOMPARE(window_->workspace()->run_view()->run(), run);
        renew(); // without a close: as after a crash
        QTRY_VERIFY(listed());
        window_->open(run);
        auto* forget = window_->findChild<QAction*>(QStringLiteral("forget"));
        QVERIFY(forget);
        QTRY_VERIFY2(forget->isEnabled(), qPrintable(forget->toolTip()));
        forget->trigger();
        QTRY_VERIFY(!listed());
        QVERIFY(event::RunFolder{run}.holds_run());
        renew();
        QTRY_VERIFY(!window_->library()->entries().empty()); // the presets
        QVERIFY(!listed());
    }

    void a_run_of_the_register_is_not_forgotten() {
        const fs::path run = test::make_finished_run(path("run"), "mine", 0.9, 1e-5);
        fs::create_directory_symlink(run, path("link"));
        drop(run);
        QTRY_VERIFY(window_->library()->find(run));
        QVERIFY(!window_->library()->find(run)->is_opened);
        QTRY_COMPARE(window_->sidebar()->selected().size(), std::size_t{1});
        const auto* forget = window_->findChild<QAction*>(QStringLiteral("forget"));
        QVERIFY(!forget->isEnabled() && forget->toolTip().contains(QStringLiteral("archive")));
        drop(path("link")); // the same by another name
        QTRY_COMPARE(window_->workspace()->run_view()->run(), path("link"));
        QTest::qWait(300);
        QVERIFY(!window_->library()->find(path("link")));
    }

    void other_tools_settings_become_a_preset_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("unmapped");
        QTest::addColumn<QString>("text");
        QTest::newRow("TrainingArguments") << "training_arguments.json"
                                           << "push_to_hub"
                                           << "learning_rate:";
        QTest::newRow("accelerate") << "accelerate_deepspeed.yaml"
                                    << "compute_environment"
                                    << "strategy: zero2";
        QTest::newRow("DeepSpeed") << "deepspeed_zero2.json"
                                   << "zero_optimization"
                                   << "strategy: zero2";
    }
    void other_tools_settings_become_a_preset() {
        QFETCH(QString, file);
        QFETCH(QString, unmapped);
        QFETCH(QString, text);
        const fs::path mine = path(file.toUtf8().constData());
        QVERIFY(QFile::copy(to_qt(source("tests/preset/imports") / file.toStdString()), to_qt(mine)));
        // Over a preset too: its own changes are not lost.
        window_->open(source("presets/quickstart.yaml"));
        QTRY_VERIFY(window_->workspace()->preset_view());
        PresetView* before = window_->workspace()->preset_view();
        QTRY_COMPARE(before->setup()->document()->file(), source("presets/quickstart.yaml"));
        QTest::qWait(200);
        before->setup()->set_key(QStringLiteral("training.seed"), QStringLiteral("77"));
        QTRY_VERIFY(before->is_modified());
        drop(mine);
        ImportDialog* dialog = nullptr;
        QTRY_VERIFY2((dialog = window_->findChild<ImportDialog*>()), qPrintable(news()));
        const auto* table = dialog->findChild<QTableWidget*>();
        QStringList not_mapped;
        for (int row = 0; row < table->rowCount(); ++row)
            if (table->item(row, 2)->text() == QStringLiteral("not mapped"))
                not_mapped << table->item(row, 0)->text();
        QVERIFY2(not_mapped.join(u' ').contains(unmapped), qPrintable(not_mapped.join(u' ')));
        dialog->accept();
        QTRY_VERIFY(window_->workspace()->preset_view() && window_->workspace()->preset_view() != before);
        PresetView* view = window_->workspace()->preset_view();
        QVERIFY(view->is_modified() && !fs::exists(view->preset()));
        QCOMPARE(view->preset().parent_path(), mine.parent_path());
        QTRY_VERIFY(!view->setup()->draft().loaded.origins.empty());
        QVERIFY(before->is_modified());
        view->save();
        QTRY_VERIFY(fs::exists(view->preset()));
        QVERIFY(to_qt(read_file(view->preset(), ErrorId::file_unreadable)).contains(text));
    }

    void a_bundle_is_shown_first() {
        const fs::path preset = path("p.yaml");
        write_file_atomically(preset, "model: {path: m}\ndata: {train: t.csv, validation_split: 0.1}\n");
        auto* share = window_->findChild<QAction*>(QStringLiteral("share"));
        QVERIFY(share && !share->isEnabled());
        window_->open(preset);
        QTRY_VERIFY(window_->workspace()->preset_view());
        QVERIFY(share->isEnabled());
        share->trigger();
        auto* dialog = window_->findChild<ExportBundleDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        dialog->export_to(path("p.tunedesk"));
        QTRY_VERIFY2(news().contains(QStringLiteral("p.tunedesk")), qPrintable(news()));

        drop(path("p.tunedesk"));
        ImportBundleDialog* import = nullptr;
        QTRY_VERIFY((import = window_->findChild<ImportBundleDialog*>()) && import->can_import());
        QVERIFY(import->description().contains(QStringLiteral("Not available here: ")));
        QVERIFY(!fs::exists(path("there")));
        import->import_to(path("there"));
        QTRY_COMPARE(window_->workspace()->preset_view()->preset(), path("there/preset.yaml"));
    }

    void a_runs_preset_is_shared() {
        window_->open(test::make_finished_run(path("run"), "mine", 0.9, 1e-5));
        QTRY_VERIFY(window_->workspace()->run_view());
        auto* share = window_->findChild<QAction*>(QStringLiteral("share"));
        QVERIFY(share->isEnabled());
        share->trigger();
        const auto* dialog = window_->findChild<ExportBundleDialog*>();
        QVERIFY(dialog && dialog->windowTitle().contains(QStringLiteral("run")));
    }

    void what_is_nothing_is_told_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("contents");
        QTest::newRow("JSON of nobody") << "x.json" << QByteArray("{\"a\": 1}");
        QTest::newRow("no JSON") << "x.json" << QByteArray("{");
        QTest::newRow("no Trainer's state") << "trainer_state.json" << QByteArray("[]");
        QTest::newRow("a folder") << "folder" << QByteArray();
        QTest::newRow("a damaged bundle") << "x.tunedesk" << QByteArray("no zip");
    }
    void what_is_nothing_is_told() {
        QFETCH(QString, name);
        QFETCH(QByteArray, contents);
        const fs::path file = path(name.toUtf8().constData());
        if (contents.isEmpty())
            fs::create_directories(file);
        else
            write_file_atomically(file, contents.toStdString());
        drop(file);
        QTRY_VERIFY2(news().contains(name), qPrintable(news()));
        QVERIFY(!window_->workspace()->preset_view());
    }

    void what_is_said_goes_when_something_else_is_opened() {
        const fs::path empty = path("empty"), run = test::make_finished_run(path("run"), "mine", 0.9, 1e-5);
        fs::create_directories(empty);
        for (const fs::path& next : {run, source("presets/quickstart.yaml")}) {
            drop(empty);
            QTRY_VERIFY2(news().contains(QStringLiteral("empty")), qPrintable(news()));
            window_->open(next);
            QTRY_COMPARE(news(), QString());
        }
        drop(empty);
        QTRY_VERIFY(news().contains(QStringLiteral("empty")));
        // The list learns of the preset and selects it, by now or only later: that opens nothing else.
        const auto is_selected = [&] {
            const LibraryEntries selected = window_->sidebar()->selected();
            return selected.size() == 1 && selected.front()->path == source("presets/quickstart.yaml");
        };
        QTRY_VERIFY(is_selected());
        QTest::qWait(300);
        QVERIFY(news().contains(QStringLiteral("empty")));
        QTRY_VERIFY(window_->library()->find(run));
        window_->sidebar()->select(run);
        QTRY_COMPARE(news(), QString());
    }
};

TUNEDESK_WINDOW_TEST_MAIN(OpeningTest)
#include "opening_test.moc"
