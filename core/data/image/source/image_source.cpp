// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/image/source/image_source.h"

#include "base/error.h"
#include "base/files/unreadable.h"
#include "base/phrase.h"
#include "base/text.h"
#include "data/image/source/sources.h"
#include "data/image/source/unusable.h"

#include <algorithm>

namespace tunedesk::image {

Picture ImageSource::picture(std::size_t number, const DecodeOptions& options) const {
    return decode_image(bytes(number), place(number), options);
}

void ImageSource::check_header(std::size_t number, const DecodeOptions& options) const {
    (void)image_size(bytes(number), place(number), options);
}

std::string ImageSource::place(std::size_t number) const {
    return (fs::path(origin_) / entries()[number].name).string();
}

void fail_images(std::string what, const std::string& where) {
    throw Error(ErrorId::image_set_unusable, {std::move(what)}, where);
}

void require_images(const ImageListing& listing, const fs::path& where) {
    if (listing.entries.empty())
        fail_images(TUNEDESK_TRANSLATABLE("ErrorDetail", "no images are found"), where.string());
}

namespace {

bool is_zip_name(std::string_view name) {
    return ascii_lower(name).ends_with(".zip");
}

/// The files directly in a folder whose names satisfy `is`, sorted.
std::vector<fs::path> files_of(const fs::path& folder, bool (*is)(std::string_view)) {
    std::vector<fs::path> files;
    std::error_code failed;
    for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed))
        if (is(it->path().filename().string()) && it->is_regular_file(failed)) files.push_back(it->path());
    if (failed) throw Error(ErrorId::data_unreadable, {failed.message()}, folder.string());
    std::ranges::sort(files);
    return files;
}

std::unique_ptr<ImageSource> open_any_folder(const fs::path& folder) {
    if (const auto files = files_of(folder, is_cifar_name); !files.empty()) return open_cifar(files);
    if (const auto files = files_of(folder, is_idx_name); !files.empty()) return open_idx(files);
    if (const auto files = files_of(folder, is_zip_name); !files.empty()) return open_zips(files);
    return open_folder(folder);
}

} // namespace

std::unique_ptr<ImageSource> open_image_source(const fs::path& path, const ImageSourceSpec& spec) {
    std::error_code failed;
    const fs::file_status status = fs::status(path, failed);
    if (!fs::exists(status))
        throw unreadable(ErrorId::data_unreadable, failed ? failed.value() : ENOENT, path);
    if (fs::is_directory(status)) return open_any_folder(path);
    const std::string name = path.filename().string();
    const std::vector<fs::path> alone = {path};
    if (is_zip_name(name)) return open_zips(alone);
    if (is_idx_name(name)) return open_idx(alone);
    if (name.ends_with(".bin")) return open_cifar(alone);
    return open_table(path, spec);
}

} // namespace tunedesk::image
