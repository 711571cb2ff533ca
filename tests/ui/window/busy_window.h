// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "ui/preset/form/preset_text_edit.h"
#include "ui/preset/setup_page.h"
#include "ui/window/new_run/preset_view.h"
#include "ui/window/shell/lazy_tabs.h"
#include "ui/window/shell/main_window.h"
#include "ui/window/shell/stall_watchdog.h"
#include "ui/window/shell/workspace.h"

#include <QLineEdit>
#include <QTest>
#include <QTimer>
#include <functional>
#include <map>

namespace tunedesk::test {

/// Uses a window intensively: visits the pages of a run, of a preset and of several runs, and types. Reports
/// for which action the window's thread took longest.
class BusyWindow : public QObject {
public:
    /// By action: its own duration in milliseconds, and the longest wait of an event before the next action.
    struct Cost {
        double action = 0, wait = 0;
    };

    BusyWindow(ui::MainWindow& window, const fs::path& run, const fs::path& preset,
               const std::vector<fs::path>& others)
        : window_(window) {
        const auto page = [&](const QString& name, const fs::path& subject, const QString& tab) {
            actions_.emplace_back(name, [this, subject, tab] {
                window_.open(subject);
                window_.workspace()->tabs()->go_to(tab);
            });
        };
        std::vector<fs::path> all{run};
        all.insert(all.end(), others.begin(), others.end());
        const QString watch = QStringLiteral("watch");
        page(watch, run, watch);
        actions_.emplace_back("watching", [] {});
        page("report", others.front(), QStringLiteral("report"));
        page("setup", preset, QStringLiteral("setup"));
        for (const char key : {'#', ' ', 'a', 'b', 'c'})
            actions_.emplace_back("typing", [this, key] { type(key); });
        page("data", preset, QStringLiteral("data"));
        page("back to watch", run, watch);
        actions_.emplace_back("compare", [this, all] { window_.workspace()->show_runs(all); });
        page("preset of the run", run, QStringLiteral("preset"));
        page("watch of another run", others.front(), watch);
        page("try", others.front(), QStringLiteral("try"));
        connect(&timer_, &QTimer::timeout, this, &BusyWindow::next);
    }

    void work_for(double seconds, int every_ms) {
        timer_.start(every_ms);
        QTest::qWait(static_cast<int>(seconds * 1000));
        timer_.stop();
    }
    const ui::StallWatchdog& watchdog() const { return watchdog_; }
    const std::map<QString, Cost>& costs() const { return costs_; }
    int rounds() const { return static_cast<int>(turn_ / actions_.size()); }

private:
    void type(char key) {
        ui::PresetView* view = window_.workspace()->preset_view();
        if (!view || !view->setup()) return;
        view->setup()->text()->setFocus();
        QTest::keyClick(view->setup()->text(), key);
    }

    void next() {
        const std::vector<double> waits = watchdog_.waits();
        if (turn_ > 0) {
            Cost& before = costs_[actions_[(turn_ - 1) % actions_.size()].first];
            for (; seen_ < waits.size(); ++seen_)
                before.wait = std::max(before.wait, waits[seen_]);
        }
        const auto& [name, act] = actions_[turn_ % actions_.size()];
        const double begin = monotonic_seconds();
        act();
        costs_[name].action = std::max(costs_[name].action, (monotonic_seconds() - begin) * 1e3);
        ++turn_;
    }

    ui::MainWindow& window_;
    ui::StallWatchdog watchdog_;
    QTimer timer_;
    std::vector<std::pair<QString, std::function<void()>>> actions_;
    std::map<QString, Cost> costs_;
    std::size_t turn_ = 0, seen_ = 0;
};

} // namespace tunedesk::test
