// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/library/entry_text.h"

#include "task/task.h"
#include "ui/widgets/run_text.h"
#include "ui/widgets/text.h"
#include "ui/window/library/entry_delegate.h"

#include <cmath>

namespace tunedesk::ui {

const task::Metric* headline_of(const LibraryEntry& entry) {
    return task::headline_among([&](const char* name) { return entry.metrics.contains(name); });
}

namespace {

std::optional<double> difference(const LibraryEntry& entry, const LibraryEntryPtr& baseline) {
    const task::Metric* metric = headline_of(entry);
    if (!metric || !baseline || baseline->path == entry.path) return std::nullopt;
    const auto other = baseline->metrics.find(metric->name);
    if (other == baseline->metrics.end()) return std::nullopt;
    return entry.metrics.at(metric->name) - other->second;
}

} // namespace

QString score_text(const LibraryEntry& entry) {
    const task::Metric* metric = headline_of(entry);
    return metric ? QString::number(entry.metrics.at(metric->name), 'f', 4) : QString();
}

QString score_difference(const LibraryEntry& entry, const LibraryEntryPtr& baseline) {
    const std::optional<double> by = difference(entry, baseline);
    if (!by) return {};
    return (*by < 0 ? QChar(0x2212) : QChar(u'+')) + QString::number(std::abs(*by), 'f', 4);
}

bool is_better(const LibraryEntry& entry, const LibraryEntryPtr& baseline) {
    const std::optional<double> by = difference(entry, baseline);
    return by && (headline_of(entry)->more_is_better ? *by > 0 : *by < 0);
}

QString title_with_marks(const LibraryEntry& entry, const QString& title) {
    QString text = title;
    if (entry.is_changed) text.prepend(QStringLiteral("● "));
    if (entry.is_baseline) text.prepend(QStringLiteral("◆ "));
    if (entry.note.pinned) text.prepend(QStringLiteral("★ "));
    return text;
}

QString standing_text(const LibraryEntry& entry) {
    const event::RunStatus& status = entry.status;
    if (entry.section == Section::running && entry.steps > 0 && status.is(event::state::running))
        return EntryDelegate::tr("%1% done").arg(100 * entry.step / entry.steps);
    if (status.place == 0) return state_text(status);
    return status.is(event::state::held) ? EntryDelegate::tr("held at place %1").arg(status.place)
                                         : EntryDelegate::tr("place %1 in the queue").arg(status.place);
}

QString entry_remark(const LibraryEntry& entry, bool shares_title) {
    if (entry.origin == "draft" && !entry.is_run()) return EntryDelegate::tr("not saved yet");
    if (!entry.is_run())
        return entry.origin == "shipped" ? EntryDelegate::tr("comes with TuneDesk")
                                         : shown_path(entry.path, 60);
    QStringList parts{standing_text(entry)};
    if (const QString text = when_text(entry.started); !text.isEmpty())
        parts << (entry.section == Section::queued ? text : EntryDelegate::tr("started %1").arg(text));
    if (shares_title) parts << to_qt(entry.path.filename());
    for (const std::string& tag : entry.note.tags)
        parts << u'#' + to_qt(tag);
    return parts.join(QStringLiteral(" · "));
}

} // namespace tunedesk::ui
