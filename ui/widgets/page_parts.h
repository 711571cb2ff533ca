// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QHBoxLayout;
class QLabel;
class QScrollArea;
class QStackedWidget;
class QString;
class QTabWidget;
class QWidget;

/// Common layout of a run's pages.
namespace tunedesk::ui {

class MessageBar;

/// Formats a label as a page's title: large, bold, plain text.
void make_title(QLabel* title);

/// A line with the title above its state; buttons are added after them.
QHBoxLayout* page_head(QLabel* title, QLabel* state);

/// Arranges the parts from top to bottom; the body takes the remaining space.
void lay_out_page(QWidget* page, QHBoxLayout* head, MessageBar* message, QWidget* body);

/// A frameless area that scrolls `content`, which fits its width and is owned by it.
QScrollArea* make_scrollable(QWidget* content);

/// Adds tabs and an alternative text for when there is nothing to show.
void stack_tabs(QStackedWidget* stack, QLabel* empty, QTabWidget* tabs);

} // namespace tunedesk::ui
