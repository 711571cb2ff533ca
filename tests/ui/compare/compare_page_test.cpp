// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_page.h"

#include "hidden_folder.h"
#include "ui/compare/compared_curves.h"
#include "ui/compare/figures_model.h"
#include "ui/compare/setting_axes.h"
#include "ui/compare/settings_view.h"
#include "ui/display.h"
#include "ui/plot/bar_plot.h"
#include "ui/plot/curve_plot.h"
#include "ui/report/look.h"
#include "ui/report/made_run.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QComboBox>
#include <QListWidget>
#include <QSignalSpy>
#include <QSlider>
#include <QTabWidget>
#include <cmath>
#include <limits>

using namespace tunedesk;
using namespace tunedesk::ui;

class ComparePageTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    fs::path root() const { return folder_.path().toStdString(); }
    fs::path foreign() const { return TUNEDESK_SOURCE_DIR "/tests/report/foreign"; }

    static void show(ComparePage& page, const std::vector<fs::path>& runs) {
        QSignalSpy shown(&page, &ComparePage::shown);
        page.show_runs(runs);
        QVERIFY(shown.wait(20000));
    }
    static QStringList column(const QAbstractItemModel& model, int column) {
        QStringList texts;
        for (int row = 0; row < model.rowCount(); ++row)
            texts << model.index(row, column).data().toString();
        return texts;
    }

