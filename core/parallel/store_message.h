// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tunedesk::parallel {

/// Messages between the ranks' store and its clients: lists of byte strings. The first of a request is the
/// operation:
///   set KEY VALUE                      -> (empty)
///   get KEY                            -> VALUE, or nothing where the key is not set
///   add KEY NUMBER                     -> the sum, as text
///   compare_set KEY EXPECTED DESIRED   -> the value now
///   delete KEY                         -> "1" where it was set
///   check KEY...                       -> "1" where all are set
///   count                              -> the number of keys
///   frame RANK TEXT                    -> (empty); an event frame of that rank, "" as its last
using StoreMessage = std::vector<std::string>;

/// Encodes a message: 4 bytes of total length, then each text after 4 bytes of its length.
std::string encode(const StoreMessage& message);

/// Takes the first message off the front; std::nullopt if it has not arrived whole. Throws Error 7660 if the
/// bytes are no message, or one of more than 16 MiB.
std::optional<StoreMessage> take_message(std::string& received);

} // namespace tunedesk::parallel
