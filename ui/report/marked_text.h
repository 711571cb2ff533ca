// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tags/text_entities.h"

#include <QString>
#include <vector>

namespace tunedesk::ui {

/// A part of a text that is an entity.
struct Mark {
    std::size_t begin = 0, end = 0; ///< characters (code points)
    QString type;
};
std::vector<Mark> marks_of(const std::vector<data::TextEntity>& entities);

/// HTML of a text with its marks, which must be in text order, on a background by type and followed by the
/// type.
QString marked_text(const QString& text, const std::vector<Mark>& marks);

/// "PER: Ada Lovelace; LOC: London"; empty without marks.
QString listed_marks(const QString& text, const std::vector<Mark>& marks);

} // namespace tunedesk::ui
