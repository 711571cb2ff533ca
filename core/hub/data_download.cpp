// SPDX-License-Identifier: GPL-3.0-or-later
#include "hub/data_download.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/text.h"
#include "hub/data_layout.h"
#include "hub/file_download.h"
#include "hub/parquet_rows.h"
#include "hub/rows_file.h"

#include <algorithm>

namespace tunedesk::hub {

namespace {

constexpr std::uint64_t most_readme_bytes = 8u << 20;
constexpr const char* readme_name = "README.md";

std::vector<format::DataPart> parts_of(const std::vector<DataFiles>& all) {
    std::vector<format::DataPart> parts;
    for (const DataFiles& each : all)
        parts.push_back(each.part);
    return parts;
}

[[noreturn]] void refuse_part(const format::HubRows& rows, const std::vector<DataFiles>& all) {
    if (all.empty())
        throw Error(
            ErrorId::data_unreadable,
            {TUNEDESK_TRANSLATABLE("ErrorDetail", "the data set has no CSV, TSV, JSON or Parquet files")},
            rows.data_set.name);
    throw format::missing_part(rows, parts_of(all), "");
}

/// The requested splits, or the file.
std::vector<DataFiles> chosen_files(const HubModelInfo& info, const format::HubRows& rows,
                                    const std::vector<DataFiles>& all) {
    if (format::is_rows_file(rows.part)) {
        const auto file = std::ranges::find(info.files, rows.part, &HubFile::path);
        if (file == info.files.end()) refuse_part(rows, all);
        return {DataFiles{{"", rows.part}, {*file}}};
    }
    std::vector<DataFiles> chosen;
    for (const std::size_t i : format::chosen_parts(parts_of(all), rows.part, ""))
        chosen.push_back(all[i]);
    if (chosen.empty()) refuse_part(rows, all);
    return chosen;
}

std::string stem_of(const format::DataPart& part) {
    std::string stem = part.config.empty() ? part.split : part.config + '.' + part.split;
    std::ranges::replace(stem, '/', '-');
    return stem;
}

std::vector<HubFile> all_files(const std::vector<DataFiles>& splits) {
    std::vector<HubFile> files;
    for (const DataFiles& each : splits)
        files.insert(files.end(), each.files.begin(), each.files.end());
    std::ranges::sort(files, {}, &HubFile::path);
    const auto repeated = std::ranges::unique(files, {}, &HubFile::path);
    files.erase(repeated.begin(), repeated.end());
    return files;
}

} // namespace

DownloadedData download_data(HubClient& client, const format::HubRows& rows,
                             const std::function<void(const DownloadProgress&)>& show) {
    const HubModelInfo info = client.model(rows.data_set);
    FileDownload download(client, info, show);
    const auto readme = std::ranges::find(info.files, readme_name, &HubFile::path);
    const bool has_readme = readme != info.files.end() && readme->bytes <= most_readme_bytes;
    const std::vector<DataFiles> all =
        data_layout(info, has_readme ? download.text_of(*readme, most_readme_bytes) : "");
    const std::vector<DataFiles> chosen = chosen_files(info, rows, all);
    std::vector<HubFile> files = all_files(chosen);
    for (const HubFile& file : files)
        if (ascii_lower(file.path).ends_with(".parquet")) {
            require_parquet_reader(file.path); // before large files are downloaded
            break;
        }
    DownloadedData data{info.at_commit(), {}, {}, 0};
    for (const HubFile& file : files)
        data.bytes += file.bytes;
    if (has_readme) files.push_back(*readme);
    download.bring(files);
    data.folder = download.link(files, rows.data_set);
    const fs::path made = format::data_set_folder(data.at_commit);
    for (const DataFiles& each : chosen) {
        std::vector<fs::path> paths;
        for (const HubFile& file : each.files)
            paths.push_back(data.folder / file.path);
        data.splits.push_back({each.part, one_rows_file(paths, made, stem_of(each.part),
                                                        [&] { return client.is_cancelled(); })});
    }
    format::note_splits(data.at_commit, data.splits, parts_of(all));
    return data;
}

} // namespace tunedesk::hub
