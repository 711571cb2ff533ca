// SPDX-License-Identifier: GPL-3.0-or-later
// What appears while one works moves nothing that the pointer is on, and a page notices the end of its run.

#include "event/folder/run_folder.h"
#include "patience.h"
#include "ui/display.h"
#include "ui/plot/curve_plot.h"
#include "ui/plot/qcp.h"
#include "ui/report/made_run.h"
#include "ui/report/report_page.h"
#include "ui/run/plot_board.h"
#include "ui/run/watch_page.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/layout_mistakes.h"
#include "ui/window/library/library.h"
#include "ui/window/new_run/preset_view.h"
#include "ui/window/runs.h"
#include "ui/window/shell/lazy_tabs.h"
#include "ui/window/shell/main_window.h"
#include "ui/window/shell/run_view.h"
#include "ui/window/shell/theme.h"
#include "ui/window/shell/workspace.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QLineEdit>
#include <QSettings>
#include <QToolButton>

using namespace tunedesk;
using namespace tunedesk::ui;

class SteadyPageTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    Theme theme_;
    std::unique_ptr<QSettings> settings_;
    std::unique_ptr<MainWindow> window_;

    fs::path path(const char* name) const { return fs::path(folder_.path().toStdString()) / name; }

    /// Where each control is on the window; the bars' own are left out.
    QMap<QWidget*, QRect> places() const {
        QMap<QWidget*, QRect> all;
        for (auto* widget : window_->findChildren<QWidget*>()) {
            const bool is_control = qobject_cast<QAbstractButton*>(widget) ||
                                    qobject_cast<QLineEdit*>(widget) || qobject_cast<CurvePlot*>(widget) ||
                                    qobject_cast<QAbstractItemView*>(widget);
            bool is_of_bar = false;
            for (QWidget* above = widget; above; above = above->parentWidget())
                is_of_bar |= qobject_cast<MessageBar*>(above) != nullptr;
            if (is_control && !is_of_bar && widget->isVisible())
                all[widget] = {widget->mapTo(window_.get(), QPoint(0, 0)), widget->size()};
        }
        return all;
    }

