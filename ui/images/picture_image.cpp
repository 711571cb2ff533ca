// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/images/picture_image.h"

#include <algorithm>
#include <cstring>

namespace tunedesk::ui {

QImage to_image(const image::Picture& picture) {
    QImage image(picture.width(), picture.height(), QImage::Format_RGB888);
    for (int y = 0; y < picture.height(); ++y)
        std::memcpy(image.scanLine(y), picture.row(y), static_cast<std::size_t>(picture.width()) * 3);
    return image;
}

QImage thumbnail_of(const image::Picture& picture, int side) {
    const QImage image = to_image(picture);
    if (std::max(image.width(), image.height()) <= side) return image;
    return image.scaled(side, side, Qt::KeepAspectRatio, Qt::SmoothTransformation);
}

} // namespace tunedesk::ui
