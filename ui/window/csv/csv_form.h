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

/// The content of the page for a table: rows and findings at the left, choices at the right; one below the
/// other in a narrow window. Window's thread.
class CsvForm : public QWidget {
    Q_OBJECT

public:
    explicit CsvForm(QWidget* parent = nullptr);

    /// Sets the title and the preset's initial name, which does not count as a choice of the user.
    void show_file(const fs::path& file);
    /// Sets the preset's future folder; empty: unknown.
    void show_folder(const fs::path& folder);
    /// Shows the fractions split off the table, and the splits with their own files.
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
