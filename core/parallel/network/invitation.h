// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/world.h"

#include "base/files/file.h"

#include <optional>
#include <string>

namespace tunedesk::parallel {

/// Port and secret with which ranks on other nodes connect to rank 0's store. Stored in RUN/.rendezvous
/// (0600), which rank 0 writes at each start; a rank that can read it shares the folder.
struct Invitation {
    int port = 0;
    std::string word; ///< random; the store's secret unless the launcher gave one
};

fs::path invitation_file(const World& world);

/// Writes the file, which is never readable by other users. Throws Error 5660 if it cannot be written.
void write_invitation(const World& world, const Invitation& invitation);

/// Reads the file; std::nullopt if it does not exist (yet) or does not belong to this user. Lists the folder
/// first, so that a network file system does not answer from its cache.
std::optional<Invitation> read_invitation(const World& world);

/// The secret that a launcher gave all ranks (TUNEDESK_RENDEZVOUS_SECRET, as `tunedesk submit` does): with it
/// they meet without the run folder, and can find out together that they do not share it. "" without one,
/// where it is short, or where the launcher holds the port, which only RUN/.rendezvous can name then.
std::string given_secret(const World& world);

} // namespace tunedesk::parallel
