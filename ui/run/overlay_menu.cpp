// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/overlay_menu.h"

#include "run/registry/known_runs.h"
#include "ui/run/plot_board.h"
#include "ui/run/watch_page.h"
#include "ui/widgets/background.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/text.h"

namespace tunedesk::ui {

OverlayMenu::OverlayMenu(PlotBoard* board, QWidget* parent) : QMenu(parent), board_(board) {
    connect(this, &QMenu::aboutToShow, this, &OverlayMenu::fill);
}

void OverlayMenu::fill() {
    clear();
    addAction(WatchPage::tr("Looking for runs…"))->setEnabled(false);
    in_background(
        this, [](const CancelToken&) { return run::registered_runs(); },
        [this](const std::vector<run::RegisteredRun>& runs) {
            clear();
            for (const run::RegisteredRun& each : runs) {
                if (each.path == run_ || actions().size() == 20) continue;
                QAction* action = addAction(menu_text(to_qt(each.path.filename())));
                action->setCheckable(true);
                action->setChecked(board_->has_overlay(each.path));
                action->setToolTip(to_qt(each.path));
                connect(action, &QAction::toggled, this,
                        [this, path = each.path](bool on) { overlay(path, on); });
            }
            if (isEmpty()) addAction(WatchPage::tr("There is no other run."))->setEnabled(false);
        });
}

void OverlayMenu::overlay(const fs::path& run, bool on) {
    if (!on) return board_->set_overlay(run, nullptr);
    read_in_background(
        this,
        [run](const CancelToken& token) { return read_history({run}, [&] { return token.is_cancelled(); }); },
        [this, run, shown = run_](const std::shared_ptr<RunHistory>& history) {
            if (shown == run_) board_->set_overlay(run, history);
        });
}

} // namespace tunedesk::ui
