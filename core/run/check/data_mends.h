// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "preset/preset.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tunedesk::run {

/// Corrected copies of a preset's data files, beside the files they replace; a source is never written.
struct MendedData {
    struct File {
        std::string key; ///< "data.train", "data.validation", "data.test"
        fs::path copy;
    };
    std::vector<File> files;
    std::uint64_t rows = 0; ///< changed, or left out

    /// The names of the copies, for messages: "train.mended.csv".
    std::string names() const;
};

/// In all files, replaces each of `labels` by `into`. Throws what reading the files throws, Error 3130 if no
/// row has one of them, 5001 (disk).
MendedData merge_labels(const Preset& preset, const std::vector<std::string>& labels,
                        const std::string& into);

/// Leaves rows out of `split` ("validation", "test") whose text (and second text) also occurs in `of_split`.
/// If both are split off one file, each text is kept there once. Throws as merge_labels() does.
MendedData remove_leaks(const Preset& preset, const std::string& split, const std::string& of_split);

/// Leaves the rows out of a split's file that begin at these lines. Throws as merge_labels() does.
MendedData remove_lines(const Preset& preset, const std::string& split,
                        const std::vector<std::uint64_t>& lines);

/// Writes a copy of a CSV or TSV file, decompressed, with a first line of these names, beside it. Throws what
/// reading the file throws, and 5001 (disk).
fs::path add_header(const fs::path& file, const std::vector<std::string>& names);

} // namespace tunedesk::run
