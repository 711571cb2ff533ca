// SPDX-License-Identifier: GPL-3.0-or-later
// What each strategy would need, beside each other, opened from the strip below a preset of two ranks.

#include "patience.h"
#include "ui/display.h"
#include "ui/plot/pipeline/pipeline_plot.h"
#include "ui/preset/estimate/estimate_figures.h"
#include "ui/preset/estimate/estimate_strip.h"
#include "ui/preset/estimate/shard_picture.h"
#include "ui/preset/estimate/strategy_dialog.h"
#include "ui/preset/preset_tools.h"
#include "ui/widgets/message_bar.h"

#include "page.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QPushButton>
#include <QToolButton>
#include <fstream>

using namespace tunedesk;
using namespace tunedesk::ui;
using namespace tunedesk::test;

class StrategyDialogTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    fs::path preset(const char* name, const char* parallel, const char* more = "") const {
        const fs::path file = to_path(folder_.filePath(QLatin1String(name)));
        std::ofstream(file) << "tunedesk: 1\nname: p\nmodel: {path: " TUNEDESK_SOURCE_DIR
                               "/tests/golden/models/tiny-bert, ignore_mismatched_sizes: true}\n"
                               "data: {train: " TUNEDESK_SOURCE_DIR
                               "/resources/samples/own.csv, max_length: 12}\n"
                               "evaluation: {strategy: \"no\"}\nparallel: "
                            << parallel << "\n"
                            << more;
        return file;
    }
    static QList<StrategyDialog*> dialogs(const SetupPage& page) {
        return page.findChildren<StrategyDialog*>();
    }

private Q_SLOTS:
    void anotherStrategyIsTaken() {
        SetupPage page;
        open(page, preset("two.yaml", "{strategy: zero2, processes: 2}"));
        QToolButton* button = page.strip()->figures().strategies();
        QTRY_VERIFY_WITH_TIMEOUT(button->isVisible(), patience_s * 1000);
        QVERIFY2(button->text().contains(QStringLiteral("ddp")),
                 qPrintable(button->text())); // all of it fits
        keep(page, QStringLiteral("strategies-strip"));
        button->click();
        QCOMPARE(dialogs(page).size(), 1);
        StrategyDialog& dialog = *dialogs(page).first();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QCOMPARE(dialog.choices()->buttons().size(), 5);
        QCOMPARE(dialog.choices()->checkedButton()->text(), QStringLiteral("zero2"));
        QVERIFY(!dialog.use_button()->isEnabled()); // the preset's own
        QVERIFY2(dialog.explanation().contains(QStringLiteral("ddp")), qPrintable(dialog.explanation()));
        const QString of_zero2 = dialog.picture()->accessibleDescription();
        for (QAbstractButton* choice : dialog.choices()->buttons())
            if (choice->text() == QLatin1String("zero3")) choice->click();
        QVERIFY(dialog.picture()->accessibleDescription() != of_zero2);
        keep(dialog, QStringLiteral("strategies"));
        dialog.use_button()->click();
        QTRY_COMPARE(page.draft().loaded.preset.parallel.strategy, Preset::Strategy::zero3);
    }

    /// Its stages, and when they make their passes.
    void aPipelineIsDrawnBeforeItStarts() {
        SetupPage page;
        open(page, preset("stages.yaml", "{strategy: single, processes: 2, pipeline_stages: 2}",
                          "training: {gradient_accumulation_steps: 8}\n"));
        QToolButton* button = page.strip()->figures().strategies();
        QTRY_VERIFY_WITH_TIMEOUT(button->isVisible(), patience_s * 1000);
        QCOMPARE(button->text(), QStringLiteral("Pipeline"));
        button->click();
        QCOMPARE(dialogs(page).size(), 1);
        StrategyDialog& dialog = *dialogs(page).first();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QVERIFY(dialog.choices()->buttons().isEmpty());
        QVERIFY(dialog.pipeline());
        const event::PipelinePasses& passes = dialog.pipeline()->passes();
        QCOMPARE(passes.stages.size(), std::size_t{2});
        QCOMPARE(passes.stages[0].size(), std::size_t{16});
        QVERIFY2(dialog.pipeline()->caption().contains(QStringLiteral("Planned step")),
                 qPrintable(dialog.pipeline()->caption()));
        keep(dialog, QStringLiteral("pipeline-plan"));
    }

    void oneRankIsToldWhatItIsFor() {
        SetupPage page;
        open(page, preset("one.yaml", "{strategy: single}"));
        QTRY_VERIFY_WITH_TIMEOUT(page.strip()->shown() && page.strip()->shown()->estimate, patience_s * 1000);
        QVERIFY(!page.strip()->figures().strategies()->isVisible());
        page.tools()->ask_strategy(page.strip()->shown());
        QVERIFY(dialogs(page).isEmpty());
        QVERIFY2(page.messages()->text().contains(QStringLiteral("parallel.processes")),
                 qPrintable(page.messages()->text()));
    }
};

TUNEDESK_WINDOW_TEST_MAIN(StrategyDialogTest)
#include "strategy_dialog_test.moc"
