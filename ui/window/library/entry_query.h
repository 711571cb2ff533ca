// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/library/library.h"

#include <QString>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

class QLineEdit;

namespace tunedesk::ui {

/// An entry's value of a field as text: "started", "title", "state", a metric, a key ("optim" or
/// "training.optim"). std::nullopt if it has none.
std::optional<std::string> field_text(const LibraryEntry& entry, std::string_view field);

/// The lower-case text in which the plain words of a query are searched.
QString search_text(const LibraryEntry& entry);

/// A query for runs and presets. It consists of words, all of which must match: a plain word anywhere in the
/// title, tags, note, state or path; `key=value`, `key!=value`, `key<number`, `key>number` (and <=, >=) for a
/// preset's key, with or without its section, or a metric. Archived runs only match queries with the word
/// `archived`, presets shipped with TuneDesk those with the word `shipped`.
class EntryQuery {
public:
    EntryQuery() = default;
    explicit EntryQuery(const QString& text);

    /// `search`: the entry's search_text().
    bool accepts(const LibraryEntry& entry, const QString& search) const;

private:
    struct Condition {
        QString key, op, value; ///< a plain word has no key
        std::optional<double> number;
    };
    static bool holds(const Condition& condition, const LibraryEntry& entry, const QString& search);

    std::vector<Condition> conditions_;
    bool archived_ = false, shipped_ = false;
};

/// Sets a field's placeholder and tool tip to a description of the query syntax.
void describe_query(QLineEdit& field);

} // namespace tunedesk::ui
