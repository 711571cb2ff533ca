// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/findings.h"

#include <QFrame>
#include <QPointer>
#include <vector>

class QAbstractButton;
class QGridLayout;
class QLabel;
class QScrollArea;
class QToolButton;

namespace tunedesk::ui {

/// What was found in a preset's rows, a line each, worst first, with the one click that mends it. Holds what
/// it is given and reads nothing. Window's thread.
class DataCheck : public QFrame {
    Q_OBJECT

public:
    struct Line {
        data::Finding finding;
        bool is_mendable = false; ///< with a button for its mend
        std::vector<std::string>
            merge_into; ///< of labels to merge: those to choose from, the usual one first
        bool operator==(const Line&) const = default;
    };

    explicit DataCheck(QWidget* parent = nullptr);

    /// The same lines again change nothing, nor what has the focus; others take it where the lines before had
    /// it.
    void show_lines(std::vector<Line> lines);
    /// What stands beside the heading: that rows are being read, that nothing was found.
    void show_status(const QString& status);
    /// While it is false the lines are of the past: they stay, and their buttons do nothing. Whose focus that
    /// takes away gets it back.
    void set_answerable(bool answerable);
    /// Gives the first button the focus, else the first line.
    void take_focus();

    QString status() const;
    QStringList lines() const;
    /// Of a line, from 0; null if there is no remedy.
    QAbstractButton* button(int line) const;

Q_SIGNALS:
    /// `into`: the label that merged ones get, else empty.
    void mend_requested(const tunedesk::data::Finding& finding, const std::string& into);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Row {
        QLabel* text;
        QToolButton* button;
    };
    void add(const Line& line);
    QToolButton* make_button(const Line& line);
    void fit();

    QLabel* status_;
    QScrollArea* area_;
    QWidget* content_;
    QGridLayout* grid_;
    std::vector<Line> lines_;
    std::vector<Row> rows_;
    bool owes_focus_ = false;           ///< a button had the focus when all were disabled
    QPointer<QWidget> focus_meanwhile_; ///< what has had it since
};

} // namespace tunedesk::ui
