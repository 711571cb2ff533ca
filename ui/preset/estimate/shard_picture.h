// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/schema/placement.h"

#include <QWidget>

namespace tunedesk::ui {

/// Which part of parameters, gradients and the optimizer's state lives on each of the first ranks: all of it,
/// or one chunk of as many as there are ranks.
class ShardPicture : public QWidget {
    Q_OBJECT

public:
    explicit ShardPicture(QWidget* parent = nullptr);
    void show_strategy(Preset::Strategy strategy, int ranks);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int rows() const;

    Preset::Strategy strategy_ = Preset::Strategy::ddp;
    int ranks_ = 1;
};

} // namespace tunedesk::ui