private Q_SLOTS:
    void initTestCase() {
        test::use_asked_look();
        const std::string one = "recipe: R1-plain\ntraining: {seed: 1, learning_rate: 5e-5}\n";
        test::make_run(root() / "a", 700, {"bad", "good"}, one);
        test::make_run(root() / "b", 350, {"bad", "good"},
                       "recipe: R1-plain\ntraining: {seed: 2, learning_rate: 5e-5}\n");
        std::string preset = read_file(root() / "b/preset.yaml", ErrorId::file_unreadable);
        for (std::size_t at; (at = preset.find("/b.csv")) != std::string::npos;)
            preset.replace(at, 6, "/a.csv");
        write_file_atomically(root() / "b/preset.yaml", preset); // the same data, another seed
        test::make_run(root() / "c", 350, {"bad", "good"}, "training: {seed: 1, learning_rate: 2e-5}\n");
        for (const char* run : {"a", "b"})
            write_file_atomically(root() / run / "metrics.csv",
                                  "step,epoch,train_loss,val_acc\n10,0.5,0.7,\n20,1,0.5,0.8\n");
    }

    void figures_differences_seeds_and_published() {
        ComparePage page;
        const QAbstractItemModelTester first(&page.figures(),
                                             QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QAbstractItemModelTester second(&page.differences(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        page.set_baseline(root() / "c");
        show(page, {root() / "a", root() / "b", root() / "c", foreign() / "metrics.csv", foreign()});
        const QStringList names = column(page.figures(), 0);
        const int settings = 1; // a row before the runs for those that differ in the seed alone
        QCOMPARE(names.size(), settings + 6);
        QVERIFY2(names[0].endsWith("2 seed(s)"), qPrintable(names[0]));
        QCOMPARE(names[settings], QString("a"));
        QCOMPARE(page.figures().run_at(settings).value(), std::size_t{0});
        QVERIFY(!page.figures().run_at(0));
        QCOMPARE(names[settings + 2], QString("c (baseline)"));
        QVERIFY(names[settings + 3].endsWith("(Lightning)") &&
                names[settings + 4].endsWith("(Hugging Face Trainer)"));
        QVERIFY(names[settings + 5].startsWith("Published: Sentiment on IMDb"));
        const QStringList accuracy = column(page.figures(), 1);
        QCOMPARE(accuracy[0], QString("0.8571 ± 0.0000 (n = 2)"));
        QCOMPARE(accuracy[settings], QString("0.8571  (+0.0000)"));
        QCOMPARE(accuracy[settings + 3], QString("0.9012  (+0.0441)"));
        QCOMPARE(accuracy[settings + 4], QString());
        QCOMPARE(accuracy[settings + 5], QString("0.9260"));
        const QStringList keys = column(page.differences(), 0);
        QVERIFY(keys.contains("training.seed") && keys.contains("training.learning_rate"));
        QVERIFY(!keys.contains("name"));
        QVERIFY(!keys.contains("model.train")); // a log that does not say it differs in nothing
        page.copy_markdown();
        QVERIFY(QApplication::clipboard()->text().startsWith("# Comparison of runs"));
    }

    void charts_show_published_figures_and_are_saved() {
        ComparePage page;
        show(page, {root() / "a", root() / "c"});
        BarPlot& accuracy = *page.bars()[0];
        QCOMPARE(accuracy.bars().size(), std::size_t{2});
        QCOMPARE(accuracy.bars()[0].published.value(), 0.926);
        QVERIFY(!accuracy.bars()[1].published);
        QVERIFY(page.bars()[3]->bars().empty()); // no GPU
        fs::create_directories(root() / "charts");
        page.save_charts(root() / "charts");
        auto* message = page.findChild<MessageBar*>();
        QTRY_VERIFY_WITH_TIMEOUT(message->text().startsWith("Files of charts written: 6"), 20000);
        QVERIFY(
            read_file(root() / "charts/train_seconds.pdf", ErrorId::file_unreadable).starts_with("%PDF-"));
        QVERIFY(read_file(root() / "charts/accuracy.png", ErrorId::file_unreadable).starts_with("\x89PNG"));
    }

    void curves_lie_over_each_other() {
        ComparePage page;
        page.resize(1280, 720);
        page.show();
        show(page, {root() / "a", root() / "b", root() / "c"});
        page.add_foreign(foreign() / "trainer_state.json");
        QTRY_COMPARE_WITH_TIMEOUT(page.figures().rowCount(), 6, 20000);
        QCOMPARE(page.curves()->plot().curves().size(), std::size_t{3}); // c has no metrics
        auto* metric = page.curves()->findChildren<QComboBox*>().first();
        QCOMPARE(metric->currentText(), QString("training loss")); // not the column's name
        QVERIFY(metric->findText("validation accuracy") >= 0);
        QListWidget* runs = page.curves()->list();
        QCOMPARE(runs->count(), 4);
        runs->item(0)->setCheckState(Qt::Unchecked); // a run is taken away, and comes back
        QCOMPARE(page.curves()->plot().curves().size(), std::size_t{2});
        runs->item(0)->setCheckState(Qt::Checked);
        QCOMPARE(page.curves()->plot().curves().size(), std::size_t{3});
        const QStringList raw = page.curves()->plot().values_at(20);
        page.curves()->findChild<QSlider*>()->setValue(90);
        page.curves()->plot().redraw();
        QVERIFY(page.curves()->plot().values_at(20) != raw);
        metric->setCurrentIndex(metric->findData("lr"));
        QCOMPARE(page.curves()->plot().curves().size(), std::size_t{1});
    }

    void settings_beside_a_metric() {
        const char* rates[] = {"1e-5", "1e-5", "1e-4", "1e-4"};
        std::vector<fs::path> runs;
        for (int i = 0; i < 4; ++i) {
            const fs::path run = root() / ("sweep" + std::to_string(i));
            test::make_run(run, 70, {"bad", "good"},
                           std::string("training: {seed: 1, learning_rate: ") + rates[i] +
                               ", optim: " + (i % 2 ? "adam" : "adamw") + "}\n");
            write_file_atomically(run / "report.json", "{\"accuracy\": 0." + std::to_string(5 + i) + "}\n");
            std::string preset = read_file(run / "preset.yaml", ErrorId::file_unreadable);
            for (std::size_t at; (at = preset.find(run.filename().string() + ".csv")) != std::string::npos;)
                preset.replace(at, run.filename().string().size() + 4, "a.csv"); // the same data
            write_file_atomically(run / "preset.yaml", preset);
            runs.push_back(run);
        }
        ComparePage page;
        page.resize(1000, 640);
        page.show();
        show(page, runs);
        page.show_settings();
        auto* settings = page.findChild<SettingsView*>();
        QTRY_VERIFY(settings->plot().isVisible());
        test::keep(page, QStringLiteral("compare-settings"));
        const ParallelPlot& plot = settings->plot();
        QStringList titles;
        for (const ParallelAxis& axis : plot.axes())
            titles << axis.title;
        titles.sort();
        QCOMPARE(titles, (QStringList{"Test accuracy", "learning_rate", "optim"}));
        QCOMPARE(plot.axes().back().title, QString("Test accuracy"));
        QCOMPARE(plot.lines().size(), std::size_t{4});
        QCOMPARE(plot.lines()[0].at.back(), std::optional(0.0));
        QVERIFY(std::abs(plot.lines()[1].at.back().value() - 1.0 / 3) < 1e-9);
        // the line below the pointer stands out, and a click opens its run
        QSignalSpy requested(&page, &ComparePage::run_requested);
        const QPoint best = plot.point_at(plot.axes().size() - 1, 1).toPoint() - QPoint(2, 0);
        QCOMPARE(plot.line_at(best), std::optional(std::size_t{3}));
        QVERIFY(!plot.line_at(QPointF(0, 0)));
        QTest::mouseClick(&settings->plot(), Qt::LeftButton, {}, best);
        QCOMPARE(requested.size(), 1);
        QCOMPARE(to_path(requested[0][0].toString()), fs::canonical(runs[3]));
        QTest::keyClick(&settings->plot(), Qt::Key_Down); // to the next best
        QCOMPARE(plot.current(), std::optional(std::size_t{2}));
        QVERIFY(plot.accessibleDescription().contains("learning_rate=1e-4"));
        QCOMPARE(settings->importance().bars().size(), std::size_t{2});
        QCOMPARE(settings->importance().bars()[0].label, QString("learning_rate"));
        QVERIFY(std::abs(settings->importance().bars()[0].value - 0.7) < 1e-9);
        QVERIFY2(settings->remark().startsWith("Approximate"), qPrintable(settings->remark()));
        QVERIFY(settings->plot().render("svg").contains("<svg"));
        show(page, {runs[0], runs[1], runs[2]});
        QVERIFY2(settings->remark().contains("at least 4 runs"), qPrintable(settings->remark()));
        QVERIFY(settings->importance().bars().empty());
    }

    void axes_of_numbers_and_words() {
        const auto placed = [](std::vector<std::string> values, std::vector<double> numbers) {
            report::VaryingSetting setting{"training.x", {}, std::move(numbers)};
            for (std::string& value : values)
                setting.values.emplace_back(std::move(value));
            return place_setting(setting, QStringLiteral("x"));
        };
        const PlacedAxis log = placed({"0.001", "0.01", "0.1"}, {0.001, 0.01, 0.1});
        QVERIFY(std::abs(log.at[1].value() - 0.5) < 1e-9); // spans decades
        QCOMPARE(log.axis.ticks[1].text, QString("0.01"));
        const PlacedAxis linear = placed({"1", "2", "5"}, {1, 2, 5});
        QVERIFY(std::abs(linear.at[1].value() - 0.25) < 1e-9);
        const PlacedAxis with_zero = placed({"0", "1", "100"}, {0, 1, 100});
        QVERIFY(std::abs(with_zero.at[1].value() - 0.01) < 1e-9); // zero has no logarithm
        const PlacedAxis words = placed({"sgd", "adam", "lion"}, {});
        QCOMPARE(words.at, (std::vector<std::optional<double>>{1.0, 0.0, 0.5}));
        const double nan = std::numeric_limits<double>::quiet_NaN();
        QVERIFY(!placed({"1", "2", "3"}, {1, nan, 3}).at[1]);
    }

    void what_cannot_be_read_is_told() {
        ComparePage page;
        show(page, {root() / "a", root() / "gone"});
        QCOMPARE(page.figures().rowCount(), 2); // the run and its recipe
        QVERIFY2(page.findChild<MessageBar*>()->text().contains("TD4195"),
                 qPrintable(page.findChild<MessageBar*>()->text()));
    }

    void what_is_damaged_is_told() {
        fs::copy(root() / "a", root() / "odd", fs::copy_options::recursive);
        write_file_atomically(root() / "odd" / "report.json", "{\"a\": 1}\n");
        ComparePage page;
        show(page, {root() / "c", root() / "odd"});
        const QString said = page.findChild<MessageBar*>()->text();
        QVERIFY2(said.startsWith("odd: report.json: cannot read a file of the run"), qPrintable(said));
        const test::HiddenFolder hidden(root() / "odd");
        show(page, {root() / "c", root() / "odd"});
        QVERIFY2(page.findChild<MessageBar*>()->text().contains("TD4190"),
                 qPrintable(page.findChild<MessageBar*>()->text()));
    }
};

TUNEDESK_WINDOW_TEST_MAIN(ComparePageTest)
#include "compare_page_test.moc"
