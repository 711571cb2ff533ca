// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "base/json.h"
#include "format/pieces.h"
#include "format/safetensors.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::format {

/// The `manifest.json` of a committed folder: each file's size and content hash, and from version 2 on which
/// pieces of which tensors a file holds; written last.
struct Manifest {
    struct StoredPiece {
        Piece piece;
        DType dtype{};
        std::vector<std::int64_t> shape; ///< of the whole tensor
        std::string key;                 ///< of the file's tensor that holds it
        bool operator==(const StoredPiece&) const = default;
    };
    struct Entry {
        std::string name;
        std::uint64_t bytes = 0;
        std::string hash;
        /// None: a file of tensors holds each in whole, as all of version 1 do.
        std::vector<StoredPiece> pieces = {};
    };
    int version = 2;
    std::vector<Entry> files = {};
};

/// Parses and checks a manifest's text: plain file names only, no duplicates, and of each tensor in pieces
/// every element exactly once. Throws Error 44xx.
Manifest parse_manifest(std::string_view text, const std::string& where);

/// Commits a folder in FAULTS' order: makes `final_path` + ".tmp" (removing what an earlier crash left),
/// calls `fill` with it (which writes and fsyncs files, and returns their entries), writes manifest.json
/// last, fsyncs the folder, renames it to `final_path` (atomically exchanged with an existing one, which is
/// removed afterwards), fsyncs the parent. On failure the ".tmp" is removed and Error 5001 (or what `fill`
/// threw) propagates; an earlier committed folder of the name is still whole. No descriptor whose fsync
/// failed is ever used again.
void commit_folder(const fs::path& final_path,
                   const std::function<std::vector<Manifest::Entry>(const fs::path&)>& fill);

/// Replaces `final_path` by the committed folder `from`, in the order of commit_folder(). Throws Error 5001;
/// both folders are then still complete, each under one of the names.
void replace_folder(const fs::path& from, const fs::path& final_path);

/// If a file system cannot exchange folders, a crash may leave an earlier committed folder as `final_path` +
/// ".old": renames it back. commit_folder() and list_checkpoints() do so themselves; readers of `best/` and
/// `final/` must call it. Never throws.
void recover_folder(const fs::path& final_path);

/// Entries for whole tensors under their own names, for the manifest entry of a file of whole tensors.
std::vector<Manifest::StoredPiece> whole_pieces(std::span<const TensorView> tensors);

/// Writes a small file inside a `fill`: write, fsync, hash.
Manifest::Entry write_entry(const fs::path& folder, const std::string& name, std::string_view contents);
/// Hashes and fsyncs a file that is already in the folder.
Manifest::Entry existing_entry(const fs::path& folder, const std::string& name);

/// RUN/checkpoints/step-00001000 and back.
std::string checkpoint_name(std::int64_t step);
std::optional<std::int64_t> checkpoint_step(const std::string& name);

/// Steps of the folders below `checkpoints` that carry a committed name, highest first. No hash is read;
/// ".tmp" folders are never listed.
std::vector<std::int64_t> list_checkpoints(const fs::path& checkpoints);

/// Verifies size and hash of every file of a committed folder. Throws Error 44xx naming file and both hashes.
void verify_folder(const fs::path& folder);

/// Removes committed checkpoints beyond the newest `keep` (at least one), and stale ".tmp" folders. The step
/// `just_committed` always stays: after a resume from an earlier step, higher ones may be damaged. Never
/// throws for a folder that cannot be removed; returns what it removed.
std::vector<std::int64_t> rotate_checkpoints(const fs::path& checkpoints, int keep,
                                             std::int64_t just_committed = -1);

} // namespace tunedesk::format
