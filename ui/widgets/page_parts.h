// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QHBoxLayout;
class QLabel;
class QScrollArea;
class QStackedWidget;
class QString;
class QTabWidget;
class QWidget;

/// What the pages of a run look alike in.
namespace tunedesk::ui {

class MessageBar;

/// A label that names what a page shows: large, bold, as it is written.
void make_title(QLabel* title);

/// A line with the title and, below it, its state; what the page can do comes behind.
QHBoxLayout* page_head(QLabel* title, QLabel* state);

/// From top to bottom; the body takes the room that is left.
void lay_out_page(QWidget* page, QHBoxLayout* head, MessageBar* message, QWidget* body);

/// A frameless area that scrolls `content`, which takes its width and is owned by it.
QScrollArea* make_scrollable(QWidget* content);

/// Tabs, and in their place a text where there is nothing to show.
void stack_tabs(QStackedWidget* stack, QLabel* empty, QTabWidget* tabs);

} // namespace tunedesk::ui
