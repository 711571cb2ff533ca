// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/images/gallery.h"

#include "ui/images/image_delegate.h"
#include "ui/images/image_list_model.h"
#include "ui/widgets/text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QVBoxLayout>

namespace tunedesk::ui {

Gallery::Gallery(QWidget* parent)
    : QWidget(parent), model_(new ImageListModel(this)), list_(new QListView), classes_(new QComboBox),
      count_(new QLabel) {
    list_->setModel(model_);
    show_as_thumbnails(*list_);
    list_->setAccessibleName(tr("Images"));
    classes_->setAccessibleName(tr("Class whose images are shown"));
    classes_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* label = new QLabel(tr("&Class:"));
    label->setBuddy(classes_);
    auto* line = new QHBoxLayout;
    line->addWidget(label);
    line->addWidget(classes_);
    line->addSpacing(8);
    line->addWidget(count_);
    line->addStretch();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(line);
    column->addWidget(list_, 1);
    connect(classes_, &QComboBox::activated, this, &Gallery::choose);
    connect(list_, &QListView::doubleClicked, this,
            [this](const QModelIndex& index) { Q_EMIT opened(model_->number_of(index.row())); });
}

void Gallery::show_source(std::shared_ptr<const image::ImageSource> source, image::ImageSplit split) {
    split_ = split;
    const QString before = classes_->currentText();
    classes_->clear();
    classes_->addItem(tr("All"), -1);
    if (source)
        for (std::size_t i = 0; i < source->classes().size(); ++i)
            classes_->addItem(to_qt(source->classes()[i]), static_cast<int>(i));
    classes_->setCurrentIndex(std::max(0, classes_->findText(before)));
    model_->use(std::move(source));
    choose();
}

void Gallery::choose() {
    const int label = classes_->currentData().toInt();
    model_->choose(split_, label < 0 ? std::nullopt : std::optional(label));
    count_->setText(tr("%n image(s)", nullptr, model_->rowCount()));
    list_->scrollToTop();
}

} // namespace tunedesk::ui
