// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/hash.h"
#include "base/phrase.h"
#include "data/files/compression.h"
#include "data/image/source/idx.h"
#include "data/image/source/random_access_file.h"
#include "data/image/source/sources.h"
#include "data/image/source/unusable.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tunedesk::image {

namespace {

constexpr std::string_view images_mark = "images-idx3-ubyte", labels_mark = "labels-idx1-ubyte";

/// A whole file in memory, decompressed. Owns its bytes.
class WholeFile {
public:
    explicit WholeFile(const fs::path& path) {
        const RandomAccessFile file(path);
        data::ByteBuffer stored;
        stored.reserve(file.size());
        stored.commit(file.read_at(0, {stored.end(), file.size()}));
        const data::Compression compression = data::compression_of(stored.text());
        bytes_ = compression == data::Compression::none
                     ? std::move(stored)
                     : data::decompress(stored.text(), compression, path.string());
    }
    std::string_view text() const { return bytes_.text(); }

private:
    data::ByteBuffer bytes_;
};

/// Gray images of one size, in memory.
struct IdxImages {
    WholeFile file;
    IdxArray array;

    explicit IdxImages(const fs::path& path) : file(path), array(parse_idx(file.text(), 3, path.string())) {
        constexpr std::uint32_t longest_side = 1 << 14;
        if (width() == 0 || height() == 0 || width() > longest_side || height() > longest_side)
            fail_images(fmt::format("its images have {} x {} pixels", width(), height()), path.string());
    }
    std::uint32_t count() const { return array.dimensions[0]; }
    std::uint32_t height() const { return array.dimensions[1]; }
    std::uint32_t width() const { return array.dimensions[2]; }
    std::string_view pixels(std::size_t number) const {
        const std::size_t bytes = std::size_t{width()} * height();
        return array.values.substr(number * bytes, bytes);
    }
};

class IdxSource : public ImageSource {
public:
    struct Place {
        std::size_t file, number;
    };
    IdxSource(ImageListing listing, std::string origin, std::vector<IdxImages> files,
              std::vector<Place> places)
        : ImageSource(std::move(listing), std::move(origin)), files_(std::move(files)),
          places_(std::move(places)) {}

    std::string bytes(std::size_t number) const override {
        return std::string(files_[places_[number].file].pixels(places_[number].number));
    }
    void check_header(std::size_t, const DecodeOptions&) const override {} // records have no header
    Picture picture(std::size_t number, const DecodeOptions&) const override {
        const IdxImages& images = files_[places_[number].file];
        Picture picture(static_cast<int>(images.width()), static_cast<int>(images.height()));
        std::uint8_t* to = picture.row(0);
        for (const char level : images.pixels(places_[number].number))
            to = std::fill_n(to, 3, static_cast<std::uint8_t>(level));
        return picture;
    }

private:
    std::vector<IdxImages> files_;
    std::vector<Place> places_;
};

/// The file of labels for a file of images: the same name with labels and one dimension, compressed or not.
fs::path labels_beside(const fs::path& images) {
    std::string name = images.filename().string();
    std::ranges::replace(name, '.', '-');
    const std::size_t at = name.find(images_mark);
    const std::string real = images.filename().string(), begin = real.substr(0, at);
    for (const char* end :
         {"labels-idx1-ubyte", "labels-idx1-ubyte.gz", "labels.idx1-ubyte", "labels.idx1-ubyte.gz"})
        if (const fs::path path = images.parent_path() / (begin + end); fs::exists(path)) return path;
    fail_images(fmt::format("its labels are missing: {}{}", begin, labels_mark), images.string());
}

ImageSplit split_of_file(std::string_view name) {
    if (name.starts_with("t10k")) return ImageSplit::test;
    return split_of_name(name.substr(0, name.find_first_of("-_.")));
}

} // namespace

bool is_idx_name(std::string_view name) {
    std::string plain(name);
    std::ranges::replace(plain, '.', '-');
    const std::size_t at = plain.find(images_mark);
    if (at == std::string::npos) return false;
    const std::string_view end = name.substr(at + images_mark.size());
    return end.empty() || end == ".gz";
}

std::unique_ptr<ImageSource> open_idx(std::span<const fs::path> paths) {
    ImageListing listing;
    std::vector<IdxImages> files;
    std::vector<IdxSource::Place> places;
    ContentHash hash;
    int most = -1;
    for (const fs::path& path : paths) {
        const fs::path labels_path = labels_beside(path);
        const WholeFile labels_file(labels_path);
        const IdxArray labels = parse_idx(labels_file.text(), 1, labels_path.string());
        const IdxImages& images = files.emplace_back(path);
        if (labels.values.size() != images.count())
            fail_images(fmt::format("{} images have {} labels", images.count(), labels.values.size()),
                        path.string());
        hash.update(images.array.values).update(labels.values);
        const std::string name = path.filename().string();
        for (std::size_t i = 0; i < labels.values.size(); ++i) {
            const int label = static_cast<std::uint8_t>(labels.values[i]);
            most = std::max(most, label);
            listing.entries.push_back({fmt::format("{}[{}]", name, i), label, split_of_file(name)});
            places.push_back({files.size() - 1, i});
        }
    }
    for (int label = 0; label <= most; ++label)
        listing.classes.push_back(std::to_string(label));
    listing.fingerprint = hash.hex();
    require_images(listing, paths.front());
    return std::make_unique<IdxSource>(std::move(listing), paths.front().parent_path().string(),
                                       std::move(files), std::move(places));
}

} // namespace tunedesk::image
