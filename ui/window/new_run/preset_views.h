// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <QObject>
#include <QStringList>
#include <vector>

class QStackedWidget;

namespace tunedesk::ui {

class PresetView;
class QueueWatch;

/// A workspace's views of presets: one with changes that were not saved keeps its preset while others are
/// looked at. Window's thread.
class PresetViews : public QObject {
    Q_OBJECT

public:
    /// New views are added to `stack`, which owns this.
    PresetViews(QueueWatch* queue, QStackedWidget& stack);

    /// The view that has this preset already, else one without unsaved changes, else a new one.
    PresetView* view_for(const fs::path& preset);
    /// Makes a view of a preset with changes that were not saved; shows nothing.
    void restore(const fs::path& preset, const QString& text);
    /// The one that the stack shows, or null.
    PresetView* shown() const;
    std::vector<PresetView*> modified() const;
    /// Whether a preset with changes that are not saved is to be written there.
    bool has_draft(const fs::path& file) const;
    /// The machines beside this one that presets may be started on.
    void set_servers(const QStringList& servers);
    /// A run has ended: what it has measured replaces guesses.
    void forget_rates();

Q_SIGNALS:
    void saved(const QString& preset);
    void edited();
    void run_started(const QString& run);
    void run_queued(const QString& run);

private:
    PresetView* make();

    QueueWatch* queue_;
    QStackedWidget& stack_;
    QStringList servers_;
    std::vector<PresetView*> views_;
};

} // namespace tunedesk::ui
