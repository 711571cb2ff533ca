// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/csv/model_choice.h"

#include "base/text.h"
#include "format/hub/hub_name.h"
#include "ui/preset/hub/download_dialog.h"
#include "ui/style/tokens.h"
#include "ui/widgets/text.h"
#include "ui/window/csv/model_card.h"
#include "ui/window/csv/sample_tokens.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStandardItemModel>
#include <QVBoxLayout>
#include <algorithm>

namespace tunedesk::ui {

ModelChoice::ModelChoice(QWidget* parent)
    : QWidget(parent), cards_{new ModelCard(ModelSize::small), new ModelCard(ModelSize::medium),
                              new ModelCard(ModelSize::large)},
      list_(new QComboBox), note_(new QLabel),
      tokens_(std::make_shared<SampleTokens>(std::vector<std::string>())) {
    lay_out();
    connect(list_, &QComboBox::currentIndexChanged, this, [this] {
        show_choice();
        Q_EMIT changed();
    });
    for (ModelCard* card : cards_)
        connect(card, &ModelCard::clicked, this, [this, card] { press(card); });
}

void ModelChoice::lay_out() {
    list_->setAccessibleName(tr("All models on this machine"));
    list_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    list_->setMinimumContentsLength(14);
    auto* folder = new QPushButton(tr("Another folder…"));
    folder->setToolTip(tr("Choose a model's folder: config.json, model.safetensors and a tokenizer"));
    connect(folder, &QPushButton::clicked, this, &ModelChoice::choose_folder);
    note_->setTextFormat(Qt::PlainText);
    note_->setWordWrap(true);
    note_->setForegroundRole(QPalette::PlaceholderText);
    note_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* others = new QHBoxLayout;
    others->setSpacing(style::s);
    others->addWidget(note_, 1);
    others->addWidget(folder);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(style::s);
    for (ModelCard* card : cards_)
        column->addWidget(card);
    column->addWidget(list_);
    column->addLayout(others);
}

void ModelChoice::look_in(const ModelPlaces& places) {
    places_ = places;
    models_.clear();
    is_looking_ = true;
    fill_list();
    estimating_.cancel();
    looking_.cancel();
    looking_ = read_in_background(
        this, [places](const CancelToken&) { return find_models(places); },
        [this](std::vector<FoundModel> models) { take(std::move(models), {}); });
}

/// `wanted`: the name of the model to select; empty: the first.
void ModelChoice::take(std::vector<FoundModel> models, const std::string& wanted) {
    models_ = std::move(models);
    is_looking_ = false;
    fill_list();
    const auto found = std::ranges::find_if(models_, [&](const FoundModel& model) {
        return model.is_supported() && (wanted.empty() || model.name == wanted);
    });
    const auto sizes = models_by_size(models_);
    for (std::size_t i = 0; i < cards_.size(); ++i)
        cards_[i]->show_model(sizes[i]);
    const QSignalBlocker quiet(list_);
    list_->setCurrentIndex(found == models_.end() ? -1 : static_cast<int>(found - models_.begin()));
    show_choice();
    Q_EMIT changed();
}

void ModelChoice::fill_list() {
    const QSignalBlocker quiet(list_);
    list_->clear();
    list_->setPlaceholderText(is_looking_ ? tr("Looking for models…") : tr("Choose a model"));
    auto* items = qobject_cast<QStandardItemModel*>(list_->model());
    for (const FoundModel& model : models_) {
        const QString size = to_qt(human_bytes(model.bytes));
        list_->addItem(model.is_supported()
                           ? QStringLiteral("%1 (%2)").arg(to_qt(model.name), size)
                           : tr("%1 (not supported: %2)").arg(to_qt(model.name), to_qt(model.problem)));
        QStandardItem* item = items->item(list_->count() - 1);
        item->setEnabled(model.is_supported());
        item->setToolTip(
            to_qt(model.is_supported() ? model.architecture + "\n" + model.path.string() : model.problem));
    }
    list_->setCurrentIndex(-1);
    show_choice();
}

const FoundModel* ModelChoice::chosen() const {
    const int at = list_->currentIndex();
    if (at < 0 || at >= static_cast<int>(models_.size())) return nullptr;
    const FoundModel& model = models_[static_cast<std::size_t>(at)];
    return model.is_supported() ? &model : nullptr;
}

void ModelChoice::show_texts(std::vector<std::string> texts) {
    tokens_ = std::make_shared<SampleTokens>(std::move(texts));
}

void ModelChoice::estimate(const preset::Draft& draft, std::shared_ptr<const run::CheckedInputs> inputs) {
    std::vector<FoundModel> models;
    for (const ModelCard* card : cards_)
        models.push_back(card->model());
    const fs::path own = chosen() ? chosen()->path : fs::path();
    estimating_.cancel();
    estimating_ = read_in_background(
        this,
        [draft, inputs = std::move(inputs), models = std::move(models), tokens = tokens_,
         own](const CancelToken&) { return estimate_models(draft, *inputs, models, *tokens, own); },
        [this](const std::vector<std::optional<ModelEstimate>>& estimates) {
            for (std::size_t i = 0; i < cards_.size(); ++i)
                cards_[i]->show_estimate(estimates[i]);
        });
}

void ModelChoice::show_choice() {
    const FoundModel* model = chosen();
    for (ModelCard* card : cards_)
        card->setChecked(model && card->is_at_hand() && card->model().path == model->path);
    const bool none = std::ranges::none_of(models_, &FoundModel::is_supported);
    note_->setText(is_looking_ ? tr("Shows the folder of the model.")
                   : none
                       ? tr("There is no model on this machine. Download one of these, or choose a folder.")
                   : model ? shown_path(model->path, 46)
                           : QString());
}

void ModelChoice::press(const ModelCard* card) {
    if (!card->is_at_hand()) return download(card->model());
    for (std::size_t i = 0; i < models_.size(); ++i)
        if (models_[i].path == card->model().path) list_->setCurrentIndex(static_cast<int>(i));
    show_choice();
}

void ModelChoice::download(const FoundModel& model) {
    if (model.hub_name.empty()) return; // not shown yet
    auto* dialog = new DownloadDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &DownloadDialog::ready, this, [this, name = model.hub_name] {
        looking_.cancel();
        looking_ = read_in_background(
            this, [places = places_](const CancelToken&) { return find_models(places); },
            [this, name](std::vector<FoundModel> models) { take(std::move(models), name); });
    });
    dialog->open();
    dialog->download(format::parse_hub_model(model.hub_name));
}

void ModelChoice::choose_folder() {
    auto* dialog = new QFileDialog(this, tr("Choose a model's folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& folder) {
        read_in_background(
            this,
            [path = to_path(folder)](const CancelToken&) {
                return inspect_model(path, path.filename().string());
            },
            [this](const FoundModel& model) { add_folder(model); });
    });
    dialog->open();
}

void ModelChoice::add_folder(const FoundModel& model) {
    if (!model.is_supported())
        return Q_EMIT refused(
            tr("%1 cannot be fine-tuned: %2.").arg(shown_path(model.path), to_qt(model.problem)));
    std::vector<FoundModel> models = models_;
    std::erase_if(models, [&](const FoundModel& other) { return other.path == model.path; });
    models.insert(models.begin(), model);
    take(std::move(models), {});
}

} // namespace tunedesk::ui
