// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/picture.h"

#include <QImage>

namespace tunedesk::ui {

/// Copies a picture to a QImage.
QImage to_image(const image::Picture& picture);

/// A copy of at most `side` pixels width and height; smaller pictures keep their size.
QImage thumbnail_of(const image::Picture& picture, int side);

} // namespace tunedesk::ui
