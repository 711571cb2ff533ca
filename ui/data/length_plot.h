// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <cstdint>
#include <utility>
#include <vector>

namespace tunedesk::ui {

/// Histogram of the rows' numbers of tokens, with a line at max_length: the part beyond it has another color.
/// A sentence below states how many rows and tokens are truncated.
class LengthPlot : public QWidget {
    Q_OBJECT

public:
    using Lengths = std::vector<std::pair<std::uint32_t, std::uint64_t>>; ///< tokens, rows; ascending

    explicit LengthPlot(QWidget* parent = nullptr);
    void show_lengths(const Lengths& lengths, int max_length);

    struct Cut {
        std::uint64_t rows = 0, cut_rows = 0, tokens = 0, cut_tokens = 0;
        std::uint32_t longest = 0;
    };
    static Cut cut_of(const Lengths& lengths, int max_length);
    QString sentence() const { return sentence_; }

    QSize sizeHint() const override { return {480, 200}; }
    QSize minimumSizeHint() const override { return {240, 120}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void draw_ticks(QPainter& painter, const QRect& area, double end) const;

    Lengths lengths_;
    int max_length_ = 0;
    QString sentence_;
};

} // namespace tunedesk::ui
