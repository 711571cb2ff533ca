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

/// The line below a key that names data sets: for each, its state in the cache, its parts if the requested
/// one does not exist, or a download button. Hidden if the field has only paths. Window's thread; the cache
/// is read on another thread.
class RowsStatus : public QWidget {
    Q_OBJECT

public:
    explicit RowsStatus(const preset::Key& key, QWidget* parent = nullptr);

    /// A value of the key with its names resolved; see preset::expand_path().
    void show_value(const std::string& value);

    QString text() const;
    QToolButton* download_button() const { return download_; }

Q_SIGNALS:
    /// Data sets were downloaded; the preset's names now refer to files.
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
