// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/preset/estimate/shown_check.h"

#include <QObject>

class QLabel;
class QToolButton;
class QWidget;

namespace tunedesk::ui {

class MemoryBar;

/// The labels of an estimate, for a layout to place: whether the run fits, its memory part by part, a
/// sentence of numbers, and a button for the strategies. Window's thread.
class EstimateFigures : public QObject {
    Q_OBJECT

public:
    explicit EstimateFigures(QObject* parent = nullptr);

    QLabel* fits() const { return fits_; }
    QLabel* memory() const { return memory_; }
    QWidget* bar() const;
    QLabel* numbers() const { return numbers_; }
    /// Opens the comparison of strategies; visible if several ranks share samples.
    QToolButton* strategies() const { return strategies_; }
    /// The sentence of numbers as it is shown.
    QString text() const;
    /// "fits", "tight", "no", or "" if it is unknown.
    QString verdict() const { return verdict_; }

    /// Shows an estimate; `here`: for this machine.
    void show(const ShownCheck& check, bool here);
    /// Shows why there is no estimate.
    void show_nothing(const QString& why);

private:
    void show_memory(const ShownCheck& check, bool no_gpu);
    void show_strategies(const ShownCheck& check);

    QLabel* fits_;
    QLabel* memory_;
    MemoryBar* bar_;
    QLabel* numbers_;
    QToolButton* strategies_;
    QString verdict_;
};

} // namespace tunedesk::ui
