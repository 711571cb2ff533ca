// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>
#include <QWidget>
#include <cstdint>
#include <vector>

namespace tunedesk::ui {

/// A bar of a table's rows, divided into training, validation and test by borders that can be dragged, or
/// moved by the arrow keys: Left and Right move a border, Up and Down select it. A split with its own file is
/// not part of the bar. In whole percents. Window's thread.
class SplitSlider : public QWidget {
    Q_OBJECT

public:
    explicit SplitSlider(QWidget* parent = nullptr);

    /// Sets the shares of validation and test, from 0 to 1; below 0: the split has its own file.
    void set_shares(double validation, double test);
    /// Sets the number of rows of the table; 0: not known.
    void set_rows(std::uint64_t rows);
    double validation() const { return validation_ / 100.0; }
    double test() const { return test_ / 100.0; }
    /// "Training 80% (3,848 rows) · Validation 10% (481 rows) · ..."
    QString text() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// Emitted when the user has moved and released a border.
    void shares_changed(double validation, double test);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    enum class Border { of_validation, of_test };
    struct Part {
        QString name;
        int percent;
        QColor color;
    };
    int training() const;
    std::vector<Part> parts() const;
    QRect bar() const;
    std::vector<Border> borders() const;
    int percent_of(Border border) const;
    int x_of(Border border) const;
    void move_to(Border border, int percent);
    void describe();

    int validation_ = 10, test_ = 10; ///< percent; 0 if it is not split off
    bool cuts_validation_ = true, cuts_test_ = true;
    std::uint64_t rows_ = 0;
    Border border_ = Border::of_validation; ///< the border that keys move
    bool is_dragged_ = false;
};

} // namespace tunedesk::ui
