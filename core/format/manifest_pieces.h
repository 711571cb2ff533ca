// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/checkpoint.h"

#include <string>
#include <vector>

namespace tunedesk::format {

// The pieces of a manifest of version 2. A piece is {"tensor", "dtype", "shape"} with, where they are not
// those of a whole tensor, "offset" and "extent" of its box, "begin" and "end" within it, and the "key" of
// the file's tensor.

Json pieces_json(const std::vector<Manifest::StoredPiece>& pieces);
/// Throws Error 4401 if the list is no such list, 4406 if a member is missing or out of range. Whether the
/// pieces fit each other is left to require_partition().
std::vector<Manifest::StoredPiece> read_pieces(const Json& list, const std::string& where);
/// The pieces' contribution to the manifest's digest; "" if there are none.
std::string digest_text(const std::vector<Manifest::StoredPiece>& pieces);
/// Checks that a tensor's pieces agree on its shape and type and cover each element exactly once, and that no
/// two pieces share a key in a file. Throws Error 4406.
void require_partition(const Manifest& manifest, const std::string& where);

} // namespace tunedesk::format
