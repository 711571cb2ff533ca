// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>
#include <vector>

namespace tunedesk::ui {

/// An image overlaid with its patches' contributions to a class, in the colors of ContributionView. Window's
/// thread.
class HeatView : public QWidget {
    Q_OBJECT

public:
    explicit HeatView(QWidget* parent = nullptr);

    /// Null: nothing.
    void show_image(const QImage& image);
    /// Contributions of a square grid of patches, row by row; empty: only the image.
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
