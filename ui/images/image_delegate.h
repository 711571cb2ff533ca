// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QListView;

namespace tunedesk::ui {

/// Shows items in a grid: an item's DecorationRole, a QImage of at most Thumbnails::side pixels a side (null
/// while it is loading), with its text below.
void show_as_thumbnails(QListView& list);

} // namespace tunedesk::ui
