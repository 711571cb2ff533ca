// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/images/thumbnails.h"

#include <QAbstractListModel>
#include <optional>
#include <vector>

namespace tunedesk::ui {

/// The images of a source, or those of them that are chosen, with their classes and thumbnails. On the
/// window's thread.
class ImageListModel : public QAbstractListModel {
    Q_OBJECT

public:
    explicit ImageListModel(QObject* parent = nullptr);

    void use(std::shared_ptr<const image::ImageSource> source);
    /// `split`: where the source has several, the one that is listed; `label`: the class, or nothing for all.
    void choose(image::ImageSplit split, std::optional<int> label);
    const image::ImageSource* source() const { return thumbnails_.source().get(); }
    /// In the source.
    int number_of(int row) const { return numbers_.at(static_cast<std::size_t>(row)); }

    int rowCount(const QModelIndex& parent = {}) const override;
    /// DisplayRole: the class; ToolTipRole: the name; DecorationRole: the thumbnail, null while it is made.
    QVariant data(const QModelIndex& index, int role) const override;

private:
    mutable Thumbnails thumbnails_; ///< asked for as they are shown
    std::vector<int> numbers_;      ///< of the rows, ascending
};

} // namespace tunedesk::ui
