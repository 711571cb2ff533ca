// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/preset/estimate/shown_check.h"

#include <QDialog>

class QButtonGroup;
class QGridLayout;
class QLabel;
class QPushButton;

namespace tunedesk::ui {

class PipelinePlot;
class ShardPicture;

/// Compares the strategies: a rank's memory by part on one scale, bytes sent per step, and for the selected
/// one the distribution of state over ranks. Applied only by a click. For a pipeline, also each stage's
/// memory and the schedule of its passes. Window's thread.
class StrategyDialog : public QDialog {
    Q_OBJECT

public:
    /// `check`: a check with an estimate, of several ranks or of a pipeline.
    explicit StrategyDialog(const ShownCheck& check, QWidget* parent = nullptr);

    QButtonGroup* choices() const { return choices_; }
    ShardPicture* picture() const { return picture_; }
    /// Null without a pipeline.
    PipelinePlot* pipeline() const { return pipeline_; }
    QPushButton* use_button() const { return use_; }
    QString explanation() const;

Q_SIGNALS:
    void use_requested(const QString& key, const QString& value);

private:
    void build();
    void add_row(QGridLayout* grid, const plan::StrategyPlan& plan, double longest);
    Preset::Strategy chosen() const;
    void show_chosen();
    /// Null without a pipeline.
    QWidget* make_stages();

    const ShownCheck check_;
    QButtonGroup* choices_;
    ShardPicture* picture_;
    PipelinePlot* pipeline_ = nullptr;
    QPushButton* use_;
    QLabel* explanation_;
};

} // namespace tunedesk::ui
