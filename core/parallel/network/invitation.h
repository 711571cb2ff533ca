// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/world.h"

#include "base/files/file.h"

#include <optional>
#include <string>

namespace tunedesk::parallel {

/// What ranks on other nodes need to enter rank 0's store. It is in RUN/.rendezvous (0600), which rank 0
/// writes at each start: who reads it shares the folder.
struct Invitation {
    int port = 0;
    std::string word; ///< random; the store's secret, but where the launcher gave one
};

fs::path invitation_file(const World& world);

/// Readable by this user alone from its first instant. Throws Error 5660 if it cannot be written.
void write_invitation(const World& world, const Invitation& invitation);

/// std::nullopt if it is not there (yet), or not this user's own file. Looks at the folder itself first, so
/// that a network file system does not answer from its memory.
std::optional<Invitation> read_invitation(const World& world);

/// The secret that a launcher gave all ranks (TUNEDESK_RENDEZVOUS_SECRET, as `tunedesk submit` does): with it
/// they meet without the run folder, and can find out together that they do not share it. "" without one,
/// where it is short, or where the launcher holds the port, which only RUN/.rendezvous can name then.
std::string given_secret(const World& world);

} // namespace tunedesk::parallel
