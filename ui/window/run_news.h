#pragma once

#include "ui/window/library.h"

#include <QObject>

namespace tunedesk::ui {

class MessageBar;

/// Says on the window's bar, and to the desktop where another window is in front, how a run has ended: its
/// report is ready, it was stopped, or what failed, what is kept and the one thing to do next. It never turns
/// the page. Window's thread.
class RunNews : public QObject {
    Q_OBJECT

public:
    /// `is_watched`: whether a page that tells of its end is in front.
    RunNews(Library* library, MessageBar* bar, std::function<bool(const fs::path& run)> is_watched,
            QWidget* window);

Q_SIGNALS:
    /// A page of a run is to be shown: "report", "watch", "preset".
    void page_requested(const QString& run, const QString& page);

private:
    void tell(const QString& run);

    Library* library_;
    MessageBar* bar_;
    std::function<bool(const fs::path& run)> is_watched_;
    QWidget* window_;
};

} // namespace tunedesk::ui
