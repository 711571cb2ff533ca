#pragma once

#include "preset/load.h"
#include "run/this_machine.h"

#include <QWidget>

class QPushButton;
class QToolButton;

namespace tunedesk::ui {

/// The corner that starts a run: a button that names the device, and beside it, where it cannot start, the
/// reason; a click on the reason asks for the field to correct. Window's thread.
class StartBar : public QWidget {
    Q_OBJECT

public:
    explicit StartBar(QWidget* parent = nullptr);

    /// What the preset says now.
    void show_draft(const preset::Draft& draft);
    /// A run is being started: the button waits.
    void set_busy(bool busy);
    QString reason() const;

Q_SIGNALS:
    void start_requested();
    /// The key whose value is wrong; may be empty where it is the text itself.
    void jump_requested(const QString& key);

private:
    void show_state();

    QToolButton* reason_;
    QPushButton* start_;
    run::ThisMachine machine_;
    bool machine_known_ = false, drafted_ = false, busy_ = false;
    preset::Draft draft_;
};

/// "CPU", "CPU, 2 processes", "2 GPUs": where a preset's ranks would run on this machine.
QString device_text(const Preset& preset, const run::ThisMachine& machine);

} // namespace tunedesk::ui
