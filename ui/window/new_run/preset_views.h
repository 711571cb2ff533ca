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

/// A workspace's views of presets: a view with unsaved changes keeps its preset while others are shown.
/// Window's thread.
class PresetViews : public QObject {
    Q_OBJECT

public:
    /// New views are added to `stack`, which owns this object.
    PresetViews(QueueWatch* queue, QStackedWidget& stack);

    /// The view of this preset if there is one, else a view without unsaved changes, else a new one.
    PresetView* view_for(const fs::path& preset);
    /// Creates a view of a preset with unsaved changes; does not show it.
    void restore(const fs::path& preset, const QString& text);
    /// The view shown by the stack, or null.
    PresetView* shown() const;
    std::vector<PresetView*> modified() const;
    /// Whether an unsaved preset is to be written to this file.
    bool has_draft(const fs::path& file) const;
    /// Sets the servers that presets may be started on.
    void set_servers(const QStringList& servers);
    /// Call after a run has ended: its measurements replace estimates.
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
