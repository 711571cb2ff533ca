// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_action.h"

#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "event/folder/run_folder.h"
#include "event/folder/run_lock.h"
#include "preset/yaml/load.h"
#include "remote/runs.h"
#include "remote/server.h"
#include "run/folder/preset_source.h"
#include "run/folder/remote_place.h"
#include "run/folder/run_contents.h"
#include "run/follow/follow.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/own_command.h"
#include "ui/widgets/text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

namespace tunedesk::ui {

namespace {

/// Translation context of this file's free functions.
class Texts {
    Q_DECLARE_TR_FUNCTIONS(RunAction)
};

struct ActionText {
    RunAction action;
    const char *name, *kept;
};

const ActionText& text_of(RunAction action) {
    static const ActionText all[] = {
        {RunAction::resume, QT_TRANSLATE_NOOP("RunAction", "Resume"),
         QT_TRANSLATE_NOOP("RunAction",
                           "Continues from the last checkpoint; steps after it are trained again.")},
        {RunAction::stop, QT_TRANSLATE_NOOP("RunAction", "Stop"),
         QT_TRANSLATE_NOOP(
             "RunAction", "Finishes the step, saves a checkpoint and ends. Nothing is lost; Resume continues "
                          "from there.")},
        {RunAction::pause, QT_TRANSLATE_NOOP("RunAction", "Pause"),
         QT_TRANSLATE_NOOP("RunAction",
                           "Halts after the step and waits. The processes and their memory are kept.")},
        {RunAction::go_on, QT_TRANSLATE_NOOP("RunAction", "Continue"),
         QT_TRANSLATE_NOOP("RunAction", "Continues with the next step.")},
        {RunAction::checkpoint, QT_TRANSLATE_NOOP("RunAction", "Checkpoint now"),
         QT_TRANSLATE_NOOP("RunAction", "Saves a checkpoint after this step and continues training.")},
        {RunAction::kill, QT_TRANSLATE_NOOP("RunAction", "Kill"),
         QT_TRANSLATE_NOOP("RunAction",
                           "Ends all processes at once. The last checkpoint is kept; steps after it are "
                           "lost.")},
        {RunAction::duplicate, QT_TRANSLATE_NOOP("RunAction", "Duplicate"),
         QT_TRANSLATE_NOOP("RunAction", "Opens a copy of the run's preset. The run stays as it is.")},
        {RunAction::free_space, QT_TRANSLATE_NOOP("RunAction", "Free space"),
         QT_TRANSLATE_NOOP("RunAction",
                           "Removes the checkpoints. The best and the final model, the report and the curves "
                           "are kept; the run can no longer be resumed from a checkpoint.")},
        {RunAction::trash, QT_TRANSLATE_NOOP("RunAction", "Delete to trash"),
         QT_TRANSLATE_NOOP("RunAction",
                           "Moves the whole run folder to the trash, from where it can be restored. The "
                           "preset file and the data are not touched.")},
    };
    return all[static_cast<std::size_t>(action)];
}

/// Runs `tunedesk --no-gui ARGUMENTS --detach --json` and returns the run's folder.
fs::path run_detached(const QStringList& arguments, const fs::path& working_folder) {
    // The command has its own timeouts, for ranks that do not start.
    const QByteArray answer =
        output_of_tunedesk(arguments + QStringList{"--detach", "--json"}, working_folder);
    const Json json =
        parse_json(answer.toStdString(), "the answer of tunedesk", ErrorId::command_answer_invalid);
    return json.is_object() ? fs::path(json.value("run", "")) : fs::path();
}

void require_no_supervisor(const fs::path& run) {
    if (event::RunLock::is_held({run})) throw Error(ErrorId::run_is_active, {run.string()}, run.string());
}

/// If no trash can be created, Qt uses the current folder.
void require_trash_can(const fs::path& run) {
    const QString data = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation);
    const QDir can(data + QStringLiteral("/Trash"));
    if (QDir::isAbsolutePath(data) && QDir().mkpath(data) && (can.exists() || QFileInfo(data).isWritable()))
        return;
    throw Error(ErrorId::trash_missing, {data.toStdString(), run.string()}, run.string());
}

} // namespace

QString name_of(RunAction action) {
    return Texts::tr(text_of(action).name);
}

QString kept_by(RunAction action) {
    return Texts::tr(text_of(action).kept);
}

QString kept_by(RunAction action, const fs::path& run) {
    if (action != RunAction::trash) return kept_by(action);
    const run::ForeignContents inside = run::foreign_contents(run);
    if (inside.empty()) return kept_by(action);
    QStringList names;
    for (const std::string& name : inside.folders)
        names << to_qt(name);
    QString text = Texts::tr("Moves the whole run folder to the trash, from where it can be restored.");
    if (!names.isEmpty())
        text += u' ' + Texts::tr("Folders that are moved with it: %1.").arg(names.join(", "));
    if (inside.runs > 0)
        text += u' ' + Texts::tr("The folder holds %n other run(s).", nullptr, static_cast<int>(inside.runs));
    if (inside.has_data) text += u' ' + Texts::tr("The run's own data files are in it, too.");
    return text;
}

bool needs_confirmation(RunAction action) {
    return action == RunAction::kill || action == RunAction::free_space || action == RunAction::trash;
}

