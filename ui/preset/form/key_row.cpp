// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/form/key_row.h"

#include "preset/schema/applies.h"
#include "preset/schema/named_rows.h"
#include "ui/preset/form/key_editor.h"
#include "ui/preset/form/key_text.h"
#include "ui/preset/hub/rows_status.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"

#include <QGridLayout>
#include <QLabel>
#include <QToolButton>
#include <algorithm>

namespace tunedesk::ui {

namespace {

QFont small_font(QFont font) {
    font.setPointSizeF(font.pointSizeF() * 0.85);
    return font;
}

/// The width of the longest key, so that the fields of all sections are aligned. Cached per font, because a
/// form has one row per key.
int label_width(const QWidget& widget) {
    static QFont measured;
    static int width = 0;
    if (width > 0 && measured == widget.font()) return width;
    measured = widget.font();
    QFont bold = measured;
    bold.setBold(true);
    const QFontMetrics metrics(bold), small(small_font(measured));
    width = 0;
    for (const preset::Key& key : preset::keys())
        width = std::max(
            {width, metrics.horizontalAdvance(shown_label(key)), small.horizontalAdvance(to_qt(key.name))});
    width += 4;
    return width;
}

constexpr int widest_editor = 440; ///< in pixels: a usual path; the rest of a wide form stays empty

QLabel* dim_label(const QString& text) {
    auto* label = new QLabel(text);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setFont(small_font(label->font()));
    return label;
}

} // namespace

KeyRow::KeyRow(const preset::Key& key, QWidget* parent)
    : QWidget(parent), key_(key), editor_(KeyEditor::make(key)), message_(new QLabel),
      reset_(new QToolButton), trainer_(new QToolButton) {
    message_->setWordWrap(true);
    message_->setTextFormat(Qt::PlainText);
    message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    message_->hide();
    reset_->setText(QStringLiteral("↺"));
    reset_->setAutoRaise(true);
    reset_->setAccessibleName(tr("Reset %1").arg(shown_label(key)));
    QSizePolicy keeps = reset_->sizePolicy();
    keeps.setRetainSizeWhenHidden(true);
    reset_->setSizePolicy(keeps);
    reset_->hide();
    trainer_->setText(tr("Trainer: %1").arg(to_qt(key.trainer)));
    trainer_->setToolTip(
        tr("The default of Hugging Face's Trainer is %1, and that of TuneDesk is %2. Click to use %1.")
            .arg(to_qt(key.trainer), to_qt(key.default_text)));
    trainer_->setAccessibleName(tr("Use the Trainer's default of %1").arg(shown_label(key)));
    trainer_->setAutoRaise(true);
    trainer_->setFont(small_font(trainer_->font()));
    trainer_->hide();

    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 2, 0, 2);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(2);
    auto* line = new QHBoxLayout;
    line->setSpacing(4);
    editor_->setMaximumWidth(widest_editor);
    line->addWidget(editor_, 1);
    line->addWidget(reset_);
    line->addWidget(trainer_);
    line->addStretch(0);
    grid->addWidget(make_label(), 0, 0, 3, 1, Qt::AlignTop);
    grid->addLayout(line, 0, 1);
    grid->addWidget(message_, 1, 1);
    if (preset::is_of_rows(key)) {
        rows_ = new RowsStatus(key);
        rows_->setMaximumWidth(widest_editor);
        auto* below = new QHBoxLayout;
        below->addWidget(rows_, 1);
        below->addStretch(0);
        grid->addLayout(below, 2, 1);
        connect(rows_, &RowsStatus::downloaded, this, &KeyRow::downloaded);
    }
    grid->setColumnStretch(1, 1);

    connect(editor_, &KeyEditor::edited, this, &KeyRow::edited);
    connect(editor_, &KeyEditor::focused, this, &KeyRow::focused);
    connect(reset_, &QToolButton::clicked, this, &KeyRow::reset);
    connect(trainer_, &QToolButton::clicked, this, [this] { Q_EMIT edited(to_qt(key_.trainer)); });
}

