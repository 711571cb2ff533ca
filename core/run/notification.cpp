// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/notification.h"

#include "run/programs.h"

#include <QProcess>
#include <QProcessEnvironment>

namespace tunedesk::run {

namespace {

QString text(const std::string& value) {
    return QString::fromStdString(value);
}

QProcessEnvironment environment_of(const event::RunFolder& folder, const std::string& name,
                                   const event::ExitRecord& record) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("TUNEDESK_RUN", text(folder.root.string()));
    environment.insert("TUNEDESK_NAME", text(name));
    environment.insert("TUNEDESK_CODE", QString::number(record.code));
    environment.insert("TUNEDESK_LINE", text(record.line));
    return environment;
}

bool start(const QString& program, const QStringList& arguments, const QProcessEnvironment& environment,
           const event::RunFolder& folder) {
    QProcess process;
    process.setProgram(program);
    process.setArguments(arguments);
    process.setProcessEnvironment(environment);
    const QString output = text((folder.root / "logs" / "notify.log").string());
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(output, QIODevice::Append);
    process.setStandardErrorFile(output, QIODevice::Append);
    return process.startDetached();
}

} // namespace

std::vector<std::string> notify(const UserSettings& settings, const event::RunFolder& folder,
                                const std::string& name, const event::ExitRecord& record) {
    std::vector<std::string> failed;
    if (settings.notify_command.empty() && settings.notify_url.empty()) return failed;
    QProcessEnvironment environment = environment_of(folder, name, record);
    if (!settings.notify_command.empty() &&
        !start("/bin/sh", {"-c", text(settings.notify_command)}, environment, folder))
        failed.emplace_back("notify_command");
    if (settings.notify_url.empty()) return failed;
    environment.insert("TUNEDESK_URL", text(settings.notify_url)); // no argument, which other users see
    if (!start(text((program_folder() / "tunedesk").string()), {"--no-gui", "notify"}, environment, folder))
        failed.emplace_back("notify_url");
    return failed;
}

} // namespace tunedesk::run
