// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/activity.h"
#include "base/hash.h"
#include "data/image/source/sources.h"
#include "data/image/source/unusable.h"
#include "data/rows/labels.h"
#include "data/rows/table.h"

#include <unordered_map>
#include <utility>

namespace tunedesk::image {

namespace {

class TableSource : public ImageSource {
public:
    TableSource(ImageListing listing, fs::path folder)
        : ImageSource(std::move(listing), folder.string()), folder_(std::move(folder)) {}

    std::string bytes(std::size_t number) const override {
        return read_file(folder_ / entries()[number].name, ErrorId::data_unreadable, most_file_bytes);
    }

private:
    fs::path folder_;
};

/// Determined by the table and its files' sizes, as for a folder.
std::string fingerprint_of(const data::Table& table) {
    ContentHash hash;
    hash.update(table.file_hash());
    for (const data::Table::Row& row : table.rows()) {
        activity::touch();
        std::error_code missing;
        const std::uintmax_t bytes = fs::file_size(table.path().parent_path() / row.text, missing);
        hash.update("\n" + (missing ? std::string("none") : std::to_string(bytes)));
    }
    return hash.hex();
}

} // namespace

std::unique_ptr<ImageSource> open_table(const fs::path& path, const ImageSourceSpec& spec) {
    data::TableSpec columns = data::columns_of(spec.path_column, spec.class_column);
    columns.skip_bad_rows = spec.skip_bad_rows;
    columns.label_optional = spec.class_optional;
    const data::Table table = data::read_table(path, columns);
    ImageListing listing;
    std::unordered_map<std::string_view, std::int32_t> ids;
    if (table.has_labels()) {
        data::FirstOfLabel first;
        for (const data::Table::Row& row : table.rows())
            first.emplace(row.label, &row);
        listing.classes = data::order_labels(first, table, {}).names;
        for (const std::string& name : listing.classes)
            ids.emplace(name, static_cast<std::int32_t>(ids.size()));
    }
    const ImageSplit split = split_of_name(path.stem().string());
    for (const data::Table::Row& row : table.rows())
        listing.entries.push_back(
            {std::string(row.text), table.has_labels() ? ids.at(row.label) : -1, split});
    listing.rejected = table.rejected();
    listing.rejected_count = table.rejected_count();
    listing.fingerprint = fingerprint_of(table);
    return std::make_unique<TableSource>(std::move(listing), path.parent_path());
}

} // namespace tunedesk::image