QWidget* KeyRow::make_label() {
    auto* box = new QWidget;
    box->setFixedWidth(label_width(*this));
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 3, 0, 0);
    column->setSpacing(0);
    name_ = new QLabel(shown_label(key_));
    name_->setToolTip(to_qt(key_.help));
    name_->setBuddy(editor_->control());
    column->addWidget(name_);
    column->addWidget(dim_label(to_qt(key_.name)));
    return box;
}

void KeyRow::show_parsed(const ParsedPreset& parsed, bool read_only, const QString& problems) {
    const Preset& preset = parsed.draft.loaded.preset;
    editor_->show_value(to_qt(parsed.shown(key_)));
    if (rows_) rows_->show_value(preset::get(preset, key_));
    is_marked_ = parsed.differs(key_);
    QFont font = name_->font();
    font.setBold(is_marked_);
    name_->setFont(font);
    reset_->setVisible(parsed.is_written(key_) && !read_only);
    const std::string base = preset::get(parsed.base, key_);
    reset_->setToolTip(
        tr("Remove it from the text; the value is then %1").arg(base.empty() ? tr("not set") : to_qt(base)));

    const Phrase unused = preset::inapplicable(preset, key_);
    const Phrase fixed = preset::nothing_to_choose(preset, key_);
    is_used_ = unused.is_empty() && fixed.is_empty();
    editor_->set_read_only(read_only || !is_used_);
    trainer_->setVisible(!key_.trainer.empty() && is_used_ && !read_only &&
                         preset::get(preset, key_) == key_.default_text);
    if (is_used_ && !read_only) show_reasons(preset);
    if (read_only) return say({}, false); // a message about an older text may be outdated
    QString said = problems;
    for (const QString& line : parsed.problems_of(key_).split(QLatin1Char('\n'), Qt::SkipEmptyParts))
        said += (said.isEmpty() ? QString() : QStringLiteral("\n")) + line;
    if (!said.isEmpty())
        say(said, true);
    else
        say(is_used_ ? QString() : tr("Not used: %1").arg(phrase_text(unused.is_empty() ? fixed : unused)),
            false);
}

void KeyRow::show_reasons(const Preset& preset) {
    const bool is_boolean = key_.type == preset::Type::boolean;
    QStringList reasons;
    for (const std::string& choice : is_boolean ? std::vector<std::string>{"true", "false"} : key_.choices)
        reasons.append(phrase_text(preset::unavailable_choice(preset, key_, choice)));
    if (!reasons.isEmpty()) editor_->show_reasons(reasons);
}

void KeyRow::say(const QString& text, bool is_problem) {
    has_problem_ = is_problem;
    message_->setText(text);
    message_->setVisible(!text.isEmpty());
    message_->setForegroundRole(is_problem ? QPalette::WindowText : QPalette::PlaceholderText);
    const QColor stripe = MessageBar::colour(MessageBar::Kind::error);
    message_->setStyleSheet(
        is_problem
            ? QStringLiteral("border: 0px; border-left: 3px solid %1; padding-left: 6px;").arg(stripe.name())
            : QString());
}

/// Only basic controls: setTabOrder() moves compound widgets as a whole, with parts that are not tab stops.
std::vector<QWidget*> KeyRow::tab_stops() const {
    std::vector<QWidget*> stops;
    for (QWidget* widget : editor_->findChildren<QWidget*>())
        if ((widget->focusPolicy() & Qt::TabFocus) && !widget->focusProxy() && widget->window() == window())
            stops.push_back(widget);
    stops.push_back(reset_);
    stops.push_back(trainer_);
    if (rows_) stops.push_back(rows_->download_button());
    return stops;
}

QString KeyRow::message() const {
    return message_->text();
}

bool matches(const preset::Key& key, const QStringList& words) {
    QString all = shown_label(key) + QLatin1Char(' ') + to_qt(key.dotted() + ' ' + key.help + ' ' + key.hf);
    for (const preset::Alias& alias : key.aliases)
        all += QLatin1Char(' ') + to_qt(alias.name);
    return std::all_of(words.begin(), words.end(),
                       [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

} // namespace tunedesk::ui
