// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/form/key_editor.h"

#include "base/text.h"
#include "preset/schema/value_text.h"
#include "ui/preset/form/key_text.h"
#include "ui/preset/hub/cached_names.h"
#include "ui/preset/hub/hub_dialog.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QStandardItemModel>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

namespace tunedesk::ui {

namespace {

// Units of the schema, repeated here so that lupdate finds them.
[[maybe_unused]] constexpr const char* units[] = {
    QT_TRANSLATE_NOOP("PresetUnit", "checkpoints"), QT_TRANSLATE_NOOP("PresetUnit", "epochs"),
    QT_TRANSLATE_NOOP("PresetUnit", "evaluations"), QT_TRANSLATE_NOOP("PresetUnit", "events"),
    QT_TRANSLATE_NOOP("PresetUnit", "layers"),      QT_TRANSLATE_NOOP("PresetUnit", "micro-batches"),
    QT_TRANSLATE_NOOP("PresetUnit", "ranks"),       QT_TRANSLATE_NOOP("PresetUnit", "s"),
    QT_TRANSLATE_NOOP("PresetUnit", "samples"),     QT_TRANSLATE_NOOP("PresetUnit", "steps"),
    QT_TRANSLATE_NOOP("PresetUnit", "threads"),     QT_TRANSLATE_NOOP("PresetUnit", "tokens"),
    QT_TRANSLATE_NOOP("PresetUnit", "windows"),
};

bool is_number(const preset::Key& key) {
    return key.type == preset::Type::integer || key.type == preset::Type::number;
}

QHBoxLayout* row_of(QWidget* parent) {
    auto* row = new QHBoxLayout(parent);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    return row;
}

/// true | false.
class BooleanEditor : public KeyEditor {
    Q_DECLARE_TR_FUNCTIONS(tunedesk::ui::BooleanEditor)

public:
    BooleanEditor(const preset::Key& key, QWidget* parent) : KeyEditor(key, parent), box_(new QCheckBox) {
        adopt(box_);
        row_of(this)->addWidget(box_);
        connect(box_, &QCheckBox::toggled, this, [this] { name_state(); });
        connect(box_, &QCheckBox::clicked, this, [this] { Q_EMIT edited(value()); });
        name_state();
    }
    QString value() const override {
        return box_->isChecked() ? QStringLiteral("true") : QStringLiteral("false");
    }
    void show_value(const QString& value) override {
        box_->setChecked(preset::read_boolean(value.toStdString()).value_or(false));
    }
    void show_reasons(const QStringList& reasons) override {
        const QString &other = reasons[box_->isChecked() ? 1 : 0], &own = reasons[box_->isChecked() ? 0 : 1];
        box_->setEnabled(other.isEmpty() || !own.isEmpty());
        box_->setToolTip(other.isEmpty() ? to_qt(key_.help) : other);
    }
    void set_read_only(bool read_only) override { box_->setEnabled(!read_only); }

private:
    void name_state() { box_->setText(box_->isChecked() ? tr("on") : tr("off")); }

    QCheckBox* box_;
};

/// One of the choices, or free text if the key allows it.
class ChoiceEditor : public KeyEditor {
public:
    ChoiceEditor(const preset::Key& key, QWidget* parent) : KeyEditor(key, parent), box_(new QComboBox) {
        adopt(box_);
        for (const std::string& choice : key.choices)
            box_->addItem(to_qt(choice));
        is_open_ = key.type == preset::Type::open_choice;
        box_->setEditable(is_open_);
        box_->setInsertPolicy(QComboBox::NoInsert);
        if (is_open_) {
            adopt(box_->lineEdit());
            connect(box_, &QComboBox::editTextChanged, this, &ChoiceEditor::report);
        } else {
            connect(box_, &QComboBox::activated, this, &ChoiceEditor::report);
        }
        row_of(this)->addWidget(box_, 1);
    }
    QString value() const override { return box_->currentText(); }
    void show_value(const QString& value) override {
        if (value == box_->currentText() || (is_open_ && is_same_list(value))) return;
        shows_ = true;
        const int known = static_cast<int>(key_.choices.size());
        while (box_->count() > known)
            box_->removeItem(known);
        if (is_open_) {
            box_->setEditText(value);
        } else {
            // A wrong value is shown literally; the check explains it.
            if (box_->findText(value) < 0) box_->addItem(value);
            box_->setCurrentIndex(box_->findText(value));
        }
        shows_ = false;
    }
    void show_reasons(const QStringList& reasons) override {
        auto* items = qobject_cast<QStandardItemModel*>(box_->model());
        // otherwise the box would replace the typed text by its current item
        const QSignalBlocker keeps_text(items);
        for (int i = 0; items && i < reasons.size() && i < items->rowCount(); ++i) {
            items->item(i)->setEnabled(reasons[i].isEmpty());
            items->item(i)->setToolTip(reasons[i]);
        }
    }
    void set_read_only(bool read_only) override { box_->setEnabled(!read_only); }

private:
    void report() {
        if (!shows_) Q_EMIT edited(value());
    }
    /// Whether two lists are equal except for spaces: a list that is being typed keeps its spaces and cursor.
    bool is_same_list(const QString& other) const {
        return preset::list_text(other.toStdString()) == preset::list_text(value().toStdString());
    }

