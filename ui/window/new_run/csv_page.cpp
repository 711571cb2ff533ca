// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/new_run/csv_page.h"

#include "base/text.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/text.h"
#include "ui/window/library/places.h"
#include "ui/window/new_run/csv_preset.h"

#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QStandardItemModel>
#include <QVBoxLayout>
#include <algorithm>
#include <map>
#include <unistd.h>

namespace tunedesk::ui {

namespace {

QLabel* note_label() {
    auto* label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

const data::SampledColumn* find_column(const data::Guess& guess, const QString& name) {
    for (const data::SampledColumn& column : guess.columns)
        if (to_qt(column.name) == name) return &column;
    return nullptr;
}

/// "billing 14, account 14, delivery 13 in the first rows", the most frequent first.
QString classes_of(const data::SampledColumn& column, bool whole) {
    std::map<std::string, int> counts;
    for (const std::string& value : column.values)
        ++counts[value];
    std::vector<std::pair<std::string, int>> sorted(counts.begin(), counts.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](auto& a, auto& b) { return a.second > b.second; });
    QStringList shown;
    for (const auto& [name, count] : sorted) {
        if (shown.size() == 8) break;
        shown << QStringLiteral("%1 %2").arg(to_qt(shortened(name, 30))).arg(count);
    }
    QString text = shown.join(QStringLiteral(", "));
    if (sorted.size() > 8) text += QStringLiteral(", …");
    const int classes = static_cast<int>(sorted.size());
    return whole ? CsvPage::tr("%n class(es): %1", nullptr, classes).arg(text)
                 : CsvPage::tr("%n class(es) in the first rows: %1", nullptr, classes).arg(text);
}

/// The CSV's folder where one may write there, else the working directory.
fs::path preset_folder(const fs::path& file) {
    const fs::path beside = file.parent_path();
    return ::access(beside.c_str(), W_OK) == 0 ? beside : fs::current_path();
}

} // namespace

CsvPage::CsvPage(QWidget* parent)
    : QWidget(parent), title_(new QLabel), text_sample_(note_label()), classes_(note_label()),
      splits_(note_label()), model_note_(note_label()), place_(note_label()), reason_(note_label()),
      text_column_(new QComboBox), label_column_(new QComboBox), model_(new QComboBox),
      copy_command_(new QPushButton(tr("Copy the command"))),
      go_on_(new QPushButton(tr("Continue to Set-up"))), name_(new QLineEdit), message_(new MessageBar) {
    QFont large = title_->font();
    large.setPointSizeF(large.pointSizeF() * 1.4);
    title_->setFont(large);
    title_->setTextFormat(Qt::PlainText);
    QScrollArea* area = make_scrollable(build_form());
    area->setFocusPolicy(Qt::NoFocus);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    message_->float_over(this);
    column->addWidget(area, 1);
    column->addWidget(build_end());
    for (QComboBox* box : {text_column_, label_column_, model_})
        connect(box, &QComboBox::currentIndexChanged, this, &CsvPage::show_columns);
    connect(name_, &QLineEdit::textChanged, this, &CsvPage::show_state);
    connect(go_on_, &QPushButton::clicked, this, &CsvPage::make_preset);
    connect(copy_command_, &QPushButton::clicked, this,
            [] { QGuiApplication::clipboard()->setText(to_qt(fetch_command())); });
}

QWidget* CsvPage::build_form() {
    text_column_->setAccessibleName(tr("Text column"));
    label_column_->setAccessibleName(tr("Label column"));
    model_->setAccessibleName(tr("Model"));
    name_->setAccessibleName(tr("Name"));
    for (QComboBox* box : {text_column_, label_column_, model_}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(30);
    }
    auto* other_file = new QPushButton(tr("Another file…"));
    connect(other_file, &QPushButton::clicked, this, &CsvPage::file_requested);
    auto* other_model = new QPushButton(tr("Another folder…"));
    other_model->setToolTip(tr("Choose a model's folder: config.json, model.safetensors and a tokenizer"));
    connect(other_model, &QPushButton::clicked, this, &CsvPage::choose_model_folder);
    copy_command_->hide();
    auto* inner = new QWidget;
    inner->setMaximumWidth(860);
    // A form's layout would give the notes the height that they need when they are narrow.
    auto* grid = new QGridLayout(inner);
    grid->setContentsMargins(32, 32, 32, 16);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(1, 1);
    int row = 0;
    const auto add = [&](const QString& title, QWidget* field, QWidget* beside = nullptr) {
        if (!title.isEmpty()) {
            auto* label = new QLabel(title);
            label->setBuddy(field);
            grid->addWidget(label, row, 0);
        }
        grid->addWidget(field, row, 1, 1, beside ? 1 : 2);
        if (beside) grid->addWidget(beside, row, 2);
        ++row;
    };
    grid->addWidget(title_, row, 0, 1, 2);
    grid->addWidget(other_file, row++, 2);
    add(tr("&Text column"), text_column_);
    add(QString(), text_sample_);
    add(tr("&Label column"), label_column_);
    add(QString(), classes_);
    add(tr("Splits"), splits_);
    add(tr("&Model"), model_, other_model);
    add(QString(), model_note_);
    grid->addWidget(copy_command_, row++, 1, Qt::AlignLeft);
    add(tr("&Name"), name_);
    add(QString(), place_);
    grid->setRowStretch(row, 1);
    return inner;
}

QWidget* CsvPage::build_end() {
    reason_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    go_on_->setDefault(true);
    auto* end = new QWidget;
    auto* row = new QHBoxLayout(end);
    row->setContentsMargins(16, 8, 16, 8);
    row->addWidget(reason_, 1);
    row->addWidget(go_on_);
    return end;
}

void CsvPage::open(const fs::path& file, const ModelPlaces& places) {
    file_ = file;
    guess_ = {};
    folder_.clear();
    guessed_ = false;
    message_->clear();
    title_->setText(tr("Fine-tune a model on %1").arg(to_qt(file.filename())));
    title_->setToolTip(to_qt(file));
    name_->setText(to_qt(file.stem().stem()));
    text_column_->clear();
    label_column_->clear();
    show_columns();
    guessing_.cancel();
    guessing_ = read_in_background(
        this,
        [file](const CancelToken&) { return std::pair(data::guess_columns(file), preset_folder(file)); },
        [this](std::pair<data::Guess, fs::path> found) {
            folder_ = std::move(found.second);
            take_guess(std::move(found.first));
        },
        [this](const Error& error) {
            message_->say(error, tr("Choose another file…"), [this] { Q_EMIT file_requested(); });
            show_columns();
        });
    searching_.cancel();
    searching_ = read_in_background(
        this, [places](const CancelToken&) { return find_models(places); },
        [this](std::vector<FoundModel> models) { take_models(std::move(models)); });
}

void CsvPage::take_guess(data::Guess guess) {
    guess_ = std::move(guess);
    guessed_ = true;
    for (QComboBox* box : {text_column_, label_column_}) {
        const QSignalBlocker quiet(box);
        box->clear();
        for (const data::SampledColumn& column : guess_.columns)
            box->addItem(to_qt(column.name));
        const std::string& guessed = box == text_column_ ? guess_.text_column : guess_.label_column;
        box->setCurrentIndex(guessed.empty() ? -1 : box->findText(to_qt(guessed)));
    }
    const auto split = [](const fs::path& path, const QString& cut) {
        return path.empty() ? cut : to_qt(path.filename());
    };
    splits_->setText(tr("Validation: %1. Test: %2.")
                         .arg(split(guess_.validation, tr("rows chosen at random")),
                              split(guess_.test, tr("rows chosen at random"))));
    show_columns();
    warn_of_header();
    (text_column_->currentIndex() < 0    ? static_cast<QWidget*>(text_column_)
     : label_column_->currentIndex() < 0 ? static_cast<QWidget*>(label_column_)
                                         : static_cast<QWidget*>(go_on_))
        ->setFocus(Qt::OtherFocusReason);
}

/// A name that the column's rows hold too is a row's.
void CsvPage::warn_of_header() {
    for (const std::string& name : {guess_.label_column, guess_.text_column}) {
        const data::SampledColumn* column = find_column(guess_, to_qt(name));
        if (name.empty() || !column || !std::ranges::count(column->values, name)) continue;
        return message_->say(MessageBar::Kind::warning,
                             tr("The file seems to have no header: “%1”, in its first line, stands in other "
                                "rows too. Give it a "
                                "first line with the columns' names.")
                                 .arg(to_qt(shortened(name, 40))),
                             tr("Choose another file…"), [this] { Q_EMIT file_requested(); });
    }
}

void CsvPage::take_models(std::vector<FoundModel> models) {
    models_ = std::move(models);
    searched_ = true;
    {
        const QSignalBlocker quiet(model_);
        model_->clear();
        auto* items = qobject_cast<QStandardItemModel*>(model_->model());
        for (const FoundModel& model : models_) {
            const QString size = to_qt(human_bytes(model.bytes));
            model_->addItem(model.is_supported()
                                ? tr("%1 (%2, %3)").arg(to_qt(model.name), to_qt(model.architecture), size)
                                : tr("%1 (not supported: %2)").arg(to_qt(model.name), to_qt(model.problem)));
            QStandardItem* item = items->item(model_->count() - 1);
            item->setEnabled(model.is_supported());
            item->setToolTip(to_qt(model.is_supported() ? model.path.string() : model.problem));
        }
        model_->setCurrentIndex(!models_.empty() && models_.front().is_supported() ? 0 : -1);
    }
    show_columns();
}

const FoundModel* CsvPage::chosen_model() const {
    const int at = model_->currentIndex();
    if (at < 0 || at >= static_cast<int>(models_.size())) return nullptr;
    const FoundModel& model = models_[static_cast<std::size_t>(at)];
    return model.is_supported() ? &model : nullptr;
}

void CsvPage::choose_model_folder() {
    auto* dialog = new QFileDialog(this, tr("Choose a model's folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& folder) {
        read_in_background(
            this,
            [path = to_path(folder)](const CancelToken&) {
                return inspect_model(path, path.filename().string());
            },
            [this](const FoundModel& model) {
                if (!model.is_supported())
                    return message_->say(
                        MessageBar::Kind::warning,
                        tr("%1 cannot be fine-tuned: %2.").arg(shown_path(model.path), to_qt(model.problem)));
                std::vector<FoundModel> models = models_;
                models.insert(models.begin(), model);
                take_models(std::move(models));
            });
    });
    dialog->open();
}

void CsvPage::show_columns() {
    // Each line keeps its place while what it says is not known yet.
    const bool reads = !guessed_ && message_->text().isEmpty();
    for (QComboBox* box : {text_column_, label_column_})
        box->setPlaceholderText(reads ? tr("Reading the columns…") : tr("Choose a column"));
    model_->setPlaceholderText(searched_ ? tr("Choose a model") : tr("Looking for models…"));
    const data::SampledColumn* text = find_column(guess_, text_column_->currentText());
    text_sample_->setText(text && !text->values.empty()
                              ? tr("For example: %1").arg(to_qt(shortened(text->values.front(), 110)))
                              : tr("Shows a text of the column as an example."));
    const data::SampledColumn* label = find_column(guess_, label_column_->currentText());
    classes_->setText(label ? classes_of(*label, guess_.whole) : tr("Shows the classes of the column."));
    text_sample_->setEnabled(text != nullptr);
    classes_->setEnabled(label != nullptr);
    if (!guessed_) splits_->setText(reads ? tr("Reading the file…") : QString());
    const FoundModel* model = chosen_model();
    const bool none = searched_ && std::none_of(models_.begin(), models_.end(),
                                                [](const FoundModel& found) { return found.is_supported(); });
    model_note_->setText(
        !searched_ ? tr("Shows the folder of the model.")
        : none     ? tr("No model is at hand. This fetches a small one: %1").arg(to_qt(fetch_command()))
        : model    ? shown_path(model->path, 90)
                   : QString());
    model_note_->setEnabled(searched_);
    copy_command_->setVisible(none);
    show_state();
}

QString CsvPage::what_is_missing(QWidget** field) const {
    const auto missing = [&](QWidget* widget, const QString& why) {
        *field = widget;
        return why;
    };
    if (!guessed_) return message_->text().isEmpty() ? tr("Reading the file…") : tr("Choose another file");
    if (text_column_->currentIndex() < 0) return missing(text_column_, tr("Choose the text column"));
    if (label_column_->currentIndex() < 0) return missing(label_column_, tr("Choose the label column"));
    if (label_column_->currentText() == text_column_->currentText())
        return missing(label_column_, tr("Text and label are the same column"));
    if (!chosen_model()) return searched_ ? missing(model_, tr("Choose a model")) : tr("Looking for models…");
    if (name_->text().trimmed().isEmpty()) return missing(name_, tr("Give it a name"));
    return {};
}

void CsvPage::show_state() {
    QWidget* field = nullptr;
    const QString reason = what_is_missing(&field);
    reason_->setText(reason);
    go_on_->setEnabled(reason.isEmpty());
    go_on_->setToolTip(reason.isEmpty() ? tr("Writes the preset and opens it; nothing starts yet") : reason);
    place_->setText(folder_.empty() ? tr("The preset will be written beside the table.")
                                    : tr("The preset will be written to %1").arg(shown_path(folder_, 80)));
}

CsvChoice CsvPage::choice() const {
    CsvChoice choice;
    choice.train = file_;
    choice.validation = guess_.validation;
    choice.test = guess_.test;
    choice.text_column = text_column_->currentText().toStdString();
    choice.label_column = label_column_->currentText().toStdString();
    const FoundModel& model = *chosen_model();
    choice.model = model.hub_name.empty() ? model.path : fs::path(model.hub_name);
    choice.name = name_->text().trimmed().toStdString();
    if (guess_.whole)
        if (const auto* label = find_column(guess_, label_column_->currentText()))
            choice.rows = label->values.size();
    return choice;
}

void CsvPage::make_preset() {
    go_on_->setEnabled(false);
    in_background(
        this,
        [choice = choice(), folder = folder_](const CancelToken&) {
            const std::string text = csv_preset(choice, folder, preset::detect_machine());
            std::string stem = choice.name;
            std::replace(stem.begin(), stem.end(), '/', '-');
            const fs::path file = unused_name(folder, stem, ".yaml");
            write_file_atomically(file, text);
            return to_qt(file);
        },
        [this](const QString& file) {
            show_state();
            Q_EMIT preset_made(file);
        },
        [this](const Error& error) {
            show_state();
            message_->say(error);
        });
}

} // namespace tunedesk::ui
