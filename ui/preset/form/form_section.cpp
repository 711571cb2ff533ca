// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/form/form_section.h"

#include "ui/preset/form/essentials.h"
#include "ui/preset/form/key_editor.h"
#include "ui/widgets/text.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

namespace tunedesk::ui {

namespace {

// Texts of the schema, repeated here so that lupdate finds them.
[[maybe_unused]] constexpr const char* titles[] = {
    QT_TRANSLATE_NOOP("PresetSection", "General"),
    QT_TRANSLATE_NOOP("PresetSection", "Model"),
    QT_TRANSLATE_NOOP("PresetSection", "LoRA adapters"),
    QT_TRANSLATE_NOOP("PresetSection", "Data"),
    QT_TRANSLATE_NOOP("PresetSection", "Training"),
    QT_TRANSLATE_NOOP("PresetSection", "Evaluation"),
    QT_TRANSLATE_NOOP("PresetSection", "Precision"),
    QT_TRANSLATE_NOOP("PresetSection", "Memory"),
    QT_TRANSLATE_NOOP("PresetSection", "Ranks and devices"),
    QT_TRANSLATE_NOOP("PresetSection", "Checkpoints and best model"),
    QT_TRANSLATE_NOOP("PresetSection", "Logging"),
    QT_TRANSLATE_NOOP("PresetSection", "Timeouts and limits"),
};

constexpr qint64 turn_ms = 20; // time to create rows per turn of the event loop

} // namespace

FormSection::FormSection(const preset::Section& section, QWidget* parent)
    : QWidget(parent), name_(section.name),
      title_(QCoreApplication::translate("PresetSection", section.title.c_str())), header_(new QToolButton),
      unused_(new QToolButton(this)), body_(new QWidget), column_(new QVBoxLayout(body_)) {
    QFont bold = header_->font();
    bold.setBold(true);
    header_->setFont(bold);
    header_->setText(title_);
    header_->setAccessibleName(header_->text());
    header_->setToolTip(tr("Fold or unfold these keys"));
    header_->setAutoRaise(true);
    header_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    header_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    column_->setContentsMargins(16, 0, 0, 8);
    column_->setSpacing(2);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(header_);
    layout->addWidget(body_);
    connect(header_, &QToolButton::clicked, this, [this] { set_folded(!is_folded_); });
    connect(unused_, &QToolButton::clicked, this, [this] {
        shows_unused_ = !shows_unused_;
        arrange();
    });
    header_->setArrowType(Qt::DownArrow);
    unused_->hide();
    for (const preset::Key& key : preset::keys())
        if (key.section == name_ && key.dotted() != "tunedesk") items_.push_back({&key});
}

void FormSection::set_folded(bool folded) {
    is_folded_ = folded;
    header_->setArrowType(folded ? Qt::RightArrow : Qt::DownArrow);
    arrange();
}

/// Creates all rows at once.
void FormSection::make_rows() {
    if (!items_.empty() && items_.front().row) return;
    for (auto& [key, row] : items_) {
        row = new KeyRow(*key);
        connect(row, &KeyRow::edited, this,
                [this, of = key](const QString& value) { Q_EMIT edited(of, value); });
        connect(row, &KeyRow::reset, this, [this, of = key] { Q_EMIT reset(of); });
        connect(row, &KeyRow::focused, this, [this, of = key] { Q_EMIT focused(of); });
        connect(row, &KeyRow::downloaded, this, &FormSection::downloaded);
        column_->addWidget(row);
        row->show_parsed(*parsed_, read_only_);
    }
    column_->addWidget(unused_);
    Q_EMIT rows_made();
}

QWidget* FormSection::order_tabs(QWidget* before) {
    const auto add = [&before](QWidget* widget) {
        QWidget::setTabOrder(before, widget);
        before = widget;
    };
    for (const Item& item : items_)
        if (item.row)
            for (QWidget* stop : item.row->tab_stops())
                add(stop);
    if (!rows().empty()) add(unused_);
    return before;
}

/// Creates the rows if any is visible; false if the turn is over before all exist.
bool FormSection::make_wanted_rows(const QElapsedTimer& turn) {
    const bool missing =
        std::ranges::any_of(items_, [this](const Item& item) { return !item.row && is_wanted(item); });
    if (!missing) return true;
    if (turn.elapsed() >= turn_ms) return false;
    make_rows();
    return true;
}

bool FormSection::is_wanted(const Item& item) const {
    // A row that is being edited keeps its place, independent of its new value.
    if (what_ == Show::essentials)
        return is_essential(*item.key, parsed_->draft.loaded.preset) ||
               (item.row && item.row->isAncestorOf(QApplication::focusWidget()));
    return what_ == Show::all || matches(*item.key, words_);
}

void FormSection::arrange() {
    QElapsedTimer turn;
    turn.start();
    if (!arrange(turn)) Q_EMIT unfinished();
}

bool FormSection::arrange(const QElapsedTimer& turn) {
    const bool open = !is_folded_ || what_ != Show::all;
    if (what_ == Show::essentials &&
        std::ranges::none_of(items_, [this](const Item& item) { return is_wanted(item); })) {
        hide();
        return true;
    }
    const bool complete = !open || make_wanted_rows(turn);
    int unused = 0, visible = 0;
    for (const Item& item : items_) {
        KeyRow* row = item.row;
        if (!row) continue;
        // Unused rows are hidden, except those set in the text or matching the search.
        const bool folds = what_ == Show::all && !row->is_used() && !row->is_marked() && !row->has_problem();
        unused += folds;
        const bool shown = open && is_wanted(item) && (!folds || shows_unused_);
        row->setVisible(shown);
        visible += shown;
    }
    unused_->setVisible(open && unused > 0);
    unused_->setText(shows_unused_ ? tr("Hide unused keys") : tr("Show %n unused key(s)", nullptr, unused));
    body_->setVisible(open && (visible > 0 || unused > 0));
    setVisible(what_ != Show::matches || visible > 0);
    return complete;
}

bool FormSection::show_rows(Show what, const QStringList& words, const ParsedPreset& parsed, bool read_only,
                            const QElapsedTimer& turn) {
    what_ = what;
    words_ = words;
    parsed_ = &parsed;
    read_only_ = read_only;
    return arrange(turn);
}

void FormSection::show_parsed(const ParsedPreset& parsed, bool read_only) {
    parsed_ = &parsed;
    read_only_ = read_only;
    bool any = false;
    for (const Item& item : items_) {
        if (!item.row) continue;
        item.row->show_parsed(parsed, read_only);
        any = true;
    }
    if (any || what_ == Show::essentials) arrange(); // the essential keys depend on the preset
}

void FormSection::refuse(const preset::Key& key, const QString& why) {
    for (const Item& item : items_)
        if (item.key == &key && item.row) item.row->show_parsed(*parsed_, read_only_, why);
}

std::vector<KeyRow*> FormSection::rows() const {
    std::vector<KeyRow*> made;
    for (const Item& item : items_)
        if (item.row) made.push_back(item.row);
    return made;
}

KeyRow* FormSection::row(const std::string& dotted) {
    const preset::Key* key = preset::find_key(dotted);
    if (!key || key->section != name_) return nullptr;
    for (const Item& item : items_) {
        if (item.key != key) continue;
        make_rows();
        arrange();
        return item.row;
    }
    return nullptr;
}

} // namespace tunedesk::ui
