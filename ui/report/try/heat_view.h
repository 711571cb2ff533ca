// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>
#include <vector>

namespace tunedesk::ui {

/// A picture with what its patches contribute to a class over it: in the colors of ContributionView, the
/// stronger the more. On the window's thread.
class HeatView : public QWidget {
    Q_OBJECT

public:
    explicit HeatView(QWidget* parent = nullptr);

    /// Null: nothing.
    void show_image(const QImage& image);
    /// Of a square number of patches, row by row; none: the picture alone.
    void show_contributions(const std::vector<double>& contributions);
    const QImage& image() const { return image_; }
    std::size_t patches() const { return contributions_.size(); }

    QSize sizeHint() const override { return {320, 320}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QImage image_;
    std::vector<double> contributions_;
};

} // namespace tunedesk::ui
