// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/preset/form/parsed_preset.h"

#include <QWidget>
#include <vector>

class QLabel;
class QToolButton;

namespace tunedesk::ui {

class KeyEditor;
class RowsStatus;

/// One key of the form: its label with the name below it, its control, what is wrong with its value, what the
/// cache has of the data sets that it names, a button that takes it out of the text, and one that takes the
/// Trainer's default where ours is another. Bold where the value is another than without the text.
class KeyRow : public QWidget {
    Q_OBJECT

public:
    explicit KeyRow(const preset::Key& key, QWidget* parent = nullptr);

    const preset::Key& key() const { return key_; }
    KeyEditor* editor() const { return editor_; }

    /// `problems` may add to the parsed preset's: why an edit could not be made.
    void show_parsed(const ParsedPreset& parsed, bool read_only, const QString& problems = {});
    /// The message beside the field: an error, or why the key is not used; "" for none.
    QString message() const;
    bool is_marked() const { return is_marked_; }
    bool is_used() const { return is_used_; }
    bool has_problem() const { return has_problem_; }
    /// What Tab stops at, shown or hidden, from left to right.
    std::vector<QWidget*> tab_stops() const;
    /// Takes the Trainer's default; hidden where that is ours or another value is chosen.
    QToolButton* trainer() const { return trainer_; }
    /// Null if the key is not of rows.
    RowsStatus* rows() const { return rows_; }

Q_SIGNALS:
    void edited(const QString& value);
    void reset();
    void focused();
    /// Rows that the key names have been downloaded.
    void downloaded();

private:
    QWidget* make_label();
    void show_reasons(const Preset& preset);
    void say(const QString& text, bool is_problem);

    const preset::Key& key_;
    KeyEditor* editor_;
    QLabel* name_;
    QLabel* message_;
    QToolButton *reset_, *trainer_;
    RowsStatus* rows_ = nullptr;
    bool is_marked_ = false, is_used_ = true, has_problem_ = false;
};

/// Whether every word stands in the key's label, names or help.
bool matches(const preset::Key& key, const QStringList& words);

} // namespace tunedesk::ui
