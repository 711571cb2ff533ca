// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/report/report_data.h"

#include <QWidget>

namespace tunedesk::ui {

class WorstRows;

/// Of texts that are compared: the rows whose loss is largest, with the rank of the second text, or the score
/// of both, and their cosine.
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
