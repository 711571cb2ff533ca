#pragma once

#include "base/file.h"
#include "ui/widgets/background.h"

#include <QDialog>

class QComboBox;
class QPlainTextEdit;
class QPushButton;

namespace tunedesk::ui {

class MessageBar;

/// Starts a preset on another machine: that machine checks it first, with its own paths, and says what is
/// wrong. Window's thread.
class StartThereDialog : public QDialog {
    Q_OBJECT

public:
    /// `servers`: their names, at least one.
    StartThereDialog(const fs::path& preset, const QStringList& servers, QWidget* parent = nullptr);

    QPlainTextEdit* findings() const { return findings_; }
    QPushButton* start_button() const { return start_; }
    MessageBar* news() const { return news_; }

Q_SIGNALS:
    /// The run's view here (run/remote_place.h).
    void started(const QString& run);

private:
    void check();
    void start();

    fs::path preset_;
    QComboBox* servers_;
    QPlainTextEdit* findings_;
    MessageBar* news_;
    QPushButton* start_;
    Wanted asking_;
};

} // namespace tunedesk::ui
