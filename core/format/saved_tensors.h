// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/checkpoint.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace tunedesk::format {

/// Reads the tensors of a committed folder, independent of the pieces and files in which they were saved. A
/// file for which the manifest lists no pieces, as in version 1, holds whole tensors. Lifetime: the folder's.
/// Thread rule: any thread, after the constructor.
class SavedTensors {
public:
    /// Maps the files NAME*.safetensors; no hash is read (verify_folder()). Throws Error 44xx if the manifest
    /// is damaged, 4414 if a file does not match the manifest, 43xx if a file is damaged.
    SavedTensors(const fs::path& folder, const std::string& name);
    /// The whole tensors of one file.
    explicit SavedTensors(SafetensorsFile file);

    struct Info {
        DType dtype{};
        std::vector<std::int64_t> shape;
    };
    const std::map<std::string, Info>& tensors() const { return tensors_; }
    /// Copies the elements of a piece of a saved tensor to `target`, which has its size in bytes.
    void read(const Piece& piece, std::span<std::byte> target) const;
    /// Writes all of them, whole and sorted by name, into a new file with the metadata of the files that they
    /// are in; a few MB of them are in memory. `prefix` comes before each name. Returns the file's content
    /// hash. Throws Error 5001.
    std::string write_whole(const fs::path& path, const std::string& prefix = {}) const;

private:
    struct Stored {
        Piece piece;
        std::span<const std::byte> data; ///< inside a map of files_
    };
    void add_file(const SafetensorsFile& file, std::vector<Manifest::StoredPiece> pieces);

    std::vector<SafetensorsFile> files_;
    std::map<std::string, Info> tensors_;
    std::map<std::string, std::vector<Stored>> stored_; ///< by tensor
};

} // namespace tunedesk::format
