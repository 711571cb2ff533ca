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

/// The images of a training step as the model receives them: cropped, flipped, augmented and mixed, with
/// their labels. Reads nothing while hidden. Window's thread.
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
    /// null before they are open, or if they cannot be opened
    std::shared_ptr<const plan::TrainingBatches> batches_;
    bool is_stale_ = false; ///< the preset is newer than `batches_`
    QTimer wait_;           ///< delays opening while the user is typing a value
    CancelToken opening_, reading_;
    QListWidget* list_;
    QSpinBox* step_;
    QLabel* note_;
};

} // namespace tunedesk::ui
