// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/form/preset_form.h"

#include "ui/preset/form/essentials.h"
#include "ui/preset/form/field_help.h"
#include "ui/preset/form/key_editor.h"

#include <QButtonGroup>
#include <QElapsedTimer>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <algorithm>
#include <iterator>

namespace tunedesk::ui {

namespace {

/// width in pixels of a form with space for the help beside its fields
constexpr int least_width_beside = 760;

} // namespace

PresetForm::PresetForm(QWidget* parent)
    : QWidget(parent), search_(new QLineEdit), essentials_(new QToolButton), all_(new QToolButton),
      area_(new QScrollArea), open_text_(new QToolButton), unreadable_(make_unreadable()),
      nothing_(new QLabel(tr("No key matches."))), help_(new FieldHelp), body_(new QHBoxLayout) {
    more_.setSingleShot(true);
    connect(&more_, &QTimer::timeout, this, &PresetForm::arrange);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(8);
    for (const preset::Section& section : preset::sections())
        add_section(section, column);
    nothing_->setForegroundRole(QPalette::PlaceholderText);
    nothing_->hide();
    column->addWidget(nothing_);
    column->addStretch(1);
    area_->setWidget(content);
    area_->setWidgetResizable(true);
    area_->setFrameShape(QFrame::NoFrame);
    area_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area_->setFocusPolicy(Qt::NoFocus);
    connect(area_->verticalScrollBar(), &QScrollBar::valueChanged, this, &PresetForm::place_help);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(make_head());
    layout->addWidget(unreadable_);
    body_->setSpacing(8);
    body_->addWidget(area_, 1);
    body_->addWidget(help_);
    layout->addLayout(body_, 1);
    for (const FormSection* section : sections_)
        connect(section, &FormSection::rows_made, this, &PresetForm::order_tabs);
    arrange();
}

void PresetForm::add_section(const preset::Section& section, QBoxLayout* column) {
    auto* part = new FormSection(section);
    column->addWidget(part);
    sections_.push_back(part);
    connect(part, &FormSection::edited, this, &PresetForm::edited);
    connect(part, &FormSection::reset, this, &PresetForm::reset);
    connect(part, &FormSection::downloaded, this, &PresetForm::downloaded);
    connect(part, &FormSection::unfinished, &more_, qOverload<>(&QTimer::start));
    connect(part, &FormSection::focused, this, [this](const preset::Key* key) {
        show_help(*key);
        Q_EMIT focused(key);
    });
}

QWidget* PresetForm::make_unreadable() {
    auto* line = new QWidget;
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(8, 8, 8, 0);
    auto* text = new QLabel(tr("The text is invalid. The fields show its last valid state and are locked "
                               "until the error is corrected."));
    text->setWordWrap(true);
    open_text_->setText(tr("Open the text"));
    open_text_->setFocusPolicy(Qt::StrongFocus);
    connect(open_text_, &QToolButton::clicked, this, &PresetForm::text_requested);
    row->addWidget(text, 1);
    row->addWidget(open_text_);
    line->hide();
    return line;
}

QWidget* PresetForm::make_head() {
    auto* head = new QWidget;
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(8, 0, 8, 0);
    row->setSpacing(8);
    search_->setPlaceholderText(tr("Search settings, keys and Hugging Face names"));
    search_->setAccessibleName(tr("Search keys"));
    search_->setClearButtonEnabled(true);
    auto* group = new QButtonGroup(this);
    for (QToolButton* button : {essentials_, all_}) {
        button->setCheckable(true);
        group->addButton(button);
    }
    essentials_->setText(tr("Essentials"));
    essentials_->setToolTip(tr("The keys that most presets set"));
    all_->setText(tr("All keys"));
    all_->setToolTip(tr("Every key, by section"));
    essentials_->setChecked(true);
    row->addWidget(essentials_);
    row->addWidget(all_);
    row->addWidget(search_, 1);
    connect(group, &QButtonGroup::buttonClicked, this, [this] {
        search_->clear();
        arrange();
    });
    connect(search_, &QLineEdit::textChanged, this, &PresetForm::arrange);
    return head;
}

void PresetForm::arrange() {
    const QStringList words = search_->text().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    const auto what = !words.isEmpty()    ? FormSection::Show::matches
                      : all_->isChecked() ? FormSection::Show::all
                                          : FormSection::Show::essentials;
    bool any = false, complete = true;
    QElapsedTimer turn;
    turn.start();
    for (FormSection* section : sections_) {
        complete = section->show_rows(what, words, parsed_, read_only_, turn) && complete;
        any |= !section->isHidden();
    }
    nothing_->setVisible(!any && complete);
    if (!complete) more_.start();
    place_help();
}

/// The tab order is: controls above the fields, the fields of all sections, the sections' titles. By default
/// new rows would be last in the window.
void PresetForm::order_tabs() {
    QWidget::setTabOrder(search_, open_text_);
    QWidget* last = open_text_;
    for (FormSection* section : sections_)
        last = section->order_tabs(last);
}

void PresetForm::show_parsed(const ParsedPreset& parsed, bool read_only) {
    auto of_files = std::move(parsed_.file_problems);
    parsed_ = parsed;
    parsed_.file_problems = std::move(of_files);
    read_only_ = read_only;
    unreadable_->setVisible(read_only);
    for (FormSection* section : sections_)
        section->show_parsed(parsed_, read_only);
}

void PresetForm::show_file_problems(const std::map<std::string, std::string>& problems) {
    if (problems.empty() && parsed_.file_problems.empty()) return;
    parsed_.file_problems.clear();
    for (const auto& [dotted, what] : problems)
        if (const preset::Key* key = preset::find_key(dotted))
            parsed_.file_problems[dotted] = {parsed_.shown(*key), what};
    for (FormSection* section : sections_)
        section->show_parsed(parsed_, read_only_);
}

void PresetForm::show_all_keys(bool all) {
    (all ? all_ : essentials_)->setChecked(true);
    search_->clear();
    arrange();
}

void PresetForm::search(const QString& text) {
    search_->setText(text);
}

KeyRow* PresetForm::row(const std::string& dotted) {
    for (FormSection* section : sections_)
        if (KeyRow* row = section->row(dotted)) return row;
    return nullptr;
}

void PresetForm::go_to(const preset::Key& key) {
    if (!is_essential(key, parsed_.draft.loaded.preset)) show_all_keys(true);
    for (FormSection* section : sections_)
        if (section->name() == key.section) section->set_folded(false);
    KeyRow* target = row(key.dotted());
    if (!target) return;
    target->show();
    target->editor()->control()->setFocus(Qt::OtherFocusReason);
    // New rows get their geometry when the event loop runs.
    QMetaObject::invokeMethod(
        this, [this, target] { area_->ensureWidgetVisible(target, 8, 96); }, Qt::QueuedConnection);
}

void PresetForm::refuse(const preset::Key& key, const QString& why) {
    for (FormSection* section : sections_)
        section->refuse(key, why);
}

void PresetForm::show_help(const preset::Key& key) {
    for (const FormSection* section : sections_)
        for (KeyRow* made : section->rows())
            if (&made->key() == &key) helped_ = made;
    help_->show_key(key);
    place_help();
}

/// Aligns the help with its field after scrolling.
void PresetForm::place_help() {
    if (helped_) help_->place(help_->mapFromGlobal(helped_->mapToGlobal(QPoint())).y());
}

void PresetForm::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const bool beside = width() >= least_width_beside;
    body_->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    help_->set_beside(beside);
    place_help();
}

} // namespace tunedesk::ui
