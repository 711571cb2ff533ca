// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/csv/model_sizes.h"

#include <QAbstractButton>
#include <optional>

namespace tunedesk::ui {

/// One model to choose: its size, its name, and how long and in how much memory it would be fine-tuned here;
/// of one that is not at hand, what a click downloads. Checked where it is the chosen one. Window's thread.
class ModelCard : public QAbstractButton {
    Q_OBJECT

public:
    explicit ModelCard(ModelSize size, QWidget* parent = nullptr);

    void show_model(const FoundModel& model);
    void show_estimate(const std::optional<ModelEstimate>& estimate);
    const FoundModel& model() const { return model_; }
    bool is_at_hand() const { return !model_.path.empty(); }
    /// "about 3:14, 1.2 GiB of memory"; empty if it is not known.
    QString needs() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void nextCheckState() override {} // the choice decides

private:
    void describe();
    void paint_head(QPainter& painter, const QRect& line) const;
    void paint_needs(QPainter& painter, const QRect& line) const;

    ModelSize size_;
    FoundModel model_;
    std::optional<ModelEstimate> estimate_;
};

} // namespace tunedesk::ui
