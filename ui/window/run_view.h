#pragma once

#include "base/file.h"

#include <QWidget>

namespace tunedesk::ui {

class LazyTabs;

/// Everything about one run, on tabs. Window's thread.
class RunView : public QWidget {
    Q_OBJECT

public:
    explicit RunView(QWidget* parent = nullptr);

    void show_run(const fs::path& run);
    const fs::path& run() const { return run_; }
    LazyTabs* tabs() const { return tabs_; }

Q_SIGNALS:
    /// A copy of the run's preset was saved and is to be edited.
    void preset_copied(const QString& preset);

private:
    LazyTabs* tabs_;
    fs::path run_;
};

} // namespace tunedesk::ui