    QComboBox* box_;
    bool is_open_ = false, shows_ = false;
};

/// Any number of the choices.
class ListEditor : public KeyEditor {
public:
    ListEditor(const preset::Key& key, QWidget* parent) : KeyEditor(key, parent) {
        auto* column = new QVBoxLayout(this); // three side by side would exceed the form's maximum width
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(2);
        for (const std::string& choice : key.choices) {
            auto* box = new QCheckBox(to_qt(choice));
            adopt(box);
            box->setAccessibleName(QStringLiteral("%1: %2").arg(shown_label(key), to_qt(choice)));
            connect(box, &QCheckBox::clicked, this, [this] { Q_EMIT edited(value()); });
            column->addWidget(box);
            boxes_.append(box);
        }
    }
    QString value() const override {
        QStringList chosen;
        for (const QCheckBox* box : boxes_)
            if (box->isChecked()) chosen.append(box->text());
        return chosen.join(QLatin1Char(','));
    }
    void show_value(const QString& value) override {
        QStringList chosen;
        for (const QString& item : value.split(QLatin1Char(',')))
            chosen.append(item.trimmed());
        for (QCheckBox* box : boxes_)
            box->setChecked(chosen.contains(box->text()));
    }
    void show_reasons(const QStringList& reasons) override {
        for (int i = 0; i < reasons.size() && i < boxes_.size(); ++i) {
            boxes_[i]->setEnabled(reasons[i].isEmpty() || boxes_[i]->isChecked());
            boxes_[i]->setToolTip(reasons[i].isEmpty() ? to_qt(key_.help) : reasons[i]);
        }
    }
    void set_read_only(bool read_only) override {
        for (QCheckBox* box : boxes_)
            box->setEnabled(!read_only);
    }

private:
    QList<QCheckBox*> boxes_;
};

/// Numbers with their unit, texts, and paths with a browse button.
class LineEditor : public KeyEditor {
    Q_DECLARE_TR_FUNCTIONS(tunedesk::ui::LineEditor)

public:
    LineEditor(const preset::Key& key, QWidget* parent) : KeyEditor(key, parent), line_(new QLineEdit) {
        adopt(line_);
        auto* row = row_of(this);
        row->addWidget(line_, 1);
        if (!key.unit.empty())
            row->addWidget(new QLabel(QCoreApplication::translate("PresetUnit", key.unit.c_str())));
        if (is_number(key)) row->addStretch(1);
        if (key.optional) line_->setPlaceholderText(tr("the model's own"));
        if (is_number(key)) line_->setFixedWidth(number_width());
        if (key.holds_paths()) add_browse(row);
        if (CachedNames::are_for(key)) {
            complete_names();
            add_find(row);
        }
        connect(line_, &QLineEdit::textEdited, this, &KeyEditor::edited);
    }
    QString value() const override { return line_->text(); }
    void show_value(const QString& value) override {
        const bool is_news = std::exchange(shown_, value) != value;
        if (value == line_->text()) return;
        // Several values of a sweep are being typed; the preset's text has the first or none.
        const bool has_several = is_number(key_) && line_->text().contains(u',');
        const bool is_first = line_->text().section(u',', 0, 0).trimmed() == value;
        if (has_several && line_->hasFocus() && (!is_news || is_first)) return;
        line_->setText(value);
        if (line_->hasFocus()) return;
        // For paths the end is most informative: the file's name.
        if (!key_.holds_paths()) line_->setCursorPosition(0);
    }
    /// Not by the average character, which is twice as wide as a digit in Chinese fonts.
    int number_width() const {
        const QFontMetrics metrics = fontMetrics();
        return std::max(metrics.horizontalAdvance(u'0') * 14,
                        metrics.horizontalAdvance(line_->placeholderText()) + 16);
    }
    /// The text can still be selected and copied.
    void set_read_only(bool read_only) override {
        if (browse_) browse_->setEnabled(!read_only);
        if (find_) find_->setEnabled(!read_only);
        if (read_only == line_->isReadOnly()) return;
        line_->setReadOnly(read_only);
        colour();
    }

protected:
    void changeEvent(QEvent* event) override {
        KeyEditor::changeEvent(event);
        if (event->type() == QEvent::PaletteChange) colour();
    }

private:
    /// A read-only field looks different from an editable one.
    void colour() {
        QPalette colours;
        if (line_->isReadOnly()) colours.setBrush(QPalette::Base, palette().window());
        line_->setPalette(colours);
    }

