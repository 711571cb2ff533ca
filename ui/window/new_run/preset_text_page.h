// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "ui/widgets/background.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace tunedesk::ui {

class MessageBar;

/// A run's resolved preset as read-only text; "Edit a copy" makes an editable preset of it.
class PresetTextPage : public QWidget {
    Q_OBJECT

public:
    explicit PresetTextPage(QWidget* parent = nullptr);

    /// Shows RUN/preset.yaml.
    void show_run(const fs::path& run);

Q_SIGNALS:
    /// Emitted when the user has chosen a name and the copy was created.
    void copy_made(const QString& preset);

private:
    void ask_copy();
    void copy_to(const fs::path& target);

    fs::path run_;
    QLabel* place_;
    QPushButton* copy_;
    QPlainTextEdit* text_;
    MessageBar* message_;
    CancelToken reading_;
};

} // namespace tunedesk::ui
