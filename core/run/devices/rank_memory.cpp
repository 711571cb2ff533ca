// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/devices/rank_memory.h"

#include "base/text.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <optional>
#include <unistd.h>

namespace tunedesk::run {

namespace {

/// A small file of /proc; empty if it cannot be read.
std::string contents(const std::string& path) {
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file) return {};
    std::string text(1 << 16, '\0');
    const ssize_t n = ::read(file.get(), text.data(), text.size());
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
    return text;
}

std::optional<int> rank_of(const std::string& process) {
    for (const std::string_view variable : split(contents(process + "/environ"), '\0'))
        if (variable.substr(0, 5) == "RANK=") return std::atoi(std::string(variable.substr(5)).c_str());
    return std::nullopt;
}

bool names_folder(const std::string& process, const std::string& folder) {
    const std::string arguments = contents(process + "/cmdline");
    const auto parts = split(arguments, '\0');
    return std::find(parts.begin(), parts.end(), folder) != parts.end();
}

} // namespace

void read_usage(RankMemory& memory) {
    const std::string process = "/proc/" + std::to_string(memory.pid);
    unsigned long ignored = 0, pages = 0, user = 0, system = 0;
    const std::string size = contents(process + "/statm");
    if (std::sscanf(size.c_str(), "%lu %lu", &ignored, &pages) == 2)
        memory.rss_bytes = pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    // Fields are counted behind the name, which may hold anything.
    const std::string stat = contents(process + "/stat");
    const std::size_t name_end = stat.rfind(')');
    if (name_end != std::string::npos &&
        std::sscanf(stat.c_str() + name_end + 1, " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
                    &memory.state, &user, &system) == 3)
        memory.cpu_seconds = static_cast<double>(user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

std::vector<RankMemory> rank_memory(const event::RunFolder& folder) {
    std::vector<RankMemory> ranks;
    std::error_code failed;
    for (const fs::directory_entry& entry : fs::directory_iterator("/proc", failed)) {
        const std::string process = entry.path().string(), name = entry.path().filename().string();
        if (name.find_first_not_of("0123456789") != std::string::npos) continue;
        if (!names_folder(process, folder.root.string())) continue;
        const auto rank = rank_of(process);
        if (!rank) continue;
        RankMemory memory;
        memory.rank = *rank;
        memory.pid = std::atoi(name.c_str());
        read_usage(memory);
        ranks.push_back(memory);
    }
    std::sort(ranks.begin(), ranks.end(), [](const auto& a, const auto& b) { return a.rank < b.rank; });
    return ranks;
}

} // namespace tunedesk::run
