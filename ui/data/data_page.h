// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/first_rows.h"
#include "preset/preset.h"
#include "ui/widgets/background.h"

#include <QWidget>

class QComboBox;
class QTableView;

namespace tunedesk::ui {

class DataFindings;
class ImagesView;
class Inspection;
class InspectionBar;
class MessageBar;
class RowsModel;

/// The rows of a preset: the first of them at once, whatever the files' size; what each column is, chosen by
/// a click on its header; and what reading all of them found, in the background and cancelled at any time.
/// Starts no reading while it is hidden. Lives on the window's thread.
class DataPage : public QWidget {
    Q_OBJECT

public:
    /// Reads all rows through `inspection`, which outlives the page; null: through one of its own.
    explicit DataPage(Inspection* inspection = nullptr, QWidget* parent = nullptr);

    void show_preset(const Preset& preset);
    /// A file without a preset: its text and label columns are guessed, and asked for by set_requested().
    void show_table(const fs::path& file);

    /// Whether all rows are being read.
    bool is_counting() const;
    void cancel();

    RowsModel* rows() const { return rows_; }
    QTableView* table() const { return table_; }
    DataFindings* findings() const { return findings_; }
    MessageBar* messages() const { return messages_; }

Q_SIGNALS:
    /// A key of the preset and the value that the user chose here.
    void set_requested(const QString& key, const QString& value);
    void rows_shown();
    void counted();

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* make_head();
    QWidget* make_columns();
    void choose_file();
    void list_images(const fs::path& place);
    void fit_columns();
    void show_roles();
    void fill_columns();
    void ask_role(int column);
    void choose(const QString& key, const QString& value);
    void read_when_needed();
    void show_tokens();
    QString role() const;

    Preset preset_;
    bool has_preset_ = false;
    CancelToken head_; ///< reads the first rows
    RowsModel* rows_;
    QTableView* table_;
    ImagesView* images_; ///< instead of the table
    QWidget* columns_ = nullptr;
    QComboBox* file_;
    QComboBox *text_, *pair_, *label_;
    MessageBar* messages_;
    DataFindings* findings_;
    InspectionBar* bar_;
};

} // namespace tunedesk::ui
