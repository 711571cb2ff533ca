// SPDX-License-Identifier: GPL-3.0-or-later
#include "patience.h"
#include "ui/compare/compare_page.h"
#include "ui/display.h"
#include "ui/widgets/text.h"
#include "ui/window/home/home_page.h"
#include "ui/window/home/loss_reader.h"
#include "ui/window/home/run_card.h"
#include "ui/window/home/sparkline.h"
#include "ui/window/home/template_list.h"
#include "ui/window/library/entry_text.h"
#include "ui/window/library/sidebar.h"
#include "ui/window/navigation/rail.h"
#include "ui/window/navigation/settings_dialog.h"
#include "ui/window/runs.h"
#include "ui/window/shell/command_palette.h"
#include "ui/window/shell/main_window.h"
#include "ui/window/shell/run_view.h"
#include "ui/window/shell/theme.h"
#include "ui/window/shell/workspace.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QToolButton>
#include <QTreeView>
#include <cmath>
#include <limits>

using namespace tunedesk;
using namespace tunedesk::ui;

namespace {

constexpr int patience = 30'000;

} // namespace

/// The window's home page, rail, palette and settings, over real run folders.
class HomeTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    Theme theme_;
    std::unique_ptr<QSettings> settings_;
    std::unique_ptr<MainWindow> window_;

    fs::path path(const char* name) const { return fs::path(folder_.path().toStdString()) / name; }
    HomePage* home() const { return window_->workspace()->home(); }
    bool shows_home() const { return window_->workspace()->currentWidget() == home(); }
    std::vector<RunCard*> cards() const {
        std::vector<RunCard*> shown;
        for (RunCard* card : home()->findChildren<RunCard*>())
            if (card->isVisible() && card->entry()) shown.push_back(card);
        return shown;
    }
    RunCard* card_of(const fs::path& run) const {
        for (RunCard* card : cards())
            if (card->entry()->path == run) return card;
        return nullptr;
    }
    QToolButton* rail_button(const QString& name) const {
        for (auto* button : window_->findChild<Rail*>()->findChildren<QToolButton*>())
            if (button->accessibleName() == name) return button;
        return nullptr;
    }
    QStringList listed() const {
        const auto* model = window_->sidebar()->findChild<QTreeView*>()->model();
        QStringList names;
        for (int section = 0; section < model->rowCount(); ++section)
            for (int row = 0; row < model->rowCount(model->index(section, 0)); ++row)
                names << model->index(row, 0, model->index(section, 0)).data().toString();
        return names;
    }