    void add_browse(QHBoxLayout* row) {
        browse_ = new QToolButton;
        browse_->setText(QStringLiteral("…"));
        browse_->setAccessibleName(tr("Choose %1").arg(shown_label(key_)));
        browse_->setToolTip(key_.type == preset::Type::path_list ? tr("Choose files")
                                                                 : tr("Choose a file or folder"));
        row->addWidget(browse_);
        connect(browse_, &QToolButton::clicked, this, &LineEditor::browse);
    }

    void complete_names() {
        auto* names = new CachedNames(key_, line_);
        connect(this, &KeyEditor::focused, names, &CachedNames::read);
        connect(names, &CachedNames::chosen, this, &KeyEditor::edited);
    }

    void add_find(QHBoxLayout* row) {
        const bool is_model = key_.dotted() == "model.path";
        find_ = new QToolButton;
        find_->setText(tr("Find…"));
        find_->setAccessibleName(tr("Find %1").arg(shown_label(key_)));
        find_->setToolTip(is_model ? tr("Find a model on the hub and download it")
                                   : tr("Find a data set on the hub and download it"));
        row->addWidget(find_);
        connect(find_, &QToolButton::clicked, this, [this, is_model] {
            auto* dialog = new HubDialog(is_model ? format::HubKind::model : format::HubKind::data_set, this);
            dialog->setAttribute(Qt::WA_DeleteOnClose);
            connect(dialog, &HubDialog::downloaded, this, &LineEditor::take_found);
            dialog->open();
        });
    }

    /// Sets the value, or appends it if the key is a list.
    void take_found(const QString& name) {
        const bool is_more = key_.type == preset::Type::path_list && !line_->text().trimmed().isEmpty();
        const QString text = is_more ? line_->text() + QStringLiteral(", ") + name : name;
        line_->setText(text);
        Q_EMIT edited(text);
    }

    void browse() {
        if (key_.type == preset::Type::path_list) return browse_several();
        const bool is_folder = key_.dotted() == "model.path";
        const QString start = line_->text().startsWith(QLatin1Char('/')) ? line_->text() : QString();
        const QString chosen =
            is_folder ? QFileDialog::getExistingDirectory(this, tr("Choose %1").arg(shown_label(key_)), start)
                      : QFileDialog::getOpenFileName(this, tr("Choose %1").arg(shown_label(key_)), start,
                                                     file_kinds());
        if (!chosen.isEmpty()) take_chosen(chosen);
    }

    void browse_several() {
        const QStringList chosen = QFileDialog::getOpenFileNames(this, tr("Choose %1").arg(shown_label(key_)),
                                                                 QString(), file_kinds());
        if (!chosen.isEmpty()) take_chosen(chosen.join(u','));
    }

    static QString file_kinds() {
        return tr("Rows (*.csv *.tsv *.jsonl *.ndjson *.json *.gz *.zst);;All files (*)");
    }

    void take_chosen(QString paths) {
        paths.replace(QLatin1Char('$'), QLatin1String("$$"));
        line_->setText(paths);
        Q_EMIT edited(paths);
    }

    QLineEdit* line_;
    QToolButton *browse_ = nullptr, *find_ = nullptr;
    QString shown_; ///< last value set by show_value(), as opposed to typed text
};

} // namespace

KeyEditor::KeyEditor(const preset::Key& key, QWidget* parent) : QWidget(parent), key_(key) {}

void KeyEditor::show_reasons(const QStringList&) {}

KeyEditor* KeyEditor::make(const preset::Key& key, QWidget* parent) {
    switch (key.type) {
    case preset::Type::boolean:
        return new BooleanEditor(key, parent);
    case preset::Type::choice:
    case preset::Type::open_choice:
        return new ChoiceEditor(key, parent);
    case preset::Type::choice_list:
        return new ListEditor(key, parent);
    case preset::Type::integer:
    case preset::Type::number:
    case preset::Type::text:
    case preset::Type::path:
    case preset::Type::path_list:
        break;
    }
    return new LineEditor(key, parent);
}

void KeyEditor::adopt(QWidget* control) {
    if (!control_) control_ = control;
    control->setAccessibleName(QStringLiteral("%1 (%2)").arg(shown_label(key_), to_qt(key_.dotted())));
    control->setAccessibleDescription(to_qt(key_.help));
    control->setToolTip(to_qt(key_.help + "\n") + phrase_text(preset::allowed(key_)));
    if (qobject_cast<QComboBox*>(control)) control->setFocusPolicy(Qt::StrongFocus);
    control->installEventFilter(this);
}

bool KeyEditor::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FocusIn) Q_EMIT focused();
    if (event->type() == QEvent::Wheel && !static_cast<QWidget*>(watched)->hasFocus()) {
        event->ignore();
        return true;
    }
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* press = static_cast<QKeyEvent*>(event);
        if (press->matches(QKeySequence::Undo) || press->matches(QKeySequence::Redo)) {
            event->ignore(); // the document's undo is used instead of the line's
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace tunedesk::ui
