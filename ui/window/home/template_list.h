// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/library/library.h"

#include <QWidget>

class QGridLayout;

namespace tunedesk::ui {

/// The presets shipped with TuneDesk, by task: one button per task, with a menu if it has several. Window's
/// thread.
class TemplateList : public QWidget {
    Q_OBJECT

public:
    explicit TemplateList(QWidget* parent = nullptr);

    /// Shows the shipped presets among the entries; those whose details were not read yet are omitted.
    void set_entries(const LibraryEntries& entries);
    bool is_empty() const { return shown_.empty(); }

Q_SIGNALS:
    void chosen(const QString& preset);

private:
    void add_button(const QString& task, const LibraryEntries& presets, int number);

    QGridLayout* grid_;
    LibraryEntries shown_;
};

/// The title of a task such as "text-classification" in the window's language.
QString task_title(const std::string& name);

} // namespace tunedesk::ui
