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

/// The rows of a preset: the first rows immediately, regardless of the files' size; each column's role,
/// selectable by a click on its header; and the findings of reading all rows, in the background and
/// cancellable. Reads nothing while hidden. Window's thread.
class DataPage : public QWidget {
    Q_OBJECT

public:
    /// Reads all rows through `inspection`, which must outlive the page; null: the page creates one.
    explicit DataPage(Inspection* inspection = nullptr, QWidget* parent = nullptr);

    void show_preset(const Preset& preset);
    /// A file without a preset: its text and label columns are guessed and requested by set_requested().
    void show_table(const fs::path& file);

    /// Whether all rows are being read.
    bool is_counting() const;
    void cancel();

    RowsModel* rows() const { return rows_; }
    QTableView* table() const { return table_; }
    DataFindings* findings() const { return findings_; }
    MessageBar* messages() const { return messages_; }

Q_SIGNALS:
    /// Emitted when the user chose a value for a key of the preset.
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
    CancelToken head_; ///< cancels reading of the first rows
    RowsModel* rows_;
    QTableView* table_;
    ImagesView* images_; ///< shown instead of the table for images
    QWidget* columns_ = nullptr;
    QComboBox* file_;
    QComboBox *text_, *pair_, *label_;
    MessageBar* messages_;
    DataFindings* findings_;
    InspectionBar* bar_;
};

} // namespace tunedesk::ui
