// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/first_rows.h"
#include "data/rows/guess.h"

#include <QWidget>

class QComboBox;
class QLabel;

namespace tunedesk::ui {

struct CsvChoice;
class PreviewTable;

/// The first rows of a table and the columns of the text and the label: guessed at first, then selectable in
/// boxes or by the headers. Window's thread.
class CsvColumns : public QWidget {
    Q_OBJECT

public:
    explicit CsvColumns(QWidget* parent = nullptr);

    void show_table(const data::Guess& guess, const data::FirstRows& rows);
    /// Shows no table, but the reason `why`.
    void clear(const QString& why);

    QString text() const;
    QString label() const;
    void put_into(CsvChoice& choice) const;
    /// The sample of the text column; null: none is selected.
    const data::SampledColumn* text_sample() const;
    const data::SampledColumn* label_sample() const;
    /// The name of a selected column that also occurs as a value in its rows, which indicates a file without
    /// header; empty otherwise.
    QString name_among_rows() const;
    /// The message about a missing selection, and its box; empty if none is missing.
    QString missing(QWidget** field) const;
    /// A header line for a file that lacks one.
    std::vector<std::string> header() const;

    QComboBox* text_box() const { return text_box_; }
    QComboBox* label_box() const { return label_box_; }
    PreviewTable* preview() const { return preview_; }

Q_SIGNALS:
    /// Emitted when another column was selected.
    void changed();

private:
    const data::SampledColumn* find(const QString& name) const;
    void choose();

    data::Guess guess_;
    QComboBox *text_box_, *label_box_;
    QLabel* caption_;
    PreviewTable* preview_;
};

} // namespace tunedesk::ui
