#include "ui/run/run_ending.h"

#include "base/error.h"
#include "ui/widgets/text.h"

#include <QCoreApplication>

namespace tunedesk::ui {

namespace {

/// The context of this file's texts, for it has no class.
class Texts {
    Q_DECLARE_TR_FUNCTIONS(RunEnding)
};

} // namespace

QString RunEnding::button() const {
    return next ? name_of(*next) : Texts::tr("Open the report");
}

RunEnding ending_of(const QString& title, const std::optional<event::ExitRecord>& exit) {
    using Kind = MessageBar::Kind;
    const int code = exit ? exit->code : -1;
    const auto next = next_action(code);
    if (!next) return {Kind::success, Texts::tr("Report ready: %1").arg(title), next};
    if (code == static_cast<int>(ExitCode::stopped))
        return {Kind::info, Texts::tr("%1 was stopped; nothing is lost.").arg(title), next};
    if (!exit)
        return {
            Kind::warning,
            Texts::tr("%1 was interrupted: its supervisor went without a word. The last checkpoint is kept.")
                .arg(title),
            next};
    if (exit->line.empty())
        return {Kind::error, Texts::tr("%1 failed with code %2.").arg(title).arg(code), next};
    return {Kind::error, Texts::tr("%1 failed. %2").arg(title, to_qt(exit->line)), next};
}

} // namespace tunedesk::ui
