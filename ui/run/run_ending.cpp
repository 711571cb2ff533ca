// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_ending.h"

#include "base/error.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/text.h"

#include <QCoreApplication>

namespace tunedesk::ui {

namespace {

/// Translation context of this file's free functions.
class EndingTexts {
    Q_DECLARE_TR_FUNCTIONS(RunEnding)
};

/// The cause of an exit code.
QString cause_of(int code) {
    switch (static_cast<ExitCode>(code)) {
    case ExitCode::usage:
        return EndingTexts::tr("something in the preset or the command line is wrong");
    case ExitCode::data:
        return EndingTexts::tr("something is wrong with its data");
    case ExitCode::model:
        return EndingTexts::tr("something is wrong with its model or a checkpoint");
    case ExitCode::resources:
        return EndingTexts::tr("not enough disk space or memory");
    case ExitCode::busy:
        return EndingTexts::tr("its folder, a port or a GPU was in use");
    case ExitCode::rank_died:
        return EndingTexts::tr("a rank died or hung");
    case ExitCode::diverged:
        return EndingTexts::tr("losses or gradients were not finite");
    default:
        break;
    }
    return code > 128 ? EndingTexts::tr("it was ended by signal %1").arg(code - 128)
                      : EndingTexts::tr("unknown cause");
}

/// event::sentence_of() in the window's language.
QString text_of(const event::Diagnosis& diagnosis) {
    QStringList calls;
    for (const Phrase& call : phrases_of_calls(diagnosis))
        calls << phrase_text(call);
    const QString text = phrase_text(phrase_of(diagnosis));
    return calls.isEmpty() ? text : text + " (" + calls.join("; ") + ')';
}

} // namespace

QString error_text_of(const event::ExitRecord& exit) {
    if (exit.id == 0) return to_qt(exit.line); // an older run, or one without an error id
    const QString kept = exit.kept_steps ? phrase_text(phrase_of(*exit.kept_steps)) : to_qt(exit.kept);
    const Error error = error_of(exit).with_kept(kept.toStdString());
    return shown_error(error, exit.diagnosis ? text_of(*exit.diagnosis) : QString());
}

QString RunEnding::button() const {
    return next ? name_of(*next) : EndingTexts::tr("Open the report");
}

RunEnding ending_of(const QString& title, const std::optional<event::ExitRecord>& exit) {
    using Kind = MessageBar::Kind;
    const int code = exit ? exit->code : -1;
    const auto next = next_action(code);
    if (!next) return {Kind::success, EndingTexts::tr("Report ready: %1").arg(title), next};
    if (code == static_cast<int>(ExitCode::stopped))
        return {Kind::info, EndingTexts::tr("%1 was stopped; nothing is lost.").arg(title), next};
    if (!exit)
        return {
            Kind::warning,
            EndingTexts::tr("%1 was interrupted: its supervisor exited without reporting a result. The last "
                            "checkpoint is kept.")
                .arg(title),
            next};
    const QString failed =
        EndingTexts::tr("%1 failed: %2 (exit code %3).").arg(title, cause_of(code)).arg(code);
    const QString error = error_text_of(*exit);
    return {Kind::error, error.isEmpty() ? failed : failed + u' ' + error, next};
}

} // namespace tunedesk::ui
