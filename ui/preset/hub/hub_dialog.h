// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/hub/hub_name.h"
#include "hub/hub_search.h"
#include "ui/widgets/background.h"

#include <QDialog>
#include <QTimer>
#include <memory>
#include <vector>

class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTableWidget;

namespace tunedesk::ui {

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
    QLabel* status() const { return status_; }
    bool is_busy() const { return is_busy_; }

Q_SIGNALS:
    /// The model is in the cache; the dialog closes.
    void model_ready(const QString& name);
    void searched();

private:
    struct Shared;
    void build();
    void show_found(std::vector<hub::HubModelSummary> found);
    void show_progress();
    void download_chosen();
    void begin(const QString& status);
    void end(const QString& status);

    QLineEdit* words_;
    QTableWidget* table_;
    QLabel* status_;
    QProgressBar* bar_;
    QPushButton *find_, *download_;
    QTimer refresh_;
    std::shared_ptr<Shared> shared_; ///< with the thread that downloads
    CancelToken job_;
    std::vector<hub::HubModelSummary> found_; ///< row by row
    bool is_busy_ = false;
};

} // namespace tunedesk::ui
