// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/document/document.h"

#include <QPaintDevice>
#include <QPainter>
#include <functional>
#include <vector>

namespace tunedesk::ui {

/// A piece of a printed document that stays on one page.
struct PrintedItem {
    double height = 0, space = 0; ///< space: before it, except at the top of a page
    bool keeps_with_next = false; ///< must not be the last item of a page
    double head_height = 0;       ///< height of the header repeated above it at the top of a page; 0: none
    std::function<void(QPainter&, double top)> draw, draw_head;
};

/// Divides a document into items of the width of `device`, for a light background. Tables longer than most of
/// a page are split between rows, never into parts of fewer than three rows. The items refer to `document`.
std::vector<PrintedItem> printed_items(const report::Document& document, QPaintDevice* device);

/// The items of a page with their positions.
struct PrintedPage {
    struct Place {
        const PrintedItem* item;
        double top;
        bool has_head; ///< the item's header is repeated above it
    };
    std::vector<Place> places;
};
std::vector<PrintedPage> paginated(const std::vector<PrintedItem>& items, double height);

} // namespace tunedesk::ui
