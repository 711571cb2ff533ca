// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/images/batch_view.h"

#include "plan/image_batches.h"
#include "ui/images/image_delegate.h"
#include "ui/images/picture_image.h"
#include "ui/images/thumbnails.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QSpinBox>
#include <QVBoxLayout>

namespace tunedesk::ui {

namespace {

constexpr int typing_milliseconds = 300;

struct Shown {
    QString caption, name;
    QImage image;
};

QString percent(double part) {
    return BatchView::tr("%1%").arg(100 * part, 0, 'f', 0);
}

QString caption_of(const plan::TrainingImage& image, const std::vector<std::string>& classes) {
    const auto name = [&](std::int32_t label) {
        return label < 0 ? QString() : to_qt(classes.at(static_cast<std::size_t>(label)));
    };
    if (image.partner < 0) return name(image.label);
    return QStringLiteral("%1 %2 + %3 %4")
        .arg(name(image.label), percent(image.own_part), name(image.partner), percent(1 - image.own_part));
}

std::vector<Shown> read_step(const plan::TrainingBatches& batches, std::size_t step) {
    std::vector<Shown> shown;
    for (const plan::TrainingImage& image : batches.images(step))
        shown.push_back({caption_of(image, batches.classes()),
                         to_qt(batches.source().entries()[image.number].name),
                         thumbnail_of(image.picture, Thumbnails::side)});
    return shown;
}

} // namespace

BatchView::BatchView(QWidget* parent)
    : QWidget(parent), list_(new QListWidget), step_(new QSpinBox), note_(new QLabel) {
    show_as_thumbnails(*list_);
    list_->setAccessibleName(tr("Images of the step"));
    step_->setRange(1, 1);
    step_->setAccessibleName(tr("Step of the first epoch"));
    note_->setTextFormat(Qt::PlainText);
    note_->setWordWrap(true);
    auto* label = new QLabel(tr("&Step:"));
    label->setBuddy(step_);
    auto* line = new QHBoxLayout;
    line->addWidget(label);
    line->addWidget(step_);
    line->addSpacing(8);
    line->addWidget(note_, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(line);
    column->addWidget(list_, 1);
    wait_.setSingleShot(true);
    wait_.setInterval(typing_milliseconds);
    connect(&wait_, &QTimer::timeout, this, &BatchView::open);
    connect(step_, &QSpinBox::valueChanged, this, &BatchView::show_step);
}

void BatchView::show_preset(const Preset& preset) {
    preset_ = preset;
    is_stale_ = true;
    if (isVisible()) wait_.start();
}

void BatchView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (is_stale_) open();
}

void BatchView::open() {
    is_stale_ = false;
    opening_.cancel();
    reading_.cancel();
    batches_.reset();
    note_->setText(tr("Reading the images…"));
    opening_ = read_in_background(
        this,
        [preset = preset_](const CancelToken&) {
            return std::make_shared<const plan::TrainingBatches>(preset);
        },
        [this](const std::shared_ptr<const plan::TrainingBatches>& batches) {
            batches_ = batches;
            step_->setRange(1, std::max(1, static_cast<int>(batches->steps())));
            show_step();
        },
        [this](const Error& error) { fail(error); });
}

void BatchView::show_step() {
    reading_.cancel();
    const auto step = static_cast<std::size_t>(step_->value() - 1);
    if (!batches_) return;
    if (step >= batches_->steps()) {
        list_->clear();
        return note_->setText(tr("The preset names no images to train on."));
    }
    reading_ = read_in_background(
        this, [batches = batches_, step](const CancelToken&) { return read_step(*batches, step); },
        [this](const std::vector<Shown>& shown) {
            list_->clear();
            for (const Shown& each : shown) {
                auto* item = new QListWidgetItem(each.caption, list_);
                item->setData(Qt::DecorationRole, each.image);
                item->setToolTip(each.name);
            }
            note_->setText(tr("of %1 in the first epoch; %n image(s), as the model takes them", nullptr,
                              static_cast<int>(shown.size()))
                               .arg(batches_->steps()));
        },
        [this](const Error& error) { fail(error); });
}

void BatchView::fail(const Error& error) {
    list_->clear();
    note_->setText(shown_error(error));
}

} // namespace tunedesk::ui
