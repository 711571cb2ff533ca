// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/library/library.h"

#include <QString>

namespace tunedesk::task {
struct Metric;
}

namespace tunedesk::ui {

/// What a run's task is judged by; null if it has no such metric yet.
const task::Metric* headline_of(const LibraryEntry& entry);

/// What a run's task is judged by, as text: "0.8142"; empty if it has no such metric yet.
QString score_text(const LibraryEntry& entry);
/// How far the score is from the baseline's: "+0.0210"; empty without a baseline, and for the baseline
/// itself.
QString score_difference(const LibraryEntry& entry, const LibraryEntryPtr& baseline);
/// Whether score_difference() is for the better. Losses are better lower.
bool is_better(const LibraryEntry& entry, const LibraryEntryPtr& baseline);

/// A title with the marks of a changed preset, a baseline and a pinned run.
QString title_with_marks(const LibraryEntry& entry, const QString& title);
/// Where the run stands in words: "done", "place 2 in the queue", "37% done".
QString standing_text(const LibraryEntry& entry);
/// The small line below a title: how it stands, when it began, its tags; of a preset where it is.
QString entry_remark(const LibraryEntry& entry, bool shares_title);

} // namespace tunedesk::ui