private Q_SLOTS:
    void init() {
        settings_ =
            std::make_unique<QSettings>(folder_.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
        window_ = std::make_unique<MainWindow>(&theme_, settings_.get());
        window_->resize(1280, 720);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    }
    void cleanup() { window_.reset(); }

    void without_runs_it_says_how_to_begin() {
        QVERIFY(shows_home());
        QVERIFY(cards().empty());
        QStringList ways;
        for (auto* button : home()->findChildren<QPushButton*>())
            if (button->isVisible()) ways << button->text();
        for (const char* way :
             {"Fine-tune my CSV", "Quickstart", "Open a run", "Open a server", "Open a preset"})
            QVERIFY2(ways.contains(QLatin1String(way)), way);
        auto* templates = home()->findChild<TemplateList*>();
        QTRY_VERIFY_WITH_TIMEOUT(!templates->is_empty(), patience);
        QVERIFY(templates->isVisible());
        QVERIFY(listed().isEmpty()); // the presets that come with TuneDesk are templates
    }

    void runs_are_cards() {
        const fs::path good = test::make_finished_run(path("runs/good"), "good", 0.9, 1e-5);
        test::make_finished_run(path("runs/base"), "base", 0.8, 1e-5);
        write_file_atomically(good / "metrics.csv",
                              "step,epoch,train_loss\n1,0.1,0.9\n2,0.2,0.5\n3,0.3,0.25\n");
        window_->library()->refresh();
        QTRY_VERIFY_WITH_TIMEOUT(cards().size() == 2, patience);
        QTRY_VERIFY_WITH_TIMEOUT(card_of(good)->accessibleName().contains(QStringLiteral("0.9000")),
                                 patience);
        QVERIFY(card_of(good)->accessibleName().startsWith(QStringLiteral("good, done")));
        test::keep(*window_, QStringLiteral("home"));
        window_->library()->set_baseline(path("runs/base"));
        const auto baseline = [this]() -> LibraryEntryPtr {
            const LibraryEntryPtr entry = window_->library()->find(path("runs/base"));
            return entry && entry->is_baseline ? entry : nullptr;
        };
        QTRY_VERIFY_WITH_TIMEOUT(baseline(), patience);
        const LibraryEntryPtr entry = window_->library()->find(good);
        QCOMPARE(score_difference(*entry, baseline()), QStringLiteral("+0.1000"));
        QVERIFY(is_better(*entry, baseline()));
        QCOMPARE(score_difference(*baseline(), entry), QChar(0x2212) + QStringLiteral("0.1000"));
        QVERIFY(!is_better(*baseline(), entry));
        QVERIFY(score_difference(*baseline(), baseline()).isEmpty());
        QTest::mouseClick(card_of(good), Qt::LeftButton);
        QTRY_VERIFY(window_->workspace()->run_view());
        QCOMPARE(window_->workspace()->run_view()->run(), good);
        QVERIFY(!rail_button(QStringLiteral("Home"))->isChecked());
        QTest::mouseClick(rail_button(QStringLiteral("Home")), Qt::LeftButton);
        QVERIFY(shows_home());
        QVERIFY(rail_button(QStringLiteral("Home"))->isChecked());
    }

    void losses_are_read_and_thinned() {
        LossReader reader;
        QSignalSpy changed(&reader, &LossReader::changed);
        const fs::path run = path("runs/good");
        reader.follow({run, path("runs/base"), path("nowhere")});
        QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 1, patience);
        QCOMPARE(reader.loss_of(run), (std::vector<double>{0.9, 0.5, 0.25}));
        QVERIFY(reader.loss_of(path("runs/base")).empty());
        QVERIFY(reader.loss_of(path("nowhere")).empty());
        const double nan = std::numeric_limits<double>::quiet_NaN();
        QCOMPARE(thinned({1, nan, 3}, 60), (std::vector<double>{1, 3}));
        QCOMPARE(thinned({1, 3, 5, 7, 10, 20}, 3), (std::vector<double>{2, 6, 15}));
        QVERIFY(thinned({}, 3).empty());
    }

    void the_rail_lists() {
        write_file_atomically(path("mine.yaml"), "tunedesk: 1\nname: mine\nmodel: {path: /models/none}\n"
                                                 "data: {train: mine.csv}\n");
        window_->library()->add_recent_preset(path("mine.yaml"));
        QTRY_VERIFY_WITH_TIMEOUT(
            listed().contains(QStringLiteral("mine")) && listed().contains(QStringLiteral("good")), patience);
        QTest::mouseClick(rail_button(QStringLiteral("Presets")), Qt::LeftButton);
        QCOMPARE(listed(), QStringList{QStringLiteral("mine")});
        QVERIFY(rail_button(QStringLiteral("Presets"))->isChecked());
        QTest::mouseClick(rail_button(QStringLiteral("Runs")), Qt::LeftButton);
        QVERIFY(!listed().contains(QStringLiteral("mine")) && listed().contains(QStringLiteral("good")));
        QVERIFY(!rail_button(QStringLiteral("Presets"))->isChecked());
        window_->sidebar()->select(path("mine.yaml")); // what is selected is listed
        QVERIFY(listed().contains(QStringLiteral("mine")));
        QVERIFY(!rail_button(QStringLiteral("Runs"))->isChecked());
        QTest::mouseClick(rail_button(QStringLiteral("Compare runs")), Qt::LeftButton);
        QVERIFY(qobject_cast<ComparePage*>(window_->workspace()->currentWidget()));
        QVERIFY(rail_button(QStringLiteral("Compare runs"))->isChecked());
    }

    void the_palette_is_fuzzy() {
        window_->open(path("runs/good"));
        QTRY_VERIFY_WITH_TIMEOUT(window_->workspace()->run_view(), patience);
        window_->findChild<QAction*>(QStringLiteral("palette"))->trigger();
        auto* palette = window_->findChild<CommandPalette*>();
        QTRY_VERIFY(palette && palette->isVisible());
        auto* words = palette->findChild<QLineEdit*>();
        auto* list = palette->findChild<QListWidget*>();
        const auto first = [&](const char* typed) {
            words->setText(QLatin1String(typed));
            return list->item(0)->text();
        };
        QVERIFY2(first("opfold").contains(QStringLiteral("Open folder")), qPrintable(first("opfold")));
        QVERIFY2(first("settings").contains(QStringLiteral("Settings")), qPrintable(first("settings")));
        QVERIFY2(first("go report").contains(QStringLiteral("Report")), qPrintable(first("go report")));
        QCOMPARE(first("qqqqxyz"), QStringLiteral("No command matches"));
        QTest::keyClick(words, Qt::Key_Return); // does nothing
        QVERIFY(palette->isVisible());
        QVERIFY(first("copy path").contains(QStringLiteral("Copy path")));
        QTest::keyClick(words, Qt::Key_Return);
        QTRY_COMPARE(QGuiApplication::clipboard()->text(), to_qt(path("runs/good")));
    }

    void settings_are_kept() {
        for (QAction* action : window_->findChildren<QAction*>())
            if (action->shortcut() == QKeySequence(QStringLiteral("Ctrl+,"))) action->trigger();
        auto* dialog = window_->findChild<SettingsDialog*>();
        QTRY_VERIFY(dialog && dialog->isVisible());
        auto* theme = dialog->findChildren<QComboBox*>().front();
        theme->setCurrentIndex(theme->findData(QStringLiteral("dark")));
        Q_EMIT theme->activated(theme->currentIndex());
        QVERIFY(theme_.is_dark());
        dialog->findChild<QCheckBox*>()->setChecked(false);
        QCOMPARE(settings_->value(QStringLiteral("window/notifications")).toBool(), false);
        QCOMPARE(settings_->value(QStringLiteral("window/theme")).toString(), QStringLiteral("dark"));
        theme->setCurrentIndex(theme->findData(QStringLiteral("light")));
        Q_EMIT theme->activated(theme->currentIndex());
        QVERIFY(!theme_.is_dark());
        dialog->close();
    }
};

TUNEDESK_WINDOW_TEST_MAIN(HomeTest)
#include "home_test.moc"
