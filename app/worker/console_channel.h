// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/socket/channel.h"

#include <memory>

namespace tunedesk::worker {

/// Passes everything on to `inner`, and writes the lines that a person would read to standard output: a log
/// file under a supervisor, the terminal without one.
std::unique_ptr<event::Channel> console_channel(std::unique_ptr<event::Channel> inner);

/// A stop asked for by a signal: reported once as a command by every console channel.
void request_stop();

} // namespace tunedesk::worker
