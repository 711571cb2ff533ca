// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/csv/csv_page.h"

#include "base/text.h"
#include "run/check/check.h"
#include "run/check/data_mends.h"
#include "ui/data/data_check.h"
#include "ui/style/app_style.h"
#include "ui/style/tokens.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/text.h"
#include "ui/window/csv/csv_columns.h"
#include "ui/window/csv/csv_draft.h"
#include "ui/window/csv/csv_findings.h"
#include "ui/window/csv/csv_form.h"
#include "ui/window/csv/model_choice.h"
#include "ui/window/csv/preview_table.h"
#include "ui/window/csv/split_slider.h"
#include "ui/window/new_run/run_launcher.h"
#include "ui/window/queue/queue_watch.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <unistd.h>

namespace tunedesk::ui {

namespace {

/// The CSV's folder if it is writable, else the working directory.
fs::path preset_folder(const fs::path& file) {
    const fs::path beside = file.parent_path();
    return ::access(beside.c_str(), W_OK) == 0 ? beside : fs::current_path();
}

} // namespace

/// The data read from a file before any choice.
struct CsvPage::Opened {
    data::Guess guess;
    data::FirstRows rows;
    fs::path folder;
};

CsvPage::CsvPage(QueueWatch* queue, QWidget* parent)
    : QWidget(parent), queue_(queue), draft_(new CsvDraft(this)), form_(new CsvForm), state_(new QLabel),
      customize_(new QPushButton(tr("Customize"))), start_(new QPushButton(tr("Start"))),
      message_(new MessageBar), launcher_(new RunLauncher(queue, message_, this)) {
    QScrollArea* area = make_scrollable(form_);
    area->setFocusPolicy(Qt::NoFocus);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(area, 1);
    column->addWidget(make_end());
    message_->float_over(area);
    connect_parts();
    connect_draft();
}

QWidget* CsvPage::make_end() {
    state_->setTextFormat(Qt::PlainText);
    state_->setWordWrap(true);
    state_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    start_->setDefault(true);
    style::make_primary(start_);
    auto* end = new QWidget;
    auto* row = new QHBoxLayout(end);
    row->setContentsMargins(style::l, style::s, style::l, style::s);
    row->setSpacing(style::s);
    row->addWidget(state_, 1);
    row->addWidget(customize_);
    row->addWidget(start_);
    return end;
}

void CsvPage::connect_parts() {
    connect(form_->columns(), &CsvColumns::changed, this, [this] {
        form_->findings()->show_sample(form_->columns()->label_sample(), guess_.whole);
        const data::SampledColumn* text = form_->columns()->text_sample();
        form_->models()->show_texts(text ? text->values : std::vector<std::string>());
        choose();
    });
    connect(form_->splits(), &SplitSlider::shares_changed, this, [this](double validation, double test) {
        CsvChoice chosen = choice();
        chosen.validation_share = validation;
        chosen.test_share = test;
        draft_->set_choice(chosen);
    });
    connect(form_->models(), &ModelChoice::changed, this, [this] {
        estimated_.reset();
        choose();
        show_draft();
    });
    connect(form_->models(), &ModelChoice::refused, this,
            [this](const QString& why) { message_->say(MessageBar::Kind::warning, why); });
    connect(form_->name(), &QLineEdit::textChanged, this, &CsvPage::choose);
    connect(form_, &CsvForm::file_requested, this, &CsvPage::file_requested);
    connect(customize_, &QPushButton::clicked, this, [this] { finish(false); });
    connect(start_, &QPushButton::clicked, this, [this] { finish(true); });
    connect(form_->findings()->check(), &DataCheck::mend_requested, draft_, &CsvDraft::mend);
}

void CsvPage::connect_draft() {
    connect(draft_, &CsvDraft::changed, this, &CsvPage::show_draft);
    connect(draft_, &CsvDraft::written, this, &CsvPage::take_preset);
    connect(draft_, &CsvDraft::failed, this, [this](const Error& error) {
        is_writing_ = false;
        message_->say(error);
        show_state();
    });
    connect(draft_, &CsvDraft::mended, this, [this](const run::MendedData& copies) {
        message_->say(MessageBar::Kind::success,
                      tr("%n row(s) changed or removed in a copy: %1. The source is unchanged.", nullptr,
                         static_cast<int>(copies.rows))
                          .arg(to_qt(copies.names())),
                      tr("Undo"), [this] {
                          message_->clear();
                          draft_->undo_mend();
                      });
    });
    const auto end_start = [this](auto signal) {
        return [this, signal](const QString& run) {
            is_writing_ = false;
            show_state();
            Q_EMIT(this->*signal)(run);
        };
    };
    connect(launcher_, &RunLauncher::started, this, end_start(&CsvPage::run_started));
    connect(launcher_, &RunLauncher::queued, this, end_start(&CsvPage::run_queued));
    connect(launcher_, &RunLauncher::failed, this, [this] {
        is_writing_ = false;
        show_state();
    });
}

void CsvPage::open(const fs::path& file, const ModelPlaces& places) {
    file_ = file;
    places_ = places;
    guess_ = {};
    folder_.clear();
    is_open_ = is_writing_ = false;
    estimated_.reset();
    message_->clear();
    form_->show_file(file);
    form_->columns()->clear(tr("Reading the columns…"));
    form_->findings()->check()->show_lines({});
    form_->findings()->show_sample(nullptr, false);
    draft_->open({}, {});
    form_->models()->look_in(places);
    opening_.cancel();
    opening_ = read_in_background(
        this,
        [file](const CancelToken&) {
            return Opened{data::guess_columns(file), data::read_first_rows(file, PreviewTable::most_rows),
                          preset_folder(file)};
        },
        [this](const Opened& opened) { take(opened); },
        [this](const Error& error) {
            form_->columns()->clear(tr("Choose another file"));
            message_->say(error, tr("Choose another file…"), [this] { Q_EMIT file_requested(); });
            show_state();
        });
}

void CsvPage::take(const Opened& opened) {
    guess_ = opened.guess;
    folder_ = opened.folder;
    is_open_ = true;
    CsvChoice files;
    files.train = file_;
    files.validation = guess_.validation;
    files.test = guess_.test;
    draft_->open(files, folder_);
    form_->columns()->show_table(opened.guess, opened.rows);
    warn_of_header();
    QWidget* field = nullptr;
    form_->columns()->missing(&field);
    (field ? field : this)->setFocus(Qt::OtherFocusReason); // the next focus is Start, see show_state()
    show_state();
}

/// Warns if a column's name also occurs in its rows: the header may be a row.
void CsvPage::warn_of_header() {
    const QString name = form_->columns()->name_among_rows();
    if (name.isEmpty()) return;
    message_->say(MessageBar::Kind::warning,
                  tr("The file seems to have no header: “%1”, in its first line, also occurs in other rows.")
                      .arg(to_qt(shortened(name.toStdString(), 40))),
                  tr("Add a header"), [this] { add_header(); });
}

void CsvPage::add_header() {
    message_->clear();
    in_background(
        this,
        [file = file_, names = form_->columns()->header()](const CancelToken&) {
            return run::add_header(file, names);
        },
        [this, source = file_](const fs::path& copy) {
            if (file_ != source) return; // another table was opened meanwhile
            open(copy, places_);
            message_->say(
                MessageBar::Kind::success,
                tr("A copy with a header: %1. The source is unchanged.").arg(to_qt(copy.filename())),
                tr("Undo"), [this, source] { open(source, places_); });
        },
        [this](const Error& error) { message_->say(error); });
}

CsvChoice CsvPage::choice() const {
    CsvChoice choice = draft_->choice();
    form_->columns()->put_into(choice);
    const FoundModel* model = form_->models()->chosen();
    choice.model = !model ? fs::path() : model->hub_name.empty() ? model->path : fs::path(model->hub_name);
    choice.max_tokens = model ? model->max_tokens : 0;
    choice.name = form_->name()->text().trimmed().toStdString();
    if (choice.name.empty()) choice.name = file_.stem().string();
    const data::SampledColumn* label = form_->columns()->label_sample();
    choice.rows = guess_.whole && label ? label->values.size() : 0;
    return choice;
}

/// Does not read while models are being searched, because lengths would be read twice.
void CsvPage::choose() {
    QWidget* field = nullptr;
    if (is_open_ && !form_->models()->is_looking() && form_->columns()->missing(&field).isEmpty())
        draft_->set_choice(choice());
    form_->show_splits(draft_->choice());
    show_state();
}

void CsvPage::show_draft() {
    form_->findings()->show_draft(*draft_);
    form_->show_splits(draft_->choice());
    const auto check = draft_->check();
    if (const auto inputs = draft_->inputs(); inputs && check != estimated_) {
        estimated_ = check;
        form_->models()->estimate(draft_->draft(), inputs);
    }
    show_state();
}

/// The reason why no preset can be written yet.
QString CsvPage::what_is_missing() const {
    QWidget* field = nullptr;
    if (!is_open_) return message_->text().isEmpty() ? tr("Reading the file…") : tr("Choose another file");
    if (const QString column = form_->columns()->missing(&field); !column.isEmpty()) return column;
    if (form_->models()->is_looking()) return tr("Looking for models…");
    if (!form_->models()->chosen()) return tr("Choose a model");
    return form_->name()->text().trimmed().isEmpty() ? tr("Give it a name") : QString();
}

void CsvPage::show_state() {
    const QString missing = what_is_missing();
    const auto check = draft_->check();
    QString reason = missing;
    if (missing.isEmpty())
        reason = check                        ? draft_->problem()
                 : draft_->status().isEmpty() ? tr("Reading all rows…")
                                              : draft_->status();
    const bool can_start = reason.isEmpty() && !is_writing_;
    state_->setText(!reason.isEmpty() ? reason
                    : check->estimate ? tr("About %1, %2 of memory")
                                            .arg(to_qt(human_duration(check->estimate->seconds)),
                                                 to_qt(human_bytes(check->memory_needed())))
                                      : QString());
    customize_->setEnabled(missing.isEmpty() && !is_writing_);
    customize_->setToolTip(missing.isEmpty() ? tr("Writes the preset and opens it; nothing starts yet")
                                             : missing);
    start_->setEnabled(can_start);
    start_->setToolTip(reason.isEmpty() ? tr("Writes the preset and starts a run of it") : reason);
    form_->show_folder(folder_);
    if (can_start && window()->focusWidget() == this) start_->setFocus(Qt::OtherFocusReason);
}

void CsvPage::finish(bool starts) {
    starts_ = starts;
    is_writing_ = true;
    show_state();
    draft_->write();
}

void CsvPage::take_preset(const QString& preset) {
    if (!starts_) {
        is_writing_ = false;
        draft_->stop_reading(); // Set-up reads the rows itself
        show_state();
        return Q_EMIT preset_made(preset);
    }
    Q_EMIT preset_written(preset);
    if (queue_->why_wait(draft_->draft().loaded.preset).isEmpty())
        launcher_->start(to_path(preset));
    else
        launcher_->queue(to_path(preset));
}

} // namespace tunedesk::ui
