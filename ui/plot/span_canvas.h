// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>
#include <span>

namespace tunedesk::ui {

/// What a curve covers in one column of pixels, in pixels from the top; nothing where it is empty.
struct ColumnSpan {
    float top = 1, bottom = 0;
    bool is_empty() const { return !(top < bottom); }
};

/// A transparent picture for curves with many values a pixel: one vertical span a column, with smooth ends.
/// A QPainter takes many times as long for as many lines, which it draws pixel by pixel down the picture's
/// rows. Thread rule: any one thread.
class SpanCanvas {
public:
    /// Empties the picture. `size` in pixels of the device.
    void begin(QSize size);
    /// Draws over what is there; columns beyond the picture are left out. `colour` is opaque.
    void draw(std::span<const ColumnSpan> columns, const QColor& colour);
    /// In device pixels.
    const QImage& image() const { return image_; }
    /// Gives the memory back.
    void release() { image_ = {}; }

private:
    QImage image_;
};

} // namespace tunedesk::ui
