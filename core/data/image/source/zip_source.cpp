// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/hash.h"
#include "base/phrase.h"
#include "data/image/source/layout.h"
#include "data/image/source/sources.h"
#include "data/image/source/unusable.h"
#include "data/image/source/zip_archive.h"

#include <utility>

namespace tunedesk::image {

namespace {

class ZipSource : public ImageSource {
public:
    struct Place {
        std::size_t archive, entry;
    };
    ZipSource(ImageListing listing, std::string origin, std::vector<ZipArchive> archives,
              std::vector<Place> places)
        : ImageSource(std::move(listing), std::move(origin)), archives_(std::move(archives)),
          places_(std::move(places)) {}

    std::string bytes(std::size_t number) const override {
        const Place& place = places_[number];
        return archives_[place.archive].read(archives_[place.archive].entries()[place.entry],
                                             most_file_bytes);
    }
    std::string place(std::size_t number) const override {
        return archives_[places_[number].archive].file().path().string() + ": " + entries()[number].name;
    }

private:
    std::vector<ZipArchive> archives_;
    std::vector<Place> places_;
};

} // namespace

std::unique_ptr<ImageSource> open_zips(std::span<const fs::path> paths) {
    std::vector<ZipArchive> archives;
    std::vector<std::string> names;
    std::vector<ZipSource::Place> all;
    std::uint64_t ignored = 0;
    ContentHash hash;
    for (const fs::path& path : paths) {
        archives.emplace_back(path);
        hash.update(archives.back().hash());
        const std::vector<ZipEntry>& entries = archives.back().entries();
        for (std::size_t i = 0; i < entries.size(); ++i) {
            if (is_litter(entries[i].name)) continue;
            if (!is_image_name(entries[i].name)) {
                ++ignored;
                continue;
            }
            names.push_back(entries[i].name);
            all.push_back({archives.size() - 1, i});
        }
    }
    Layout layout = lay_out(names);
    layout.listing.ignored += ignored;
    layout.listing.fingerprint = hash.hex();
    require_images(layout.listing, paths.front());
    std::vector<ZipSource::Place> places;
    for (std::size_t i = 0; i < layout.origins.size(); ++i) {
        places.push_back(all[layout.origins[i]]);
        ImageSplit& split = layout.listing.entries[i].split;
        if (split == ImageSplit::none) split = split_of_name(paths[places[i].archive].stem().string());
    }
    return std::make_unique<ZipSource>(std::move(layout.listing), paths.front().string(), std::move(archives),
                                       std::move(places));
}

} // namespace tunedesk::image
