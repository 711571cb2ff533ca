// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/programs.h"

#include "base/error.h"

#include <cerrno>
#include <cstdlib>
#include <unistd.h>

namespace tunedesk::run {

fs::path program_folder() {
    std::error_code failed;
    const fs::path self = fs::read_symlink("/proc/self/exe", failed);
    return failed ? fs::current_path() : self.parent_path();
}

std::vector<std::pair<std::string, std::string>> rank_environment(int rank, int ranks, int port) {
    const std::string index = std::to_string(rank), size = std::to_string(ranks);
    return {{"RANK", index},
            {"LOCAL_RANK", index},
            {"WORLD_SIZE", size},
            {"LOCAL_WORLD_SIZE", size},
            {"MASTER_ADDR", "127.0.0.1"},
            {"MASTER_PORT", std::to_string(port)}};
}

void forget_rank(QProcessEnvironment& environment) {
    // Without them a process would take the place that SLURM or MPI has given this one.
    for (const auto& [name, value] : rank_environment(0, 1, 0))
        environment.insert(QString::fromStdString(name), QString::fromStdString(value));
    for (const char* name :
         {"MASTER_ADDR", "MASTER_PORT", "TUNEDESK_SOCKET", "TUNEDESK_TOKEN", "TUNEDESK_FLIGHT_RECORD"})
        environment.remove(QString::fromLatin1(name));
}

fs::path shipped_presets_folder() {
    std::error_code failed;
    const fs::path above = program_folder().parent_path(); // PREFIX, or BUILD/PRESET of build/PRESET/bin
    fs::path installed = above / "share" / "tunedesk" / "presets";
    if (fs::is_directory(installed, failed)) return installed;
    fs::path built = above.parent_path().parent_path() / "presets";
    return fs::is_regular_file(built / "quickstart.yaml", failed) ? built : fs::path();
}

fs::path worker_program() {
    const char* given = std::getenv("TUNEDESK_WORKER");
    const fs::path program = given && *given ? fs::path(given) : program_folder() / "tunedesk-worker";
    if (::access(program.c_str(), X_OK) != 0)
        throw Error(ErrorId::worker_not_executable, {errno_text(errno)}, program.string());
    return program;
}

QProcessEnvironment worker_environment() {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const QString spins = QStringLiteral("GOMP_SPINCOUNT");
    if (!environment.contains(spins) && !environment.contains(QStringLiteral("OMP_WAIT_POLICY")))
        environment.insert(spins, QStringLiteral("1000"));
    return environment;
}

std::optional<fs::path> window_program() {
    const char* given = std::getenv("TUNEDESK_WINDOW"); // empty: as where the window is not installed
    const fs::path program = given ? fs::path(given) : program_folder() / "tunedesk-gui";
    if (::access(program.c_str(), X_OK) != 0) return std::nullopt;
    return program;
}

} // namespace tunedesk::run
