// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/setup_page.h"

#include "ui/preset/estimate/estimate_figures.h"
#include "ui/preset/estimate/estimate_strip.h"
#include "ui/preset/estimate/estimator.h"
#include "ui/preset/estimate/remote_check.h"
#include "ui/preset/form/preset_document.h"
#include "ui/preset/form/preset_form.h"
#include "ui/preset/form/preset_text_edit.h"
#include "ui/preset/hub/missing_model.h"
#include "ui/preset/preset_tools.h"
#include "ui/preset/problem_marks.h"
#include "ui/preset/setup_head.h"
#include "ui/preset/several_values.h"
#include "ui/preset/text_drawer.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"

#include <QDragEnterEvent>
#include <QLabel>
#include <QMimeData>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

namespace tunedesk::ui {

SetupPage::SetupPage(QWidget* parent)
    : QWidget(parent), document_(new PresetDocument(this)), form_(new PresetForm), text_(new PresetTextEdit),
      messages_(new MessageBar), tools_(new PresetTools(document_, messages_, this)),
      drawer_(new TextDrawer(text_, this)), head_(new SetupHead(document_, tools_, drawer_->action(), this)),
      empty_(new QLabel(tr("Choose a preset at the left, or drop one here."))), split_(new QSplitter),
      estimator_(new Estimator(this)), there_(new RemoteCheck(this)),
      strip_(new EstimateStrip(estimator_, there_)),
      several_(new SeveralValues(document_, form_, messages_, this)),
      marks_(new ProblemMarks(document_, form_, text_, strip_, this)) {
    setAcceptDrops(true);
    text_->setAcceptDrops(false); // files dropped on the text are opened, not inserted
    text_->show_document(document_->document());
    split_->addWidget(form_);
    split_->addWidget(text_);
    split_->setSizes({560, 440});
    split_->setStretchFactor(0, 1);
    split_->setChildrenCollapsible(false);
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setForegroundRole(QPalette::PlaceholderText);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    layout->addWidget(head_);
    messages_->float_over(this);
    layout->addWidget(split_, 1);
    layout->addWidget(empty_, 1);
    layout->addWidget(strip_);
    split_->hide();
    strip_->hide();
    connect_parts();
}

void SetupPage::connect_parts() {
    connect(document_, &PresetDocument::opened, this, [this] {
        empty_->hide();
        split_->show();
        strip_->show();
        messages_->clear();
        head_->show_file();
    });
    connect(document_, &PresetDocument::read, this, &SetupPage::show_parsed);
    connect(document_, &PresetDocument::saved, this, [this](const QString& file) {
        head_->show_file();
        Q_EMIT saved(file);
        if (std::exchange(starts_when_saved_, false)) Q_EMIT start_requested(file);
    });
    connect(document_, &PresetDocument::failed, this, [this](const Error& error) {
        starts_when_saved_ = false;
        messages_->say(error);
    });
    connect(strip_, &EstimateStrip::shown_changed, marks_, &ProblemMarks::show_file_problems);
    connect(strip_, &EstimateStrip::start_clicked, this, &SetupPage::start);
    connect(strip_, &EstimateStrip::problem_clicked, marks_, &ProblemMarks::go_to);
    connect(strip_->figures().strategies(), &QToolButton::clicked, this,
            [this] { tools_->ask_strategy(strip_->shown()); });
    auto* missing = new MissingModel(estimator_, messages_, this);
    connect(missing, &MissingModel::downloaded, this, &SetupPage::show_parsed);
    connect(form_, &PresetForm::downloaded, document_, &PresetDocument::read_text);
    connect(document_, &PresetDocument::changed_outside, this, &SetupPage::say_changed_outside);
    connect(head_, &SetupHead::sweep_requested, this, [this] { Q_EMIT sweep_requested({}, {}); });
    connect(several_, &SeveralValues::sweep_requested, this, &SetupPage::sweep_requested);
    connect(marks_, &ProblemMarks::text_requested, drawer_, [this] { drawer_->show(true); });
    connect(form_, &PresetForm::text_requested, drawer_, [this] {
        drawer_->show(true);
        text_->setFocus();
    });
    connect(marks_, &ProblemMarks::front_requested, this, &SetupPage::front_requested);
    connect(tools_, &PresetTools::key_chosen, this, &SetupPage::go_to);
    connect(tools_, &PresetTools::value_accepted, this, &SetupPage::set_key);
    connect(form_, &PresetForm::edited, this, [this](const preset::Key* key, const QString& value) {
        if (several_->take(*key, value)) return;
        several_->forget();
        const QString why = document_->edits().set_key(*key, value.toStdString());
        if (!why.isEmpty()) form_->refuse(*key, why);
    });
    connect(form_, &PresetForm::reset, this, [this](const preset::Key* key) {
        const QString why = document_->edits().reset_key(*key);
        if (!why.isEmpty()) form_->refuse(*key, why);
    });
}

void SetupPage::open(const fs::path& file) {
    document_->open(file);
}

void SetupPage::save() {
    document_->save();
}

const preset::Draft& SetupPage::draft() const {
    return document_->parsed().draft;
}

void SetupPage::set_key(const QString& key, const QString& value) {
    if (const preset::Key* found = preset::find_key(key.toStdString())) Q_EMIT form_->edited(found, value);
}

void SetupPage::reset_key(const QString& key) {
    if (const preset::Key* found = preset::find_key(key.toStdString())) Q_EMIT form_->reset(found);
}

void SetupPage::go_to(const QString& key) {
    if (const preset::Key* found = preset::find_key(key.toStdString())) form_->go_to(*found);
}

void SetupPage::show_parsed() {
    const ParsedPreset& parsed = document_->parsed();
    form_->show_parsed(document_->last_good(), !parsed.readable);
    several_->forget();
    marks_->mark_lines();
    if (document_->is_open()) {
        estimator_->check(parsed.draft);
        there_->set_text(document_->text(), document_->file());
    }
    head_->show_file();
    Q_EMIT changed();
}

void SetupPage::say_changed_outside() {
    if (!document_->is_modified()) {
        document_->reload();
        messages_->say(MessageBar::Kind::info, tr("Another program changed this file; it was reloaded."));
        return;
    }
    messages_->say(MessageBar::Kind::warning,
                   tr("Another program changed this file. Saving is disabled so that no change is lost."),
                   tr("Reload"), [this] {
                       messages_->clear();
                       document_->reload();
                   });
}

void SetupPage::start() {
    starts_when_saved_ = document_->is_modified();
    if (starts_when_saved_)
        document_->save();
    else
        Q_EMIT start_requested(to_qt(document_->file()));
}

void SetupPage::dragEnterEvent(QDragEnterEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls.first().isLocalFile()) event->acceptProposedAction();
}

void SetupPage::dropEvent(QDropEvent* event) {
    event->acceptProposedAction();
    tools_->open_any(to_path(event->mimeData()->urls().first().toLocalFile()));
}

} // namespace tunedesk::ui
