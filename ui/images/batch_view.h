// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/preset.h"
#include "ui/widgets/background.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QListWidget;
class QSpinBox;

namespace tunedesk::plan {
class TrainingBatches;
}

namespace tunedesk::ui {

/// The images of a training step as the model takes them: cut, flipped, augmented and mixed, with their
/// labels below. Reads nothing while it is hidden. On the window's thread.
class BatchView : public QWidget {
    Q_OBJECT

public:
    explicit BatchView(QWidget* parent = nullptr);

    void show_preset(const Preset& preset);
    QListWidget* list() const { return list_; }
    QSpinBox* step() const { return step_; }
    /// A description of what is shown, or the reason why nothing is shown.
    QLabel* note() const { return note_; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void open();
    void show_step();
    void fail(const Error& error);

    Preset preset_;
    std::shared_ptr<const plan::TrainingBatches> batches_; ///< null while they are opened, or not at all
    bool is_stale_ = false;                                ///< the preset is newer than `batches_`
    QTimer wait_;                                          ///< for the next letter of a key's value
    CancelToken opening_, reading_;
    QListWidget* list_;
    QSpinBox* step_;
    QLabel* note_;
};

} // namespace tunedesk::ui
