// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/span_canvas.h"

#include <algorithm>
#include <cmath>

namespace tunedesk::ui {

namespace {

/// Columns drawn together: their pixels of a row share a cache line.
constexpr int tile = 16;

/// `colour` with this coverage blended over a premultiplied pixel.
QRgb blended(QRgb below, QRgb colour, float coverage) {
    const auto share = static_cast<unsigned>(std::clamp(coverage, 0.0F, 1.0F) * 256 + 0.5F);
    const auto mix = [&](int shift) {
        const unsigned from = (below >> shift) & 0xff, to = (colour >> shift) & 0xff;
        return ((from * (256 - share) + to * share) >> 8) << shift;
    };
    return mix(24) | mix(16) | mix(8) | mix(0);
}

} // namespace

void SpanCanvas::begin(QSize size) {
    if (image_.size() != size) image_ = QImage(size, QImage::Format_ARGB32_Premultiplied);
    image_.fill(0);
}

void SpanCanvas::draw(std::span<const ColumnSpan> columns, const QColor& colour) {
    if (image_.isNull()) return;
    const int height = image_.height();
    const int width = std::min(image_.width(), static_cast<int>(columns.size()));
    const QRgb own = colour.rgb() | 0xff000000U;
    auto* const pixels = reinterpret_cast<QRgb*>(image_.bits());
    const qsizetype stride = image_.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb));
    for (int left = 0; left < width; left += tile) {
        const int count = std::min(tile, width - left);
        int first[tile], last[tile]; // rows [first, last) are fully covered
        int top = height, bottom = 0;
        for (int i = 0; i < tile; ++i) {
            first[i] = 1, last[i] = 0;
            if (i >= count || columns[static_cast<std::size_t>(left + i)].is_empty()) continue;
            const ColumnSpan& span = columns[static_cast<std::size_t>(left + i)];
            const float begin = std::clamp(span.top, 0.0F, static_cast<float>(height));
            const float end = std::clamp(span.bottom, 0.0F, static_cast<float>(height));
            if (!(begin < end)) continue;
            QRgb* const column = pixels + left + i;
            const auto blend = [&](int row, float coverage) {
                if (coverage > 0 && row < height)
                    column[row * stride] = blended(column[row * stride], own, coverage);
            };
            first[i] = static_cast<int>(std::ceil(begin));
            last[i] = static_cast<int>(end);
            if (first[i] > last[i]) { // inside one row
                blend(last[i], end - begin);
                continue;
            }
            blend(first[i] - 1, static_cast<float>(first[i]) - begin);
            blend(last[i], end - static_cast<float>(last[i]));
            if (first[i] == last[i]) continue;
            top = std::min(top, first[i]);
            bottom = std::max(bottom, last[i]);
        }
        for (int row = top; row < bottom; ++row) {
            QRgb* const line = pixels + row * stride + left;
            if (count == tile)
                for (int i = 0; i < tile; ++i) // one loop, which the compiler vectorizes
                    line[i] = first[i] <= row && row < last[i] ? own : line[i];
            else
                for (int i = 0; i < count; ++i)
                    line[i] = first[i] <= row && row < last[i] ? own : line[i];
        }
    }
}

} // namespace tunedesk::ui
