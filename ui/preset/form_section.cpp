#include "ui/preset/form_section.h"

#include "ui/preset/key_editor.h"
#include "ui/widgets/text.h"

#include <QCoreApplication>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

namespace tunedesk::ui {

namespace {

// Those of the schema, named once more so that lupdate finds them.
[[maybe_unused]] constexpr const char* titles[] = {
    QT_TRANSLATE_NOOP("PresetSection", "The preset itself"),
    QT_TRANSLATE_NOOP("PresetSection", "The model"),
    QT_TRANSLATE_NOOP("PresetSection", "The rows and how they become batches"),
    QT_TRANSLATE_NOOP("PresetSection", "The loop"),
    QT_TRANSLATE_NOOP("PresetSection", "When to measure"),
    QT_TRANSLATE_NOOP("PresetSection", "Number types"),
    QT_TRANSLATE_NOOP("PresetSection", "Trading time for memory"),
    QT_TRANSLATE_NOOP("PresetSection", "Ranks and devices"),
    QT_TRANSLATE_NOOP("PresetSection", "What is kept to resume and as the best"),
    QT_TRANSLATE_NOOP("PresetSection", "What is recorded"),
    QT_TRANSLATE_NOOP("PresetSection", "Timeouts and limits of the supervisor"),
};

} // namespace

bool is_essential(const preset::Key& key) {
    static constexpr std::array names{"model.path",
                                      "data.train",
                                      "data.text_column",
                                      "data.label_column",
                                      "data.max_length",
                                      "training.per_device_train_batch_size",
                                      "training.num_train_epochs",
                                      "training.learning_rate"};
    return std::find(names.begin(), names.end(), key.dotted()) != names.end();
}

FormSection::FormSection(const preset::Section& section, QWidget* parent)
    : QWidget(parent), name_(section.name),
      title_(QCoreApplication::translate("PresetSection", section.title.c_str())), header_(new QToolButton),
      unused_(new QToolButton), body_(new QWidget), column_(new QVBoxLayout(body_)) {
    QFont bold = header_->font();
    bold.setBold(true);
    header_->setFont(bold);
    header_->setText(name_.empty() ? title_ : QStringLiteral("%1 – %2").arg(to_qt(name_), title_));
    header_->setAccessibleName(header_->text());
    header_->setToolTip(tr("Fold or unfold these keys"));
    header_->setAutoRaise(true);
    header_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    header_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    unused_->setAutoRaise(true);
    unused_->setForegroundRole(QPalette::PlaceholderText);
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
}

void FormSection::set_folded(bool folded) {
    is_folded_ = folded;
    header_->setArrowType(folded ? Qt::RightArrow : Qt::DownArrow);
    arrange();
}

void FormSection::make_rows() {
    if (!rows_.empty()) return;
    for (const preset::Key& key : preset::keys()) {
        if (key.section != name_ || key.dotted() == "tunedesk") continue;
        auto* row = new KeyRow(key);
        connect(row, &KeyRow::edited, this,
                [this, &key](const QString& value) { Q_EMIT edited(&key, value); });
        connect(row, &KeyRow::reset, this, [this, &key] { Q_EMIT reset(&key); });
        connect(row, &KeyRow::focused, this, [this, &key] { Q_EMIT focused(&key); });
        column_->addWidget(row);
        rows_.push_back(row);
    }
    column_->addWidget(unused_);
    for (KeyRow* row : rows_)
        row->show_reading(*reading_, read_only_);
}

bool FormSection::is_wanted(const KeyRow& row) const {
    if (what_ == Show::essentials) return is_essential(row.key());
    return what_ == Show::all || row.matches(words_);
}

void FormSection::arrange() {
    const bool open = !is_folded_ || what_ != Show::all;
    bool any_essential = false;
    for (const preset::Key& key : preset::keys())
        any_essential |= key.section == name_ && is_essential(key);
    if (what_ == Show::essentials && !any_essential) {
        hide();
        return;
    }
    if (open && what_ != Show::essentials) make_rows();
    if (open && any_essential) make_rows();
    int unused = 0, visible = 0;
    for (KeyRow* row : rows_) {
        // What is not used is folded away, but never what the text says or what is searched for.
        const bool folds = what_ == Show::all && !row->is_used() && !row->is_marked() && !row->has_problem();
        unused += folds;
        const bool shown = open && is_wanted(*row) && (!folds || shows_unused_);
        row->setVisible(shown);
        visible += shown;
    }
    unused_->setVisible(open && unused > 0);
    unused_->setText(shows_unused_ ? tr("Hide what is not used now")
                                   : tr("%n not used now", nullptr, unused));
    body_->setVisible(open && (visible > 0 || unused > 0));
    setVisible(what_ != Show::matches || visible > 0);
}

void FormSection::show_rows(Show what, const QStringList& words, const Reading& reading, bool read_only) {
    what_ = what;
    words_ = words;
    reading_ = &reading;
    read_only_ = read_only;
    arrange();
}

void FormSection::show_reading(const Reading& reading, bool read_only) {
    reading_ = &reading;
    read_only_ = read_only;
    for (KeyRow* row : rows_)
        row->show_reading(reading, read_only);
    if (!rows_.empty()) arrange();
}

void FormSection::refuse(const preset::Key& key, const QString& why) {
    for (KeyRow* row : rows_)
        if (&row->key() == &key) row->show_reading(*reading_, read_only_, why);
}

KeyRow* FormSection::row(const std::string& dotted) {
    const preset::Key* key = preset::find_key(dotted);
    if (!key || key->section != name_) return nullptr;
    make_rows();
    for (KeyRow* row : rows_)
        if (&row->key() == key) return row;
    return nullptr;
}

} // namespace tunedesk::ui
