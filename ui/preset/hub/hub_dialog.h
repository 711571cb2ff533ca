// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/hub/hub_name.h"
#include "hub/hub_search.h"
#include "ui/widgets/background.h"

#include <QDialog>
#include <vector>

class QLabel;
class QLineEdit;
class QPushButton;
class QTableWidget;

namespace tunedesk::ui {

class DownloadBar;

/// Searches the hub for models and downloads one into the cache, both in the background. Closing the dialog
/// cancels a download, which continues the next time. Window's thread.
class HubDialog : public QDialog {
    Q_OBJECT

public:
    explicit HubDialog(QWidget* parent = nullptr);
    ~HubDialog() override;

    void search(const QString& words);
    void download(const format::HubModel& model);

    QLineEdit* words() const { return words_; }
    QTableWidget* table() const { return table_; }
    QPushButton* download_button() const { return download_; }
    QLabel* status() const;
    bool is_busy() const { return is_busy_; }

Q_SIGNALS:
    /// The model is in the cache; the dialog closes.
    void model_ready(const QString& name);
    void searched();

private:
    void build();
    void show_found(std::vector<hub::HubModelSummary> found);
    void download_chosen();
    void begin(const QString& status);
    void end(const QString& status);

    QLineEdit* words_;
    QTableWidget* table_;
    DownloadBar* bar_; ///< and what is said of a search
    QPushButton *find_, *download_;
    CancelToken job_;                         ///< the search
    std::string chosen_;                      ///< what is downloaded
    std::vector<hub::HubModelSummary> found_; ///< row by row
    bool is_busy_ = false;
};

} // namespace tunedesk::ui
