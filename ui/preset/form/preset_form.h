// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/preset/form/form_section.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>
#include <vector>

class QBoxLayout;
class QLabel;
class QLineEdit;
class QScrollArea;
class QToolButton;

namespace tunedesk::ui {

class FieldHelp;

/// The form of a preset, made from the schema: the essential keys first, all keys by section, a search over
/// labels, names and help, and the help of the field that has the focus beside it. Tab goes through the
/// fields first, then through the titles. It shows the parsed preset and requests edits; it has no state of
/// its own.
class PresetForm : public QWidget {
    Q_OBJECT

public:
    explicit PresetForm(QWidget* parent = nullptr);

    void show_parsed(const ParsedPreset& parsed, bool read_only);
    void show_all_keys(bool all);
    void search(const QString& text);
    /// Shows the key's row and gives it the focus.
    void go_to(const preset::Key& key);
    void refuse(const preset::Key& key, const QString& why);
    /// Problems found in the files that keys name, by dotted key; until the next call, or until the key has
    /// another value.
    void show_file_problems(const std::map<std::string, std::string>& problems);
    KeyRow* row(const std::string& dotted);
    const FieldHelp& help() const { return *help_; }

Q_SIGNALS:
    void edited(const tunedesk::preset::Key* key, const QString& value);
    void reset(const tunedesk::preset::Key* key);
    void focused(const tunedesk::preset::Key* key);
    /// Rows that a key names have been downloaded.
    void downloaded();
    /// Requests to show the text for correction.
    void text_requested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* make_head();
    QWidget* make_unreadable();
    void add_section(const preset::Section& section, QBoxLayout* column);
    void arrange();
    void order_tabs();
    void show_help(const preset::Key& key);
    void place_help();

    QLineEdit* search_;
    QToolButton* essentials_;
    QToolButton* all_;
    QScrollArea* area_;
    QToolButton* open_text_;
    QWidget* unreadable_;
    QLabel* nothing_;
    FieldHelp* help_;
    QBoxLayout* body_;
    QPointer<KeyRow> helped_; ///< the row that the help is about
    std::vector<FormSection*> sections_;
    ParsedPreset parsed_;
    bool read_only_ = true;
    QTimer more_; ///< makes the rows that are still missing, once the window has answered
};

} // namespace tunedesk::ui
