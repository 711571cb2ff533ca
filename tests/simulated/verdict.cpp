// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulated/verdict.h"

#include "simulated/streams.h"

#include <csignal>
#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace tunedesk::simulated {

namespace {

struct sigaction before;

void explain(int signal, siginfo_t* info, void* context) {
    // Not safe in a signal handler, but the process ends here either way and the words are worth it. The lock
    // of the state may be held by this very thread: it is not taken.
    if (const Arena* arena = arena_of(info->si_addr))
        end_process(fmt::format("the host touches {}", arena->describe(info->si_addr)));
    ::sigaction(signal, &before, nullptr);
    if (before.sa_flags & SA_SIGINFO) before.sa_sigaction(signal, info, context);
    // Else the instruction is repeated, and faults as it would have without the simulation.
}

} // namespace

void end_process(const std::string& what) {
    const std::string line = "simulated device: " + what + "\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
    ::_exit(fault_code);
}

void explain_faults() {
    struct sigaction action = {};
    action.sa_sigaction = explain;
    action.sa_flags = SA_SIGINFO;
    ::sigaction(SIGSEGV, &action, &before);
}

} // namespace tunedesk::simulated
