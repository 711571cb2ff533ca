// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/images/image_list_model.h"

#include "ui/widgets/text.h"

#include <algorithm>

namespace tunedesk::ui {

ImageListModel::ImageListModel(QObject* parent) : QAbstractListModel(parent) {
    connect(&thumbnails_, &Thumbnails::made, this, [this](int number) {
        const auto found = std::ranges::lower_bound(numbers_, number);
        if (found == numbers_.end() || *found != number) return;
        const QModelIndex changed = index(static_cast<int>(found - numbers_.begin()));
        Q_EMIT dataChanged(changed, changed, {Qt::DecorationRole});
    });
}

void ImageListModel::use(std::shared_ptr<const image::ImageSource> source) {
    beginResetModel();
    thumbnails_.use(std::move(source));
    numbers_.clear();
    endResetModel();
}

void ImageListModel::choose(image::ImageSplit split, std::optional<int> label) {
    beginResetModel();
    numbers_.clear();
    if (source()) {
        const auto& entries = source()->entries();
        const bool divided = std::ranges::any_of(
            entries, [&](const image::ImageEntry& entry) { return entry.split != entries.front().split; });
        for (std::size_t i = 0; i < entries.size(); ++i)
            if ((!divided || entries[i].split == split) && (!label || entries[i].label == *label))
                numbers_.push_back(static_cast<int>(i));
    }
    endResetModel();
}

int ImageListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(numbers_.size());
}

QVariant ImageListModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !source()) return {};
    const int number = number_of(index.row());
    const image::ImageEntry& entry = source()->entries()[static_cast<std::size_t>(number)];
    switch (role) {
    case Qt::DisplayRole:
        return entry.label < 0 ? QString()
                               : to_qt(source()->classes()[static_cast<std::size_t>(entry.label)]);
    case Qt::ToolTipRole:
        return to_qt(entry.name);
    case Qt::DecorationRole: {
        const QImage* image = thumbnails_.find(number);
        return image ? QVariant(*image) : QVariant();
    }
    default:
        return {};
    }
}

} // namespace tunedesk::ui
