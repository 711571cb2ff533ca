// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <QMenu>

namespace tunedesk::ui {

class PlotBoard;

/// A menu of other runs whose curves can be overlaid on a board. Window's thread.
class OverlayMenu : public QMenu {
    Q_OBJECT

public:
    explicit OverlayMenu(PlotBoard* board, QWidget* parent = nullptr);

    /// The board's own run, which is not offered.
    void set_run(const fs::path& run) { run_ = run; }

private:
    void fill();
    void overlay(const fs::path& run, bool on);

    PlotBoard* board_;
    fs::path run_;
};

} // namespace tunedesk::ui
