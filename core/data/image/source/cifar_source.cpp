// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/hash.h"
#include "base/phrase.h"
#include "base/text.h"
#include "data/image/source/random_access_file.h"
#include "data/image/source/sources.h"
#include "data/image/source/unusable.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tunedesk::image {

namespace {

constexpr int cifar_side = 32;
constexpr std::size_t plane_bytes = std::size_t{cifar_side} * cifar_side, record_bytes = 1 + 3 * plane_bytes;
/// The classes by their ids in CIFAR-10's files (Krizhevsky 2009).
constexpr const char* cifar_classes[] = {"airplane", "automobile", "bird",  "cat",  "deer",
                                         "dog",      "frog",       "horse", "ship", "truck"};

class CifarSource : public ImageSource {
public:
    struct Record {
        std::size_t file;
        std::uint64_t offset;
    };
    CifarSource(ImageListing listing, std::string origin, std::vector<RandomAccessFile> files,
                std::vector<Record> records)
        : ImageSource(std::move(listing), std::move(origin)), files_(std::move(files)),
          records_(std::move(records)) {}

    std::string bytes(std::size_t number) const override {
        const Record& record = records_[number];
        std::string bytes = files_[record.file].read_at(record.offset + 1, record_bytes - 1);
        if (bytes.size() != record_bytes - 1)
            throw Error(ErrorId::image_unreadable,
                        {TUNEDESK_TRANSLATABLE("ErrorDetail", "the image ends early: the file is truncated")},
                        place(number));
        return bytes;
    }
    void check_header(std::size_t, const DecodeOptions&) const override {} // records have no header
    Picture picture(std::size_t number, const DecodeOptions&) const override {
        const std::string planes = bytes(number);
        Picture picture(cifar_side, cifar_side);
        const std::span<std::uint8_t> pixels = picture.pixels();
        for (std::size_t i = 0; i < plane_bytes; ++i)
            for (std::size_t c = 0; c < 3; ++c)
                pixels[3 * i + c] = static_cast<std::uint8_t>(planes[c * plane_bytes + i]);
        return picture;
    }

private:
    std::vector<RandomAccessFile> files_;
    std::vector<Record> records_;
};

/// Adds a file's records to the listing. Reads the labels once, with a hash of all data.
void add_records(const RandomAccessFile& file, std::size_t number, ImageListing& listing,
                 std::vector<CifarSource::Record>& records, ContentHash& hash) {
    const std::string where = file.path().string(), name = file.path().filename().string();
    if (file.size() == 0 || file.size() % record_bytes != 0)
        fail_images(fmt::format("its size is no multiple of {} bytes, a record of CIFAR-10", record_bytes),
                    where);
    const ImageSplit split = name.starts_with("test") ? ImageSplit::test : ImageSplit::train;
    constexpr std::size_t at_once = 1000;
    for (std::uint64_t offset = 0; offset < file.size();) {
        const std::string part = file.read_at(offset, at_once * record_bytes);
        if (part.empty() || part.size() % record_bytes != 0)
            throw Error(ErrorId::data_changed_while_read, {}, where);
        hash.update(part);
        for (std::size_t at = 0; at < part.size(); at += record_bytes, offset += record_bytes) {
            const auto label = static_cast<std::uint8_t>(part[at]);
            if (label >= std::size(cifar_classes))
                fail_images(fmt::format("record {} has the class {}; CIFAR-10 has 0 to 9",
                                        offset / record_bytes, label),
                            where);
            listing.entries.push_back({fmt::format("{}[{}]", name, offset / record_bytes), label, split});
            records.push_back({number, offset});
        }
    }
}

} // namespace

bool is_cifar_name(std::string_view name) {
    return (name.starts_with("data_batch_") || name == "test_batch.bin") && name.ends_with(".bin");
}

std::unique_ptr<ImageSource> open_cifar(std::span<const fs::path> paths) {
    ImageListing listing;
    listing.classes.assign(std::begin(cifar_classes), std::end(cifar_classes));
    std::vector<RandomAccessFile> files;
    std::vector<CifarSource::Record> records;
    ContentHash hash;
    for (const fs::path& path : paths) {
        files.emplace_back(path);
        add_records(files.back(), files.size() - 1, listing, records, hash);
    }
    listing.fingerprint = hash.hex();
    return std::make_unique<CifarSource>(std::move(listing), paths.front().parent_path().string(),
                                         std::move(files), std::move(records));
}

} // namespace tunedesk::image
