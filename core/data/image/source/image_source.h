// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "data/image/decode/decode.h"
#include "data/rows/table.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tunedesk::image {

enum class ImageSplit : std::uint8_t { none, train, validation, test };

/// The split of a folder or file called train, training; val, valid, validation, dev; test, testing (any
/// case); none for another name.
ImageSplit split_of_name(std::string_view name);

/// One image of a source.
struct ImageEntry {
    std::string name;        ///< path within the source, or FILE[NUMBER]
    std::int32_t label = -1; ///< class id; -1: unlabelled
    ImageSplit split = ImageSplit::none;
};

/// The list of a source's images.
struct ImageListing {
    std::vector<ImageEntry> entries;
    std::vector<std::string> classes;     ///< names by label
    std::uint64_t ignored = 0;            ///< number of files that are not images by their names
    std::vector<data::Rejected> rejected; ///< rejected rows of a table, the first 1,000
    std::uint64_t rejected_count = 0;
    std::string fingerprint; ///< changes if an image is added, removed or replaced
};

/// A list of labelled images with access to their bytes or pixels. The order is fixed: by name, or that of
/// the file. Thread rule: const, from any number of threads.
class ImageSource {
public:
    virtual ~ImageSource() = default;
    ImageSource(const ImageSource&) = delete;
    ImageSource& operator=(const ImageSource&) = delete;

    const std::vector<ImageEntry>& entries() const { return listing_.entries; }
    /// Sorted by name, unless the format numbers them (CIFAR-10, IDX).
    const std::vector<std::string>& classes() const { return listing_.classes; }
    /// Number of files that are not images by their names.
    std::uint64_t ignored() const { return listing_.ignored; }
    /// The first 1,000 rejected rows of a table, and their number.
    const std::vector<data::Rejected>& rejected() const { return listing_.rejected; }
    std::uint64_t rejected_count() const { return listing_.rejected_count; }
    const std::string& fingerprint() const { return listing_.fingerprint; }

    /// The stored image: a JPEG or PNG file, or a record's pixels. Throws Error 3102 if it cannot be read,
    /// 3154 if an archive's entry is damaged, 3157 if it is too large.
    virtual std::string bytes(std::size_t number) const = 0;
    /// The decoded image. Throws the errors of bytes() and decode_image().
    virtual Picture picture(std::size_t number, const DecodeOptions& options = {}) const;
    /// Checks only the first bytes. Throws the errors of picture() that they reveal.
    virtual void check_header(std::size_t number, const DecodeOptions& options = {}) const;
    /// The location of an image, for messages.
    virtual std::string place(std::size_t number) const;

protected:
    ImageSource(ImageListing listing, std::string origin)
        : listing_(std::move(listing)), origin_(std::move(origin)) {}

private:
    ImageListing listing_;
    std::string origin_;
};

/// Options for opening an image source.
struct ImageSourceSpec {
    std::string path_column = "path";   ///< for a table: column of paths, relative to the table's folder
    std::string class_column = "label"; ///< for a table; empty: no labels
    bool skip_bad_rows = false;         ///< for a table
    bool class_optional = false;        ///< a table may lack the column: then there are no labels
};

/// Opens `path`, which may be: a folder of SPLIT/CLASS/file, CLASS/file or plain files; a .zip of such; a
/// folder of .zip files, which are combined; CIFAR-10's binary files, or a folder of them; an IDX file of
/// images (…-images-idx3-ubyte, optionally .gz) beside its labels, or a folder of them; a table of paths
/// (.csv, .tsv, .jsonl). Throws Error 3102 if it cannot be read, 3157 if an archive is damaged or dangerous,
/// 3158 if no images are found or a file does not match its name, and for a table the errors of read_table().
std::unique_ptr<ImageSource> open_image_source(const fs::path& path, const ImageSourceSpec& spec = {});

} // namespace tunedesk::image