std::optional<QString> why_not_there(RunAction action, const fs::path& run) {
    const auto there = run::remote_run_of(run);
    if (!there || (action != RunAction::free_space && action != RunAction::trash)) return std::nullopt;
    return Texts::tr("The run's files are on %1: remove them there.").arg(to_qt(there->server));
}

std::optional<RunAction> next_action(int exit_code) {
    switch (exit_code) {
    case static_cast<int>(ExitCode::done):
        return std::nullopt;
    case static_cast<int>(ExitCode::usage):
    case static_cast<int>(ExitCode::model):
    case static_cast<int>(ExitCode::diverged):
        return RunAction::duplicate;
    default:
        return RunAction::resume;
    }
}

std::optional<QString> why_not(RunAction action, bool is_live, const event::RunStatus& status) {
    switch (action) {
    case RunAction::duplicate:
        return std::nullopt;
    case RunAction::resume:
        if (is_live) return Texts::tr("The run is running.");
        if (status.is(event::state::done)) return Texts::tr("The run has finished; nothing is left to do.");
        return std::nullopt;
    case RunAction::free_space:
    case RunAction::trash:
        return is_live ? std::optional(Texts::tr("The run is running: stop it first.")) : std::nullopt;
    case RunAction::kill:
        return is_live ? std::nullopt : std::optional(Texts::tr("The run is not running."));
    default:
        break;
    }
    if (!is_live) return Texts::tr("The run is not running.");
    if (status.is_ending()) return Texts::tr("The run is ending.");
    if (action == RunAction::pause && status.is_paused()) return Texts::tr("The run is paused.");
    if (action == RunAction::go_on && !status.is_paused()) return Texts::tr("The run is not paused.");
    if (status.is(event::state::starting) && action != RunAction::stop)
        return Texts::tr("The run is starting.");
    return std::nullopt;
}

fs::path start_run(const fs::path& preset, const QStringList& sets, const fs::path& run_dir,
                   const fs::path& working_folder) {
    QStringList arguments{"run", to_qt(preset)};
    for (const QString& set : sets)
        arguments << QStringLiteral("--set") << set;
    if (!run_dir.empty()) arguments << QStringLiteral("--run-dir") << to_qt(run_dir);
    arguments << QStringLiteral("--skip-device-check"); // the window has its own check, with a progress bar
    return run_detached(arguments, working_folder);
}

fs::path resume_run(const fs::path& run, bool allow_change) {
    if (const auto there = run::remote_run_of(run)) {
        remote::Words command{"resume", there->path, "--detach", "--json"};
        if (allow_change) command.emplace_back("--allow-change");
        remote::server_named(there->server).ask_well(command);
        return run;
    }
    QStringList arguments{"resume", to_qt(run)};
    if (allow_change) arguments << QStringLiteral("--allow-change");
    return run_detached(arguments, run.parent_path());
}

QString carry_out(RunAction action, const fs::path& run) {
    using event::Command;
    const auto command = [&](Command which) { return phrase_text(command_run(run, which)); };
    switch (action) {
    case RunAction::resume:
        resume_run(run);
        return Texts::tr("The run continues.");
    case RunAction::stop:
        return command(Command::stop);
    case RunAction::pause:
        return command(Command::pause);
    case RunAction::go_on:
        return command(Command::continue_run);
    case RunAction::checkpoint:
        return command(Command::checkpoint);
    case RunAction::kill:
        return command(Command::kill);
    case RunAction::free_space:
        return Texts::tr("%1 are free again.").arg(to_qt(human_bytes(free_run_space(run))));
    case RunAction::trash:
        trash_run(run);
        return Texts::tr("The run is in the trash.");
    case RunAction::duplicate:
        break;
    }
    return {};
}

Phrase command_run(const fs::path& run, event::Command command) {
    if (const auto there = run::remote_run_of(run))
        return remote::command_on(remote::server_named(there->server), there->path, command);
    const event::Reply reply = run::send_command({run}, command);
    if (!reply.accepted)
        throw Error(ErrorId::run_refused, {phrase_text(reply.phrase).toStdString()}, run.string());
    return reply.phrase;
}

void duplicate_run(const fs::path& run, const fs::path& preset) {
    if (fs::exists(preset)) throw Error(ErrorId::preset_copy_exists, {}, preset.string());
    const event::RunFolder folder{run};
    const Preset values = preset::load_draft(folder.preset()).loaded.preset;
    write_file_atomically(preset, run::text_of_copy(folder, values, fs::absolute(preset).parent_path()));
}

std::uint64_t free_run_space(const fs::path& run) {
    const event::RunFolder folder{run};
    const event::RunLock lock(folder); // prevents a resume meanwhile
    std::uint64_t bytes = 0;
    std::error_code failed;
    // Links are not followed: their targets do not belong to the run.
    if (fs::is_symlink(folder.checkpoints())) return 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder.checkpoints(), failed))
        if (entry.is_regular_file(failed) && !entry.is_symlink(failed)) bytes += entry.file_size(failed);
    fs::remove_all(folder.checkpoints(), failed);
    if (failed)
        throw Error(ErrorId::checkpoints_not_removed, {failed.message()}, folder.checkpoints().string());
    return bytes;
}

void trash_run(const fs::path& run) {
    require_no_supervisor(run);
    require_trash_can(run);
    if (!QFile::moveToTrash(to_qt(run))) throw Error(ErrorId::run_not_trashed, {run.string()}, run.string());
}

} // namespace tunedesk::ui
