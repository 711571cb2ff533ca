// SPDX-License-Identifier: GPL-3.0-or-later
#include "interruptible.h"

namespace tunedesk::app {

namespace {

volatile std::sig_atomic_t interrupted_by = 0;

} // namespace

Interruptible::Interruptible() {
    struct sigaction note {};
    note.sa_handler = [](int number) { interrupted_by = number; };
    for (auto& [number, before] : before_)
        ::sigaction(number, &note, &before);
}

Interruptible::~Interruptible() {
    for (const auto& [number, before] : before_)
        ::sigaction(number, &before, nullptr);
}

int Interruptible::signal() {
    return interrupted_by;
}

} // namespace tunedesk::app
