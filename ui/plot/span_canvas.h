// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>
#include <span>

namespace tunedesk::ui {

/// The range of a curve in one column of pixels, in pixels from the top; may be empty.
struct ColumnSpan {
    float top = 1, bottom = 0;
    bool is_empty() const { return !(top < bottom); }
};

/// A transparent image for curves with many values per pixel: one antialiased vertical span per column. A
/// QPainter needs many times as long for as many lines, because it draws them pixel by pixel across the
/// image's rows. Thread rule: any one thread.
class SpanCanvas {
public:
    /// Clears the image. `size` in device pixels.
    void begin(QSize size);
    /// Draws over existing contents; columns outside the image are ignored. `colour` must be opaque.
    void draw(std::span<const ColumnSpan> columns, const QColor& colour);
    /// The image, in device pixels.
    const QImage& image() const { return image_; }
    /// Frees the memory.
    void release() { image_ = {}; }

private:
    QImage image_;
};

} // namespace tunedesk::ui
