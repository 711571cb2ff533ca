// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/images/thumbnails.h"

#include <QAbstractListModel>
#include <optional>
#include <vector>

namespace tunedesk::ui {

/// The images of a source, or a selection of them, with their classes and thumbnails. Window's thread.
class ImageListModel : public QAbstractListModel {
    Q_OBJECT

public:
    explicit ImageListModel(QObject* parent = nullptr);

    void use(std::shared_ptr<const image::ImageSource> source);
    /// `split`: the split to list, if the source has several; `label`: the class, or std::nullopt for all.
    void choose(image::ImageSplit split, std::optional<int> label);
    const image::ImageSource* source() const { return thumbnails_.source().get(); }
    /// The row's index in the source.
    int number_of(int row) const { return numbers_.at(static_cast<std::size_t>(row)); }

    int rowCount(const QModelIndex& parent = {}) const override;
    /// DisplayRole: the class; ToolTipRole: the name; DecorationRole: the thumbnail, null while it is
    /// loading.
    QVariant data(const QModelIndex& index, int role) const override;

private:
    mutable Thumbnails thumbnails_; ///< requested when they are displayed
    std::vector<int> numbers_;      ///< the rows' indices in the source, ascending
};

} // namespace tunedesk::ui
