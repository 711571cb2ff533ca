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

/// An entry's value of a field, as text: "started", "title", "state", a metric, a key ("optim" or
/// "training.optim"). std::nullopt if it has none.
std::optional<std::string> field_text(const LibraryEntry& entry, std::string_view field);

/// Lower case: what a plain word of a query looks in.
QString search_text(const LibraryEntry& entry);

/// What a user types to find runs and presets. It is words, all of which must match: a plain word somewhere
/// in the title, tags, note, state or path; `key=value`, `key!=value`, `key<number`, `key>number` (and <=,
/// >=) by a preset's key, with or without its section, or a metric. Archived runs match only a query with the
/// word `archived`, presets that come with TuneDesk one with the word `shipped`.
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

/// Says in a field for queries, and in its tool tip, what may be typed.
void describe_query(QLineEdit& field);

} // namespace tunedesk::ui
