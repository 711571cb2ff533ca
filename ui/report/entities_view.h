// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/report/report_data.h"

#include <QWidget>

class QTableWidget;

namespace tunedesk::ui {

class WorstRows;

/// Of rows of words with tags: how well entities of each type are found, and the rows whose loss is largest,
/// with the true and the predicted entities marked.
class EntitiesView : public QWidget {
    Q_OBJECT

public:
    explicit EntitiesView(QWidget* parent = nullptr);

    void show_report(const std::shared_ptr<const ReportData>& read);
    QTableWidget& types() { return *types_; }
    WorstRows& worst() { return *worst_; }

private:
    QTableWidget* types_;
    WorstRows* worst_;
};

} // namespace tunedesk::ui
