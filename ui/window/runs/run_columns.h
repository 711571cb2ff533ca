// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/library/library.h"

#include <QStringList>
#include <QVariant>
#include <functional>
#include <optional>

namespace tunedesk::ui {

/// A column of the table of runs.
struct RunColumn {
    QString id;    ///< "name", "score", a metric's name, or "key:" and a preset's dotted key
    QString title; ///< in the window's language
    int width = 0; ///< default width
    bool is_number = false;
    std::function<QString(const LibraryEntry&)> text; ///< empty: the model provides the text (what_differs)
    /// The sort value, a number or a text; invalid if the run has none.
    std::function<QVariant(const LibraryEntry&)> value;
};

/// The id of the column with the settings in which the shown runs differ.
inline const QString what_differs = QStringLiteral("differs");

/// The available columns except those of settings, in the groups of the menu.
std::vector<QStringList> run_column_groups();
QStringList default_run_columns();
QString setting_column(const std::string& key);
/// std::nullopt for an unknown id.
std::optional<RunColumn> run_column(const QString& id);

} // namespace tunedesk::ui
