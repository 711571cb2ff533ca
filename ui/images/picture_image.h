// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/picture.h"

#include <QImage>

namespace tunedesk::ui {

/// A copy of a picture for the screen.
QImage to_image(const image::Picture& picture);

/// The same, at most `side` pixels wide and high; a smaller one stays as it is.
QImage thumbnail_of(const image::Picture& picture, int side);

} // namespace tunedesk::ui
