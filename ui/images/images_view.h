// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabWidget>

namespace tunedesk::ui {

class BatchView;
class Gallery;

/// The images of a preset: the stored images of a file, and those of a training step.
class ImagesView : public QTabWidget {
    Q_OBJECT

public:
    explicit ImagesView(QWidget* parent = nullptr);

    Gallery* gallery() const { return gallery_; }
    BatchView* batch() const { return batch_; }

private:
    Gallery* gallery_;
    BatchView* batch_;
};

} // namespace tunedesk::ui
