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
    double height = 0, space = 0; ///< space: before it, but at the head of a page
    bool keeps_with_next = false; ///< a page does not end with it
    double head_height = 0;       ///< of what is repeated at the head of a page before it; 0: nothing
    std::function<void(QPainter&, double top)> draw, draw_head;
};

/// Cuts a document into pieces of the width of `device`, on light ground. Tables are cut between rows where
/// they are longer than most of a page, never into one of fewer than three rows. Refers to the document.
std::vector<PrintedItem> printed_items(const report::Document& document, QPaintDevice* device);

/// Which pieces stand on a page, and where.
struct PrintedPage {
    struct Place {
        const PrintedItem* item;
        double top;
        bool has_head; ///< the item's head stands above it
    };
    std::vector<Place> places;
};
std::vector<PrintedPage> paginated(const std::vector<PrintedItem>& items, double height);

} // namespace tunedesk::ui
