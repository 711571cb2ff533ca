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

/// The findings in a preset's rows, one per line, most severe first, each with a button for its remedy.
/// Displays what it is given and reads no files. Window's thread.
class DataCheck : public QFrame {
    Q_OBJECT

public:
    struct Line {
        data::Finding finding;
        bool is_mendable = false;            ///< with a button for its remedy
        std::vector<std::string> merge_into; ///< for labels to merge: the candidates, the most frequent first
        bool operator==(const Line&) const = default;
    };

    explicit DataCheck(QWidget* parent = nullptr);

    /// Equal lines change nothing and keep the focus; different ones take the focus if the previous ones had
    /// it.
    void show_lines(std::vector<Line> lines);
    /// The text beside the heading, such as that rows are being read or nothing was found.
    void show_status(const QString& status);
    /// If false, the lines are outdated: they are still shown, with their buttons disabled. A button that
    /// loses the focus by this gets it back later.
    void set_answerable(bool answerable);
    /// Focuses the first button, else the first line.
    void take_focus();

    QString status() const;
    QStringList lines() const;
    /// The button of a line, from 0; null if there is no remedy.
    QAbstractButton* button(int line) const;

Q_SIGNALS:
    /// `into`: the label for merged ones, else empty.
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
    QPointer<QWidget> focus_meanwhile_; ///< the widget that had the focus since
};

} // namespace tunedesk::ui
