// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/hub/hub_data.h"
#include "preset/schema/schema.h"
#include "ui/widgets/background.h"

#include <QWidget>
#include <vector>

class QLabel;
class QToolButton;

namespace tunedesk::ui {

/// Below the field of a key of rows: of each data set that it names, what of it the cache has, which parts it
/// has where the wanted one is none of them, or a button that downloads it. Hidden where the field has paths
/// alone. Window's thread; the cache is read off it.
class RowsStatus : public QWidget {
    Q_OBJECT

public:
    explicit RowsStatus(const preset::Key& key, QWidget* parent = nullptr);

    /// A value of the key with its names resolved; see preset::expand_path().
    void show_value(const std::string& value);

    QString text() const;
    QToolButton* download_button() const { return download_; }

Q_SIGNALS:
    /// Rows are there that were not: the preset's names lead to files now.
    void downloaded();

private:
    struct Found;
    void show_found(const Found& found);
    void download();

    const preset::Key& key_;
    QLabel* text_;
    QToolButton* download_;
    std::string value_;
    std::vector<format::HubRows> missing_;
    CancelToken job_;
};

} // namespace tunedesk::ui
