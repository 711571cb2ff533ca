#include "ui/window/run_news.h"

#include "event/run_folder.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/desktop.h"

#include <QWidget>

namespace tunedesk::ui {

RunNews::RunNews(Library* library, MessageBar* bar, QWidget* window)
    : QObject(window), library_(library), bar_(bar), window_(window) {
    connect(library, &Library::run_ended, this, &RunNews::tell);
}

void RunNews::tell(const QString& run) {
    const LibraryEntryPtr entry = library_->find(to_path(run));
    const QString title = entry ? to_qt(entry->title()) : run;
    const auto page = [this, run](const QString& name) {
        return [=, this] { Q_EMIT page_requested(run, name); };
    };
    in_background(
        this, [folder = event::RunFolder{to_path(run)}](const Wanted&) { return event::read_exit(folder); },
        [this, title, page](const std::optional<event::ExitRecord>& exit) {
            QString said;
            if (!exit) {
                said = tr("%1 was interrupted; it can be resumed.").arg(title);
                bar_->say(MessageBar::Kind::warning, said, tr("Show the run"), page(QStringLiteral("watch")));
            } else if (exit->code == 0) {
                said = tr("%1 is done. Its report is ready.").arg(title);
                bar_->say(MessageBar::Kind::success, said, tr("Show the report"),
                          page(QStringLiteral("report")));
            } else if (exit->code == static_cast<int>(ExitCode::stopped)) {
                said = tr("%1 was stopped; it can be resumed.").arg(title);
                bar_->say(MessageBar::Kind::info, said, tr("Show the run"), page(QStringLiteral("watch")));
            } else {
                said = tr("%1 failed. %2").arg(title, to_qt(exit->line));
                bar_->say(MessageBar::Kind::error, said, tr("Show the run"), page(QStringLiteral("watch")));
            }
            if (!window_->isActiveWindow()) notify(title, said);
        },
        [this](const Error& error) { bar_->say(error); });
}

} // namespace tunedesk::ui
