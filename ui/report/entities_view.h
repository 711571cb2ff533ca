// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/report/report_data.h"

#include <QWidget>

class QTableWidget;

namespace tunedesk::ui {

class WorstRows;

/// For rows of tagged words: scores per entity type, and the rows with the largest losses, with true and
/// predicted entities marked.
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
