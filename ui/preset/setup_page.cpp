#include "ui/preset/setup_page.h"

#include "run/queue/sweep.h"
#include "ui/preset/estimate/estimate_strip.h"
#include "ui/preset/estimate/estimator.h"
#include "ui/preset/estimate/remote_check.h"
#include "ui/preset/form/key_editor.h"
#include "ui/preset/form/key_row.h"
#include "ui/preset/form/preset_actions.h"
#include "ui/preset/form/preset_document.h"
#include "ui/preset/form/preset_form.h"
#include "ui/preset/form/preset_text_edit.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QStyle>
#include <QToolButton>

namespace tunedesk::ui {

SetupPage::SetupPage(QWidget* parent)
    : QWidget(parent), document_(new PresetDocument(this)), form_(new PresetForm), text_(new PresetTextEdit),
      messages_(new MessageBar), name_(new QLabel), extends_(new QLabel), undo_(new QToolButton),
      redo_(new QToolButton), save_(new QToolButton),
      empty_(new QLabel(tr("Choose a preset at the left, or drop one here."))), split_(new QSplitter),
      estimator_(new Estimator(this)), there_(new RemoteCheck(this)),
      strip_(new EstimateStrip(estimator_, there_)) {
    setAcceptDrops(true);
    text_->setAcceptDrops(false); // files dropped on the text are opened, not typed
    text_->show_document(document_->document());
    split_->addWidget(form_);
    split_->addWidget(text_);
    split_->setSizes({560, 440});
    split_->setChildrenCollapsible(false);
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setForegroundRole(QPalette::PlaceholderText);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    layout->addWidget(make_head());
    messages_->float_over(this);
    layout->addWidget(split_, 1);
    layout->addWidget(empty_, 1);
    layout->addWidget(strip_);
    split_->hide();
    strip_->hide();

    connect(document_, &PresetDocument::opened, this, [this] {
        empty_->hide();
        split_->show();
        strip_->show();
        messages_->clear();
        show_head();
    });
    connect(document_, &PresetDocument::read, this, &SetupPage::show_parsed);
    connect(document_, &PresetDocument::saved, this, [this](const QString& file) {
        show_head();
        Q_EMIT saved(file);
        if (std::exchange(starts_when_saved_, false)) Q_EMIT start_requested(file);
    });
    connect(document_, &PresetDocument::failed, this, [this](const Error& error) {
        starts_when_saved_ = false;
        messages_->say(error);
    });
    connect(strip_, &EstimateStrip::shown_changed, this, &SetupPage::show_file_problems);
    connect(strip_, &EstimateStrip::start_clicked, this, &SetupPage::start);
    connect(strip_, &EstimateStrip::problem_clicked, this, &SetupPage::go_to_problem);
    connect(document_, &PresetDocument::changed_outside, this, &SetupPage::say_changed_outside);
    connect(document_->document(), &QTextDocument::modificationChanged, this, &SetupPage::show_head);
    connect(form_, &PresetForm::edited, this, [this](const preset::Key* key, const QString& value) {
        if (takes_several(*key, value)) return;
        forget_several();
        const QString why = document_->set_key(*key, value.toStdString());
        if (!why.isEmpty()) form_->refuse(*key, why);
    });
    connect(form_, &PresetForm::reset, this, [this](const preset::Key* key) {
        const QString why = document_->reset_key(*key);
        if (!why.isEmpty()) form_->refuse(*key, why);
    });
}

QWidget* SetupPage::make_head() {
    auto* head = new QWidget;
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    QFont bold = name_->font();
    bold.setBold(true);
    name_->setFont(bold);
    name_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    extends_->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(name_);
    row->addWidget(extends_);
    row->addStretch(1);
    const auto add = [&](QToolButton* button, const QString& text, const QString& tip,
                         QKeySequence::StandardKey shortcut, auto act) {
        auto* action = new QAction(text, this);
        // The window has Save's, for all pages: a second one would make it ambiguous, and neither would act.
        if (shortcut != QKeySequence::Save) action->setShortcut(shortcut);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        action->setToolTip(
            tip + QStringLiteral(" (%1)").arg(QKeySequence(shortcut).toString(QKeySequence::NativeText)));
        connect(action, &QAction::triggered, this, act);
        addAction(action);
        button->setDefaultAction(action);
        row->addWidget(button);
        return action;
    };
    QTextDocument* text = document_->document();
    auto* undo = add(undo_, tr("Undo"), tr("Undo the last edit, of form or text"), QKeySequence::Undo,
                     [text] { text->undo(); });
    auto* redo = add(redo_, tr("Redo"), tr("Redo the edit"), QKeySequence::Redo, [text] { text->redo(); });
    auto* save =
        add(save_, tr("Save"), tr("Write the preset's file"), QKeySequence::Save, [this] { this->save(); });
    undo->setEnabled(false);
    redo->setEnabled(false);
    save->setEnabled(false);
    connect(text, &QTextDocument::undoAvailable, undo, &QAction::setEnabled);
    connect(text, &QTextDocument::redoAvailable, redo, &QAction::setEnabled);
    connect(text, &QTextDocument::modificationChanged, save, &QAction::setEnabled);
    row->addWidget(make_measure_menu());
    row->addWidget(make_menu());
    return head;
}

QToolButton* SetupPage::make_menu() {
    auto* more = new QToolButton;
    auto* menu = new QMenu(more);
    more->setText(tr("More"));
    more->setToolTip(tr("Sweep, save as, import, compare, copy the command"));
    more->setPopupMode(QToolButton::InstantPopup);
    more->setMenu(menu);
    menu->addAction(tr("Sweep…"), this, [this] { Q_EMIT sweep_requested({}, {}); });
    menu->addAction(tr("Save as…"), this, &SetupPage::ask_save_as);
    menu->addAction(tr("Import another tool's settings…"), this, &SetupPage::ask_import);
    menu->addAction(tr("Compare with…"), this, &SetupPage::ask_compare);
    menu->addAction(tr("Copy command"), this, &SetupPage::copy_command);
    return more;
}

QToolButton* SetupPage::make_measure_menu() {
    auto* button = new QToolButton;
    auto* menu = new QMenu(button);
    button->setText(tr("Measure"));
    button->setToolTip(tr("Memory and time of a step, the batch size that fits, a learning rate"));
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(menu);
    for (const auto what :
         {MeasureDialog::What::step, MeasureDialog::What::batch_size, MeasureDialog::What::learning_rate})
        menu->addAction(MeasureDialog::title(what) + u'…', this, [this, what] { ask_measure(what); });
    return button;
}

void SetupPage::ask_measure(MeasureDialog::What what) {
    if (!is_usable()) return;
    auto* dialog = new MeasureDialog(what, draft().loaded.preset, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &MeasureDialog::use_requested, this, &SetupPage::set_key);
    dialog->open();
}

bool SetupPage::is_usable() {
    if (!document_->is_open() || !document_->is_current()) return false;
    const auto wrong = preset::mistakes(draft());
    if (!wrong.empty()) messages_->say(preset::PresetError(wrong));
    return wrong.empty();
}

void SetupPage::open(const fs::path& file) {
    document_->open(file);
}

void SetupPage::open_text(const QString& text, const fs::path& file) {
    document_->set_text(text, file);
}

void SetupPage::restore(const QString& text, const fs::path& file) {
    document_->restore(text, file);
}

fs::path SetupPage::file() const {
    return document_->file();
}

std::string SetupPage::source() const {
    return document_->text();
}

bool SetupPage::is_modified() const {
    return document_->is_modified();
}

void SetupPage::save() {
    document_->save();
}

void SetupPage::save_as(const fs::path& file) {
    document_->save_as(file);
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

/// "1e-5, 3e-5" where one number is wanted: a sweep is meant. The text keeps its one value, and the field
/// what is being typed.
bool SetupPage::takes_several(const preset::Key& key, const QString& value) {
    const bool is_number = key.type == preset::Type::number || key.type == preset::Type::integer;
    if (!is_number || !value.contains(u',')) return false;
    const auto say = [&](MessageBar::Kind kind, const QString& text, const QString& action = {},
                         std::function<void()> act = {}) {
        messages_->say(kind, text, action, std::move(act));
        several_ = {to_qt(key.dotted()), messages_->text()};
        return true;
    };
    Preset trial = draft().loaded.preset;
    const std::vector<std::string> values = run::sweep_values(value.toStdString());
    for (const std::string& each : values)
        if (const auto wrong = preset::set(trial, key, each))
            return say(MessageBar::Kind::warning, to_qt(key.dotted() + ": " + *wrong));
    const int count = static_cast<int>(values.size());
    if (count < 2) {
        forget_several();
        return true;
    }
    return say(
        MessageBar::Kind::info,
        tr("%1 has %n values. A sweep queues a run for each.", nullptr, count).arg(to_qt(key.dotted())),
        tr("Sweep…"), [this, name = to_qt(key.dotted()), value] {
            messages_->clear();
            Q_EMIT sweep_requested(name, value);
        });
}

/// Takes back what was said of several values, once their field has one again.
void SetupPage::forget_several() {
    if (several_.key.isEmpty()) return;
    const KeyRow* row = form_->row(several_.key.toStdString());
    if (row && run::sweep_values(row->editor()->value().toStdString()).size() > 1) return;
    if (messages_->text() == several_.said) messages_->clear();
    several_ = {};
}

void SetupPage::show_parsed() {
    const ParsedPreset& parsed = document_->parsed();
    form_->show_parsed(document_->last_good(), !parsed.readable);
    forget_several();
    mark_lines();
    if (document_->is_open()) {
        estimator_->check(parsed.draft);
        there_->set_text(document_->text(), document_->file());
    }
    show_head();
    Q_EMIT changed();
}

/// What the files hold, here or on the server, is wrong with the keys that name them.
void SetupPage::show_file_problems() {
    const ShownCheck* shown = strip_->shown();
    form_->show_file_problems(shown ? shown->file_problems() : std::map<std::string, std::string>());
    mark_lines();
}

/// In the text: its own mistakes, and the values whose files are wrong.
void SetupPage::mark_lines() {
    const ParsedPreset& parsed = document_->parsed();
    QMap<int, QString> problems;
    const auto mark = [&](int line, const std::string& key, const std::string& what) {
        if (line == 0) return;
        QString& said = problems[line];
        said += (said.isEmpty() ? QString() : QStringLiteral("\n")) +
                to_qt(key.empty() ? what : key + ": " + what);
    };
    for (const preset::Problem& problem : parsed.draft.problems)
        mark(line_in(document_->file(), problem.place), problem.key, problem.what);
    if (const ShownCheck* shown = strip_->shown(); shown && parsed.readable)
        for (const auto& [key, what] : shown->file_problems())
            if (const auto line = parsed.line_of.find(key); line != parsed.line_of.end())
                mark(line->second, key, what);
    text_->show_problems(problems);
}

void SetupPage::show_head() {
    if (!document_->is_open()) return;
    name_->setText(shown_path(document_->file()) + (is_modified() ? tr(" – not saved") : QString()));
    const std::string& base = document_->last_good().extends;
    extends_->setText(base.empty() ? QString() : tr("extends %1").arg(to_qt(base)));
}

void SetupPage::say_changed_outside() {
    if (!is_modified()) {
        document_->reload();
        messages_->say(MessageBar::Kind::info, tr("Another program changed this file; it was read again."));
        return;
    }
    messages_->say(MessageBar::Kind::warning,
                   tr("Another program changed this file. Saving is held back, so that nothing is lost."),
                   tr("Read it again"), [this] {
                       messages_->clear();
                       document_->reload();
                   });
}

void SetupPage::start() {
    starts_when_saved_ = is_modified();
    if (starts_when_saved_)
        save();
    else
        Q_EMIT start_requested(to_qt(file()));
}

void SetupPage::go_to_problem(const QString& key, const QString& place) {
    if (place == QLatin1String(ShownCheck::in_data_check)) return; // solved there, not in a field
    Q_EMIT front_requested();
    if (const preset::Key* found = key_of(key.toStdString()))
        form_->go_to(*found);
    else if (const int line = line_in(file(), place.toStdString()); line > 0) {
        text_->go_to_line(line);
        text_->setFocus();
    }
}

} // namespace tunedesk::ui
