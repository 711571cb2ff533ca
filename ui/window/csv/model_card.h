// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/csv/model_sizes.h"

#include <QAbstractButton>
#include <optional>

namespace tunedesk::ui {

/// A card for one model: its size, its name, and the time and memory of fine-tuning on this machine; for a
/// model that is not local, what a click downloads. Checked if it is selected. Window's thread.
class ModelCard : public QAbstractButton {
    Q_OBJECT

public:
    explicit ModelCard(ModelSize size, QWidget* parent = nullptr);

    void show_model(const FoundModel& model);
    void show_estimate(const std::optional<ModelEstimate>& estimate);
    const FoundModel& model() const { return model_; }
    bool is_at_hand() const { return !model_.path.empty(); }
    /// "about 3:14, 1.2 GiB of memory"; empty if unknown.
    QString needs() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void nextCheckState() override {} // the selection sets the state

private:
    void describe();
    void paint_head(QPainter& painter, const QRect& line) const;
    void paint_needs(QPainter& painter, const QRect& line) const;

    ModelSize size_;
    FoundModel model_;
    std::optional<ModelEstimate> estimate_;
};

} // namespace tunedesk::ui
