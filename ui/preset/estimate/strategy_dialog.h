#pragma once

#include "ui/preset/estimate/shown_check.h"

#include <QDialog>

class QButtonGroup;
class QGridLayout;
class QLabel;
class QPushButton;

namespace tunedesk::ui {

class ShardPicture;

/// What each strategy would ask of a rank, beside each other: memory by part on one scale, what is sent a
/// step, and what lives where with the one that is chosen. Taken by a click alone. Window's thread.
class StrategyDialog : public QDialog {
    Q_OBJECT

public:
    /// `check`: of several ranks, with an estimate.
    explicit StrategyDialog(const ShownCheck& check, QWidget* parent = nullptr);

    QButtonGroup* choices() const { return choices_; }
    ShardPicture* picture() const { return picture_; }
    QPushButton* use_button() const { return use_; }
    QString explanation() const;

Q_SIGNALS:
    void use_requested(const QString& key, const QString& value);

private:
    void build();
    void add_row(QGridLayout* grid, const plan::StrategyPlan& plan, double longest);
    Preset::Strategy chosen() const;
    void show_chosen();

    const ShownCheck check_;
    QButtonGroup* choices_;
    ShardPicture* picture_;
    QPushButton* use_;
    QLabel* explanation_;
};

} // namespace tunedesk::ui
