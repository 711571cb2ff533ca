// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/library/library.h"

#include <QWidget>

class QGridLayout;

namespace tunedesk::ui {

/// The presets that come with TuneDesk, by task: a button each, with a menu where a task has several.
/// Window's thread.
class TemplateList : public QWidget {
    Q_OBJECT

public:
    explicit TemplateList(QWidget* parent = nullptr);

    /// Takes the shipped presets among the entries; those whose details were not read yet have no task and
    /// wait.
    void set_entries(const LibraryEntries& entries);
    bool is_empty() const { return shown_.empty(); }

Q_SIGNALS:
    void chosen(const QString& preset);

private:
    void add_button(const QString& task, const LibraryEntries& presets, int number);

    QGridLayout* grid_;
    LibraryEntries shown_;
};

/// "text-classification" as a title in the window's language.
QString task_title(const std::string& name);

} // namespace tunedesk::ui
