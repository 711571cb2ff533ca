// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/own_command.h"

#include "base/error.h"
#include "run/printed_error.h"
#include "run/programs.h"
#include "ui/widgets/text.h"

#include <QProcess>

namespace tunedesk::ui {

QByteArray output_of_tunedesk(const QStringList& arguments, const fs::path& working_folder) {
    const QString program = to_qt(run::program_folder() / "tunedesk");
    QProcess process;
    process.setWorkingDirectory(to_qt(working_folder));
    process.start(program, QStringList{"--no-gui"} + arguments);
    if (!process.waitForStarted())
        throw Error(ErrorId::program_not_started,
                    {program.toStdString(), process.errorString().toStdString()});
    process.waitForFinished(-1);
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        throw run::printed_error(process.readAllStandardError().toStdString(),
                                 (program + u' ' + arguments.join(u' ')).toStdString());
    return process.readAllStandardOutput();
}

} // namespace tunedesk::ui
