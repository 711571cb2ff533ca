// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/activity.h"
#include "base/error.h"
#include "base/hash.h"
#include "data/image/source/layout.h"
#include "data/image/source/sources.h"
#include "data/image/source/unusable.h"

#include <algorithm>
#include <utility>

namespace tunedesk::image {

namespace {

class FolderSource : public ImageSource {
public:
    FolderSource(ImageListing listing, fs::path folder)
        : ImageSource(std::move(listing), folder.string()), folder_(std::move(folder)) {}

    std::string bytes(std::size_t number) const override {
        return read_file(folder_ / entries()[number].name, ErrorId::data_unreadable, most_file_bytes);
    }

private:
    fs::path folder_;
};

struct FoundFile {
    std::string path; ///< relative
    std::uintmax_t bytes = 0;
};

/// All files below a folder, sorted. Links to files are included; links to folders are not followed, because
/// they may form a cycle.
std::vector<FoundFile> files_below(const fs::path& folder) {
    std::vector<FoundFile> files;
    std::error_code failed;
    fs::recursive_directory_iterator it(folder, failed), end;
    for (; !failed && it != end; it.increment(failed)) {
        activity::touch();
        std::error_code gone;
        if (it->is_regular_file(gone))
            files.push_back({it->path().lexically_relative(folder).generic_string(), it->file_size(gone)});
    }
    if (failed) throw Error(ErrorId::data_unreadable, {failed.message()}, folder.string());
    std::ranges::sort(files, {}, &FoundFile::path);
    return files;
}

} // namespace

std::unique_ptr<ImageSource> open_folder(const fs::path& folder) {
    std::vector<std::string> names;
    std::uint64_t ignored = 0;
    ContentHash hash;
    for (FoundFile& file : files_below(folder)) {
        if (is_litter(file.path)) continue;
        if (!is_image_name(file.path)) {
            ++ignored;
            continue;
        }
        hash.update(file.path).update("\n" + std::to_string(file.bytes) + "\n");
        names.push_back(std::move(file.path));
    }
    Layout layout = lay_out(names);
    layout.listing.ignored += ignored;
    layout.listing.fingerprint = hash.hex();
    require_images(layout.listing, folder);
    return std::make_unique<FolderSource>(std::move(layout.listing), folder);
}

} // namespace tunedesk::image