private Q_SLOTS:
    void initTestCase() {
        for (const char* name : {"runs/a", "runs/b"}) {
            test::make_finished_run(path(name), name, 0.8, 1e-5);
            test::make_run(path(name), 100, {"negative", "positive"});
        }
        write_file_atomically(path("p.yaml"), "tunedesk: 1\nname: p\nmodel: {path: /models/none}\n"
                                              "data: {train: own.csv}\n");
        settings_ =
            std::make_unique<QSettings>(folder_.filePath(QStringLiteral("w.ini")), QSettings::IniFormat);
        window_ = std::make_unique<MainWindow>(&theme_, settings_.get());
        window_->resize(1280, 720);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    }
    void cleanupTestCase() { window_.reset(); }

    void messages_move_nothing_data() {
        QTest::addColumn<QString>("subject");
        QTest::addColumn<QString>("page");
        QTest::newRow("set-up") << "p.yaml"
                                << "setup";
        QTest::newRow("data") << "p.yaml"
                              << "data";
        QTest::newRow("watch") << "runs/a"
                               << "watch";
        QTest::newRow("report") << "runs/a"
                                << "report";
        QTest::newRow("try") << "runs/a"
                             << "try";
        QTest::newRow("preset") << "runs/a"
                                << "preset";
    }
    void messages_move_nothing() {
        QFETCH(QString, subject);
        QFETCH(QString, page);
        window_->open(path(subject.toUtf8().constData()));
        QTRY_VERIFY(window_->workspace()->tabs());
        QTRY_VERIFY(subject.endsWith(QStringLiteral("yaml")) == !!window_->workspace()->preset_view());
        window_->workspace()->tabs()->go_to(page);
        QTest::qWait(1500);
        for (auto* bar : window_->findChildren<MessageBar*>())
            bar->clear();
        QTest::qWait(100);
        const auto before = places();
        QVERIFY(before.size() > 2);
        QList<MessageBar*> bars;
        for (auto* bar : window_->findChildren<MessageBar*>()) {
            if (!bar->parentWidget()->isVisible()) continue;
            bars << bar;
            bar->say(MessageBar::Kind::success, QStringLiteral("Report ready: ") + QString(60, u'n'),
                     QStringLiteral("Open the report"));
        }
        QVERIFY(bars.size() >= 3); // the window's two and the page's
        QTest::qWait(100);
        const auto after = places();
        for (auto at = before.begin(); at != before.end(); ++at)
            QVERIFY2(after.value(at.key()) == at.value(), at.key()->metaObject()->className());
        test::keep(*window_, QStringLiteral("messages-") + page);
        // Each is whole and none is over another.
        for (MessageBar* bar : bars) {
            QVERIFY(window_->rect().contains(QRect(bar->mapTo(window_.get(), QPoint(0, 0)), bar->size())));
            for (MessageBar* other : bars)
                if (other != bar)
                    QVERIFY(!QRect(bar->mapToGlobal(QPoint(0, 0)), bar->size())
                                 .intersects(QRect(other->mapToGlobal(QPoint(0, 0)), other->size())));
        }
        const QStringList mistakes =
            test::LayoutMistakes::of(window_.get()).filter(QStringLiteral("MessageBar"));
        QVERIFY2(mistakes.isEmpty(), qPrintable(mistakes.join(u'\n')));
        for (MessageBar* bar : bars)
            bar->clear();
    }

    void good_news_leaves_and_bad_news_stays() {
        MessageBar* bar = window_->news();
        bar->say(MessageBar::Kind::info, QStringLiteral("pausing after this step"));
        QCursor::setPos(window_->mapToGlobal(QPoint(window_->width() - 5, 5)));
        QTRY_VERIFY_WITH_TIMEOUT(bar->isHidden(), 5 * MessageBar::stays_ms);
        bar->say(Error::in_words(4001, "it is damaged"));
        QTest::qWait(MessageBar::stays_ms + 1000);
        QVERIFY(bar->isVisible());
        bar->clear();
    }

    // A run that ends while its report page is in front.
    void the_report_comes_when_the_run_ends() {
        const fs::path run = path("runs/late");
        test::make_finished_run(run, "late", 0.8, 1e-5);
        fs::remove(run / "report.json");
        fs::remove(run / "exit.json");
        window_->open(run);
        QTRY_VERIFY(window_->workspace()->run_view());
        LazyTabs* tabs = window_->workspace()->tabs();
        tabs->go_to(QStringLiteral("report"));
        auto* report = qobject_cast<ReportPage*>(tabs->page(QStringLiteral("report")));
        QTest::qWait(500);
        QVERIFY(!report->current());
        window_->news()->say(MessageBar::Kind::info, QStringLiteral("still"));
        test::make_run(run, 100, {"negative", "positive"});
        Q_EMIT window_->library()->run_ended(to_qt(run)); // as when its last state comes
        QTRY_VERIFY_WITH_TIMEOUT(report->current(), 20'000);
        // It was in front when the news came: that it is ready is no news.
        QTRY_VERIFY(!window_->news()->text().contains(QStringLiteral("ready")));
        // Nor when the library notices the end later than the page did.
        Q_EMIT window_->library()->run_ended(to_qt(run));
        for (int turn = 0; turn < 200; ++turn) {
            QVERIFY(!window_->news()->text().contains(QStringLiteral("ready")));
            QTest::qWait(5);
        }
    }

    void a_zoom_belongs_to_its_run() {
        window_->open(path("runs/a"));
        window_->workspace()->tabs()->go_to(QStringLiteral("watch"));
        auto* page = qobject_cast<WatchPage*>(window_->workspace()->tabs()->page(QStringLiteral("watch")));
        QTRY_VERIFY(page->board()->plot("loss"));
        CurvePlot* loss = page->board()->plot("loss");
        QTRY_VERIFY(loss->isVisible());
        QToolButton* reset = nullptr;
        for (auto* button : loss->findChildren<QToolButton*>())
            if (button->text().contains(QStringLiteral("Zoomed"))) reset = button;
        QVERIFY(reset && !reset->isVisible());
        QTest::keyClick(&loss->chart(), Qt::Key_Plus);
        QVERIFY(!loss->axes().follows() && reset->isVisible());
        test::keep(*window_, QStringLiteral("zoomed"));
        QTest::mouseClick(reset, Qt::LeftButton);
        QVERIFY(loss->axes().follows() && !reset->isVisible());
        QTest::keyClick(&loss->chart(), Qt::Key_Plus);
        QVERIFY(!loss->axes().follows());
        window_->open(path("runs/b"));
        QTRY_VERIFY(loss->axes().follows());
        QVERIFY(!reset->isVisible());
    }
};

TUNEDESK_WINDOW_TEST_MAIN(SteadyPageTest)
#include "steady_page_test.moc"
