// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/fault.h"

#ifdef TUNEDESK_FAULTS

#include "base/text.h"

#include <csignal>
#include <cstdlib>
#include <map>
#include <mutex>
#include <stdexcept>
#include <unistd.h>

namespace tunedesk {

namespace {

void sleep_if_asked(std::string_view action) {
    if (action.starts_with("nap")) ::sleep(static_cast<unsigned>(std::atoi(action.data() + 3)));
    while (action == "hang")
        ::pause();
}

} // namespace

std::string fault(const char* site) {
    static std::mutex mutex;
    static std::map<std::string, int, std::less<>> passages;
    const char* text = std::getenv("TUNEDESK_FAULT");
    if (!text) return {};
    const std::lock_guard lock(mutex);
    const int passage = ++passages[site];
    const char* rank_text = std::getenv("RANK");
    const std::string rank = rank_text ? rank_text : "0";
    for (const std::string_view entry : split(text, ',')) {
        const auto parts = split(entry, ':');
        if (parts.size() != 3) continue;
        const auto place = split(parts[0], '@');
        if (place[0] != site || (place.size() > 1 && place[1] != rank)) continue;
        if (std::atoi(std::string(parts[1]).c_str()) != passage) continue;
        if (parts[2] == "kill") ::kill(::getpid(), SIGKILL);
        if (parts[2] == "stop") ::kill(::getpid(), SIGSTOP);
        sleep_if_asked(parts[2]);
        if (parts[2] == "throw") throw std::runtime_error("a fault was injected");
        return std::string(parts[2]);
    }
    return {};
}

} // namespace tunedesk

#endif
