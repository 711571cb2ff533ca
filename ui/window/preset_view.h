#pragma once

#include "base/file.h"

#include <QWidget>

namespace tunedesk::ui {

class LazyTabs;
class MessageBar;
class SetupPage;

/// Everything about one preset, on tabs; the estimate and Start stay below them. Window's thread.
class PresetView : public QWidget {
    Q_OBJECT

public:
    explicit PresetView(QWidget* parent = nullptr);

    void open(const fs::path& preset);
    /// Shows a preset that is not saved yet.
    void open_text(const QString& text, const fs::path& file);
    const fs::path& preset() const { return preset_; }
    bool is_modified() const;
    void save();
    /// Presses Start, where it can be pressed.
    void start();
    LazyTabs* tabs() const { return tabs_; }
    SetupPage* setup() const { return setup_; }

Q_SIGNALS:
    void saved(const QString& preset);
    /// A run of this preset was started in its folder.
    void run_started(const QString& run);

private:
    void start_saved(const QString& preset);

    LazyTabs* tabs_;
    MessageBar* message_;
    SetupPage* setup_ = nullptr;
    fs::path preset_;
};

} // namespace tunedesk::ui
