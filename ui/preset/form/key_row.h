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

/// One key of the form: its label and name, its control, its error, the cache's state of the data sets that
/// it names, a button that removes it from the text, and one that sets the Trainer's default if ours differs.
/// Bold if the text changes the key's value.
class KeyRow : public QWidget {
    Q_OBJECT

public:
    explicit KeyRow(const preset::Key& key, QWidget* parent = nullptr);

    const preset::Key& key() const { return key_; }
    KeyEditor* editor() const { return editor_; }

    /// `problems`: shown in addition to those of the parsed preset, such as the reason why an edit failed.
    void show_parsed(const ParsedPreset& parsed, bool read_only, const QString& problems = {});
    /// The message beside the field: an error, or why the key is not used; "" for none.
    QString message() const;
    bool is_marked() const { return is_marked_; }
    bool is_used() const { return is_used_; }
    bool has_problem() const { return has_problem_; }
    /// The widgets in tab order, from left to right, shown or hidden.
    std::vector<QWidget*> tab_stops() const;
    /// Sets the Trainer's default; hidden if it equals ours or another value is chosen.
    QToolButton* trainer() const { return trainer_; }
    /// Null if the key does not name data sets.
    RowsStatus* rows() const { return rows_; }

Q_SIGNALS:
    void edited(const QString& value);
    void reset();
    void focused();
    /// Data sets named by the key were downloaded.
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

/// Whether every word occurs in the key's label, names or help.
bool matches(const preset::Key& key, const QStringList& words);

} // namespace tunedesk::ui
