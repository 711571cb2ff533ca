// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/source/image_source.h"

#include <QWidget>
#include <memory>

class QComboBox;
class QLabel;
class QListView;

namespace tunedesk::ui {

class ImageListModel;

/// A source's images in a grid, of all classes or one, with their labels. Window's thread.
class Gallery : public QWidget {
    Q_OBJECT

public:
    explicit Gallery(QWidget* parent = nullptr);

    /// Shows a source; null: none.
    void show_source(std::shared_ptr<const image::ImageSource> source, image::ImageSplit split);
    QListView* list() const { return list_; }
    QComboBox* classes() const { return classes_; }

Q_SIGNALS:
    /// Emitted when an image was double-clicked; `number`: its index in the source.
    void opened(int number);

private:
    void choose();

    ImageListModel* model_;
    QListView* list_;
    QComboBox* classes_;
    QLabel* count_;
    image::ImageSplit split_ = image::ImageSplit::none;
};

} // namespace tunedesk::ui
