// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plan/memory_parts.h"

#include <QVector>
#include <QWidget>

namespace tunedesk::ui {

/// A bar with the memory that a run needs, by part, against the available memory, with the parts' names
/// below.
class MemoryBar : public QWidget {
    Q_OBJECT

public:
    struct Part {
        QString name;
        double bytes = 0;
    };
    /// For `ranks` ranks.
    static QVector<Part> parts_of(const plan::MemoryParts& memory, std::uint64_t ranks = 1);

    explicit MemoryBar(QWidget* parent = nullptr);
    /// `available` 0: not known. `length`: bytes that the whole bar stands for; 0: the larger of what is
    /// available and the parts together.
    void show_parts(const QVector<Part>& parts, double available, double length = 0);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QColor colour(int part) const;
    QStringList legend(bool with_figures) const;

    QVector<Part> parts_;
    double available_ = 0, length_ = 0;
};

} // namespace tunedesk::ui
