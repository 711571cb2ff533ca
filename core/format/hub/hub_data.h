// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/files/file.h"
#include "format/hub/hub_name.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::format {

/// Rows of a data set on the hub, as a preset or a command names them: ORG/NAME[@REVISION][:PART].
struct HubRows {
    HubModel data_set;
    std::string part; ///< "", SPLIT, CONFIG, CONFIG/SPLIT, or a file's path in the data set
};

/// std::nullopt if `text` is a path: of another form, or a name that ends as files of rows do
/// (data/train.csv).
std::optional<HubRows> find_hub_rows(std::string_view text);
/// Throws Error 2124 there.
HubRows parse_hub_rows(std::string_view text);
std::string text_of(const HubRows& rows);

/// Whether a file's name ends in .csv, .tsv, .jsonl, .ndjson, .json or .parquet, all but the last possibly
/// with .gz or .zst after it.
bool is_rows_file(std::string_view path);
/// Whether `text` may name a configuration or a split: letters, digits, '_', '-', '+' and '.', not first.
bool is_part_name(std::string_view text);

/// A split of a data set, in one of its configurations; a file that was asked for by its path has no
/// configuration, and its path as split.
struct DataPart {
    std::string config, split;

    bool operator==(const DataPart&) const = default;
};

/// CONFIG/SPLIT, or SPLIT where it has no configuration.
std::string part_name(const DataPart& part);

/// The places in `parts` of what `part` (see HubRows) names; the first of `parts` is of the default
/// configuration. `role` is train, validation, extra_validation (as validation) or test and then chooses one
/// split of a configuration; empty: all.
std::vector<std::size_t> chosen_parts(std::span<const DataPart> parts, std::string_view part,
                                      std::string_view role);

/// A split of a downloaded data set, as one file that the program reads.
struct DownloadedSplit {
    DataPart part;
    fs::path file; ///< in the snapshot, or below data_set_folder() where files were joined or converted
};

/// cache_home()/datasets/ORG--NAME/COMMIT: which splits are there, and files of rows made of the data set's.
fs::path data_set_folder(const HubModel& at_commit);

/// The downloaded splits of a data set's revision, the default configuration's first; damaged or missing ones
/// are left out. Never throws.
std::vector<DownloadedSplit> downloaded_splits(const HubModel& data_set);
/// Adds splits to a commit's record of downloads, and records all parts of the data set. Throws Errors 5001
/// and 5002.
void note_splits(const HubModel& at_commit, const std::vector<DownloadedSplit>& splits,
                 const std::vector<DataPart>& all_parts = {});
/// All parts of a data set in the cache, downloaded or not; empty if not known.
std::vector<DataPart> known_parts(const HubModel& data_set);
/// The same if `rows` matches none of them as a preset's data.ROLE, so that a download cannot help; else
/// empty.
std::vector<DataPart> parts_instead(const HubRows& rows, std::string_view role);
/// "default/train, default/test", shortened.
std::string part_names(const std::vector<DataPart>& parts);
/// Error 3102: the data set has no such part, or none for the role, but these (at least one).
Error missing_part(const HubRows& rows, const std::vector<DataPart>& parts, std::string_view role);

/// The file of rows that `rows` mean as a preset's data.ROLE; std::nullopt if it is not downloaded.
std::optional<fs::path> file_of_rows(const HubRows& rows, std::string_view role);
/// The reverse: the rows, at their commit, of such a file; std::nullopt for any other file.
std::optional<HubRows> rows_of_file(const fs::path& file);

/// Throws Error 3102 if the value of data.ROLE names a data set and no file: missing_part(), or with the
/// command that downloads it as the advice.
void require_rows_downloaded(const std::string& value, const std::string& where);

} // namespace tunedesk::format
