#include "ui/images/gallery.h"

#include "ui/images/image_list_model.h"
#include "ui/widgets/text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace tunedesk::ui {

namespace {

constexpr int margin = 6;

/// A thumbnail with its class below it. Small pictures are enlarged without smoothing, so that their pixels
/// show.
class ImageDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
        return {Thumbnails::side + 2 * margin, Thumbnails::side + 3 * margin + option.fontMetrics.height()};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        painter->save();
        if (option.state & QStyle::State_Selected) painter->fillRect(option.rect, option.palette.highlight());
        const QRect place =
            option.rect.adjusted(margin, margin, -margin, -2 * margin - option.fontMetrics.height());
        const auto image = index.data(Qt::DecorationRole).value<QImage>();
        if (image.isNull()) {
            painter->fillRect(place, option.palette.alternateBase());
        } else {
            QSize size = image.size().scaled(place.size(), Qt::KeepAspectRatio);
            QRect target(QPoint(), size);
            target.moveCenter(place.center());
            painter->drawImage(target, image);
        }
        const bool selected = option.state & QStyle::State_Selected;
        painter->setPen(option.palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
        const QRect below(option.rect.left() + margin, place.bottom() + margin, place.width(),
                          option.fontMetrics.height());
        painter->drawText(
            below, Qt::AlignHCenter,
            option.fontMetrics.elidedText(index.data().toString(), Qt::ElideRight, below.width()));
        painter->restore();
    }
};

} // namespace

Gallery::Gallery(QWidget* parent)
    : QWidget(parent), model_(new ImageListModel(this)), list_(new QListView), classes_(new QComboBox),
      count_(new QLabel) {
    list_->setModel(model_);
    list_->setItemDelegate(new ImageDelegate(list_));
    list_->setFlow(QListView::LeftToRight);
    list_->setWrapping(true);
    list_->setResizeMode(QListView::Adjust);
    list_->setUniformItemSizes(true);
    list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
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
