// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/hub/hub_name.h"
#include "hub/hub_search.h"
#include "ui/widgets/background.h"

#include <QDialog>
#include <QStringList>
#include <string>
#include <vector>

class QLabel;
class QLineEdit;
class QPushButton;
class QTableWidget;

namespace tunedesk::ui {

class DownloadBar;

/// Searches the hub for models or data sets and downloads one into the cache, both in the background. Closing
/// the dialog cancels a download, which continues the next time. Window's thread.
class HubDialog : public QDialog {
    Q_OBJECT

public:
    explicit HubDialog(format::HubKind kind, QWidget* parent = nullptr);
    ~HubDialog() override;

    void search(const QString& words);
    /// Downloads a model, or the default configuration's splits of a data set.
    void download(const std::string& name);

    QLineEdit* words() const { return words_; }
    QTableWidget* table() const { return table_; }
    QPushButton* download_button() const { return download_; }
    QLabel* status() const;
    bool is_busy() const { return is_busy_; }

Q_SIGNALS:
    /// It is in the cache; the dialog closes.
    void downloaded(const QString& name);
    void searched();

private:
    void build();
    template <typename Found>
    void start_search(const std::string& words,
                      std::vector<Found> (*ask)(hub::HubClient&, const std::string&, int),
                      QStringList (*cells)(const Found&));
    void show_found(const std::vector<QStringList>& found);
    void fit_columns();
    void download_chosen();
    void begin(const QString& status);
    void end(const QString& status);

    const format::HubKind kind_;
    QLineEdit* words_;
    QTableWidget* table_;
    DownloadBar* bar_; ///< and what is said of a search
    QPushButton *find_, *download_;
    CancelToken job_;    ///< the search
    std::string chosen_; ///< what is downloaded
    bool is_busy_ = false;
};

} // namespace tunedesk::ui
