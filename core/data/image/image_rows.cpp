// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/image/image_rows.h"

#include "base/error.h"
#include "base/host_figures.h"
#include "data/image/examined_cache.h"
#include "data/image/source/unusable.h"

#include <algorithm>

namespace tunedesk::image {

namespace {

const char* name_of(ImageSplit role) {
    return role == ImageSplit::train ? "train" : role == ImageSplit::validation ? "validation" : "test";
}

/// The images of a split; all if the source has no splits.
std::vector<std::uint32_t> of_split(const ImageSource& source, ImageSplit role) {
    const auto& entries = source.entries();
    const bool chooses = std::ranges::any_of(
        entries, [&](const ImageEntry& entry) { return entry.split != entries.front().split; });
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t number = 0; number < entries.size(); ++number)
        if (!chooses || entries[number].split == role) numbers.push_back(number);
    return numbers;
}

} // namespace

ImageRows read_images(const fs::path& path, ImageSplit role, const ImageSourceSpec& spec, int threads,
                      const fs::path& cache) {
    ImageRows rows;
    ImageSourceSpec asked = spec;
    asked.class_optional = role == ImageSplit::test;
    rows.source = open_image_source(path, asked);
    const std::vector<std::uint32_t> numbers = of_split(*rows.source, role);
    if (numbers.empty())
        fail_images(std::string("no images are in a folder called ") + name_of(role), path.string());
    const Examined examined =
        examine_once(*rows.source, numbers, threads > 0 ? threads : usable_cores(), cache);
    rows.decoded_bytes = examined.decoded_bytes;
    std::vector<data::NamedRow> named;
    for (const std::uint32_t number : examined.usable) {
        const ImageEntry& entry = rows.source->entries()[number];
        named.push_back(
            {entry.name,
             entry.label < 0 ? std::string() : rows.source->classes()[static_cast<std::size_t>(entry.label)],
             std::uint64_t{number} + 1});
    }
    std::vector<data::Rejected> rejected = rows.source->rejected();
    for (const RejectedImage& image : examined.rejected)
        rejected.push_back({std::uint64_t{image.number} + 1,
                            1,
                            {data::RowFault::Kind::other,
                             {rows.source->entries()[image.number].name + ": " + image.error.message()}}});
    const std::uint64_t rejected_count = rows.source->rejected_count() + examined.rejected.size();
    rows.table = data::table_of(path, named, std::move(rejected), rejected_count, rows.source->fingerprint());
    return rows;
}

void require_unchanged(const fs::path& path, const ImageSourceSpec& spec, const ImageSource& source) {
    ImageSourceSpec asked = spec;
    asked.class_optional = true;
    const std::string now = open_image_source(path, asked)->fingerprint();
    if (now != source.fingerprint())
        throw Error(ErrorId::data_hash_changed, {source.fingerprint(), now}, path.string());
}

} // namespace tunedesk::image
