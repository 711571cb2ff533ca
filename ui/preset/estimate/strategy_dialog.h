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

/// What each strategy would ask of a rank, beside each other: memory by part on one scale, what is sent a
/// step, and what lives where with the one that is chosen. Taken by a click alone. Of a pipeline also what
/// each stage holds, and when it makes its passes. Window's thread.
class StrategyDialog : public QDialog {
    Q_OBJECT

public:
    /// `check`: of several ranks, or of a pipeline, with an estimate.
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
