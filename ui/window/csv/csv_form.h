// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <QWidget>

class QBoxLayout;
class QHBoxLayout;
class QLabel;
class QLineEdit;

namespace tunedesk::ui {

class CsvColumns;
class CsvFindings;
class ModelChoice;
class SplitSlider;
struct CsvChoice;

/// What there is to see and to choose of a table: at the left its rows and what they hold, at the right what
/// is made of them; one below the other where the window is narrow. Window's thread.
class CsvForm : public QWidget {
    Q_OBJECT

public:
    explicit CsvForm(QWidget* parent = nullptr);

    /// The title, and the name that a preset gets at first, which is no choice of the user's.
    void show_file(const fs::path& file);
    /// Where the preset will lie; empty: not known yet.
    void show_folder(const fs::path& folder);
    /// What is cut off the table, and the splits that have files of their own.
    void show_splits(const CsvChoice& choice);

    CsvColumns* columns() const { return columns_; }
    CsvFindings* findings() const { return findings_; }
    SplitSlider* splits() const { return splits_; }
    ModelChoice* models() const { return models_; }
    QLineEdit* name() const { return name_; }

Q_SIGNALS:
    void file_requested();

protected:
    QSize minimumSizeHint() const override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QHBoxLayout* make_head();
    QHBoxLayout* make_name();
    void lay_out();
    QMargins outer() const;

    QWidget *left_, *right_;
    QBoxLayout* panes_;
    QLabel *title_, *files_, *place_;
    CsvColumns* columns_;
    CsvFindings* findings_;
    SplitSlider* splits_;
    ModelChoice* models_;
    QLineEdit* name_;
};

} // namespace tunedesk::ui
