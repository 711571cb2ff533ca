#include "ui/window/run_news.h"

#include "event/run_folder.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/desktop.h"

#include <QWidget>

namespace tunedesk::ui {

RunNews::RunNews(Library* library, MessageBar* bar, std::function<bool(const fs::path& run)> is_watched,
                 QWidget* window)
    : QObject(window), library_(library), bar_(bar), is_watched_(std::move(is_watched)), window_(window) {
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
        [this, run, title, page](const std::optional<event::ExitRecord>& exit) {
            const int code = exit ? exit->code : -1;
            const bool stopped = code == static_cast<int>(ExitCode::stopped);
            const QString said = code == 0 ? tr("%1 is done. Its report is ready.").arg(title)
                                 : stopped ? tr("%1 was stopped; it can be resumed.").arg(title)
                                 : !exit   ? tr("%1 was interrupted; it can be resumed.").arg(title)
                                           : tr("%1 failed. %2").arg(title, to_qt(exit->line));
            if (!window_->isActiveWindow()) notify(title, said);
            if (is_watched_(to_path(run))) return;
            if (code == 0)
                return bar_->say(MessageBar::Kind::success, said, tr("Show the report"),
                                 page(QStringLiteral("report")));
            const auto kind = stopped ? MessageBar::Kind::info
                              : exit  ? MessageBar::Kind::error
                                      : MessageBar::Kind::warning;
            bar_->say(kind, said, tr("Show the run"), page(QStringLiteral("watch")));
        },
        [this](const Error& error) { bar_->say(error); });
}

} // namespace tunedesk::ui
