#pragma once

#include "base/file.h"

#include <QWidget>

namespace tunedesk::ui {

class LazyTabs;
class MessageBar;
class SetupPage;
class StartBar;

/// Everything about one preset, on tabs, with Start in its corner. Window's thread.
class PresetView : public QWidget {
    Q_OBJECT

public:
    explicit PresetView(QWidget* parent = nullptr);

    void open(const fs::path& preset);
    const fs::path& preset() const { return preset_; }
    bool is_modified() const;
    void save();
    /// Starts a run of what is shown, saved first where it was changed.
    void start();
    LazyTabs* tabs() const { return tabs_; }
    SetupPage* setup() const { return setup_; }
    StartBar* start_bar() const { return start_; }

Q_SIGNALS:
    void saved(const QString& preset);
    /// A run of this preset was started in its folder.
    void run_started(const QString& run);

private:
    void start_saved(const QString& preset);

    LazyTabs* tabs_;
    StartBar* start_;
    MessageBar* message_;
    SetupPage* setup_ = nullptr;
    fs::path preset_;
    bool start_when_saved_ = false;
};

} // namespace tunedesk::ui
