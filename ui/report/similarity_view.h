// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/report/report_data.h"

#include <QWidget>

namespace tunedesk::ui {

class WorstRows;

/// For compared texts: the rows with the largest losses, with the rank of the second text or the pair's
/// score, and the cosine.
class SimilarityView : public QWidget {
    Q_OBJECT

public:
    explicit SimilarityView(QWidget* parent = nullptr);

    void show_report(const std::shared_ptr<const ReportData>& read);
    WorstRows& worst() { return *worst_; }

private:
    WorstRows* worst_;
};

} // namespace tunedesk::ui
