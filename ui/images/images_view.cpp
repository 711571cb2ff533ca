// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/images/images_view.h"

#include "ui/images/batch_view.h"
#include "ui/images/gallery.h"

namespace tunedesk::ui {

ImagesView::ImagesView(QWidget* parent) : QTabWidget(parent), gallery_(new Gallery), batch_(new BatchView) {
    setDocumentMode(true);
    addTab(gallery_, tr("Images"));
    addTab(batch_, tr("A training step"));
}

} // namespace tunedesk::ui
