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

/// The first rows of a table, and which of its columns are the text and the label: guessed at first, chosen
/// in boxes or by the headers. Window's thread.
class CsvColumns : public QWidget {
    Q_OBJECT

public:
    explicit CsvColumns(QWidget* parent = nullptr);

    void show_table(const data::Guess& guess, const data::FirstRows& rows);
    /// Without a table: why there is none yet.
    void clear(const QString& why);

    QString text() const;
    QString label() const;
    void put_into(CsvChoice& choice) const;
    /// What has been read of a column; null: none is chosen.
    const data::SampledColumn* text_sample() const;
    const data::SampledColumn* label_sample() const;
    /// The name of a chosen column that its rows hold too, as where a file has no header; empty: there is
    /// none.
    QString name_among_rows() const;
    /// What is still to be chosen, with the box for it; empty: nothing is.
    QString missing(QWidget** field) const;
    /// A first line for a file that lacks one.
    std::vector<std::string> header() const;

    QComboBox* text_box() const { return text_box_; }
    QComboBox* label_box() const { return label_box_; }
    PreviewTable* preview() const { return preview_; }

Q_SIGNALS:
    /// Another column was chosen.
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
