// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/library/library.h"

#include <QString>

namespace tunedesk::task {
struct Metric;
}

namespace tunedesk::ui {

/// The headline metric of a run's task; null if the run has no value for it yet.
const task::Metric* headline_of(const LibraryEntry& entry);

/// The value of the headline metric as text: "0.8142"; empty if there is none yet.
QString score_text(const LibraryEntry& entry);
/// The difference of the score to the baseline's: "+0.0210"; empty without a baseline, and for the baseline
/// itself.
QString score_difference(const LibraryEntry& entry, const LibraryEntryPtr& baseline);
/// Whether score_difference() is an improvement. Lower losses are better.
bool is_better(const LibraryEntry& entry, const LibraryEntryPtr& baseline);

/// A title with the marks of an unsaved preset, a baseline or a pinned run.
QString title_with_marks(const LibraryEntry& entry, const QString& title);
/// The state of a run in words: "done", "place 2 in the queue", "37% done".
QString standing_text(const LibraryEntry& entry);
/// The small line below a title: state, start, tags; for a preset its location.
QString entry_remark(const LibraryEntry& entry, bool shares_title);

} // namespace tunedesk::ui
