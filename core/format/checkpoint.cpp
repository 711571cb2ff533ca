// SPDX-License-Identifier: GPL-3.0-or-later
#include "format/checkpoint.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/phrase.h"
#include "base/text.h"
#include "format/manifest.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tunedesk::format {

namespace {

[[noreturn]] void fail(const char* step, const fs::path& path, int number) {
    throw Error(ErrorId::write_failed, {step, errno_text(number)}, path.string());
}

fs::path with_suffix(const fs::path& path, const char* suffix) {
    return path.string() + suffix;
}

fs::path parent_of(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

bool is_real_folder(const fs::path& path) {
    std::error_code ignored;
    return fs::is_directory(fs::symlink_status(path, ignored));
}

void rename_or_throw(const fs::path& from, const fs::path& to) {
    if (::rename(from.c_str(), to.c_str()) != 0)
        fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "rename the folder"), from, errno);
}

/// Exchanges `temporary` with `final_path`; afterwards `temporary` is the old folder, if there was one.
void put_in_place(const fs::path& temporary, const fs::path& final_path) {
    if (!is_real_folder(final_path)) return rename_or_throw(temporary, final_path);
    if (::renameat2(AT_FDCWD, temporary.c_str(), AT_FDCWD, final_path.c_str(), RENAME_EXCHANGE) == 0) return;
    if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP)
        fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "exchange the folders"), final_path, errno);
    // Some network file systems cannot exchange names. Between the two renames the old folder is complete
    // under ".old", where recover_folder() finds it.
    const fs::path old = with_suffix(final_path, ".old");
    rename_or_throw(final_path, old);
    if (::rename(temporary.c_str(), final_path.c_str()) != 0) {
        const int number = errno;
        ::rename(old.c_str(), final_path.c_str());
        fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "rename the folder"), temporary, number);
    }
    rename_or_throw(old, temporary);
}

Manifest::Entry hashed_entry(const fs::path& path, const std::string& name) {
    std::error_code error;
    const std::uint64_t bytes = fs::file_size(path, error);
    if (error) fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "read the file's size"), path, error.value());
    return {.name = name, .bytes = bytes, .hash = file_hash(path, ErrorId::written_file_unreadable)};
}

/// Renames a folder to `temporary` and removes it: under its own name a partially removed folder would look
/// committed, also after a power loss, so the rename is flushed first. If that fails, a later rotation
/// removes it.
bool discard(const fs::path& folder, const fs::path& temporary) {
    std::error_code ignored;
    fs::remove_all(temporary, ignored);
    if (::rename(folder.c_str(), temporary.c_str()) != 0) return false;
    try {
        sync_folder(parent_of(folder));
        fs::remove_all(temporary, ignored);
    } catch (const Error&) {
    }
    return true;
}

} // namespace

void recover_folder(const fs::path& final_path) {
    const fs::path old = with_suffix(final_path, ".old");
    struct stat status {};
    if (::lstat(final_path.c_str(), &status) != 0 && errno == ENOENT && is_real_folder(old))
        ::rename(old.c_str(), final_path.c_str());
}

void commit_folder(const fs::path& final_path,
                   const std::function<std::vector<Manifest::Entry>(const fs::path&)>& fill) {
    recover_folder(final_path);
    const fs::path temporary = with_suffix(final_path, ".tmp");
    if (is_real_folder(final_path)) discard(with_suffix(final_path, ".old"), temporary);
    std::error_code error;
    fs::remove_all(temporary, error);
    if (::mkdir(temporary.c_str(), 0777) != 0)
        fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "create the folder"), temporary, errno);
    try {
        const Manifest manifest{.files = fill(temporary)};
        const std::string text = manifest_text(manifest);
        parse_manifest(text, temporary.string());
        write_entry(temporary, manifest_name, text);
        sync_folder(temporary);
        put_in_place(temporary, final_path);
    } catch (...) {
        fs::remove_all(temporary, error);
        throw;
    }
    sync_folder(parent_of(final_path));
    fs::remove_all(temporary, error);
}

void replace_folder(const fs::path& from, const fs::path& final_path) {
    recover_folder(final_path);
    put_in_place(from, final_path);
    sync_folder(parent_of(final_path));
    if (parent_of(from) != parent_of(final_path)) sync_folder(parent_of(from));
    std::error_code ignored;
    fs::remove_all(from, ignored);
}

std::vector<Manifest::StoredPiece> whole_pieces(std::span<const TensorView> tensors) {
    std::vector<Manifest::StoredPiece> pieces;
    for (const TensorView& tensor : tensors)
        pieces.push_back({Piece::whole(tensor.name, tensor.shape), tensor.dtype, tensor.shape, tensor.name});
    return pieces;
}

Manifest::Entry write_entry(const fs::path& folder, const std::string& name, std::string_view contents) {
    const fs::path path = folder / name;
    FileDescriptor fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666));
    if (!fd) fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "create the file"), path, errno);
    if (!write_all(fd.get(), contents))
        fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "write the file"), path, errno);
    if (::fsync(fd.get()) != 0) fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "flush the file"), path, errno);
    if (::close(fd.release()) != 0) fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "close the file"), path, errno);
    return {.name = name, .bytes = contents.size(), .hash = content_hash(contents)};
}

Manifest::Entry existing_entry(const fs::path& folder, const std::string& name) {
    const fs::path path = folder / name;
    FileDescriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    if (!fd) fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "open the file"), path, errno);
    if (::fsync(fd.get()) != 0) fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "flush the file"), path, errno);
    return hashed_entry(path, name);
}

std::string checkpoint_name(std::int64_t step) {
    return fmt::format("step-{:08}", step);
}

std::optional<std::int64_t> checkpoint_step(const std::string& name) {
    constexpr std::string_view prefix = "step-";
    const std::size_t digits = name.size() < prefix.size() ? 0 : name.size() - prefix.size();
    if (!name.starts_with(prefix) || digits < 8 || digits > 18) return std::nullopt;
    std::int64_t step = 0;
    for (const char c : std::string_view(name).substr(prefix.size())) {
        if (c < '0' || c > '9') return std::nullopt;
        step = step * 10 + (c - '0');
    }
    return checkpoint_name(step) == name ? std::optional(step) : std::nullopt;
}

std::vector<std::int64_t> list_checkpoints(const fs::path& checkpoints) {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(checkpoints, error), end; !error && entry != end;
         entry.increment(error))
        names.push_back(entry->path().filename().string());
    std::vector<std::int64_t> steps;
    for (std::string name : names) {
        if (name.ends_with(".old")) {
            name.resize(name.size() - 4);
            if (!checkpoint_step(name) || std::ranges::find(names, name) != names.end()) continue;
            recover_folder(checkpoints / name);
        }
        if (const auto step = checkpoint_step(name); step && is_real_folder(checkpoints / name))
            steps.push_back(*step);
    }
    std::ranges::sort(steps, std::greater());
    return steps;
}

void verify_folder(const fs::path& folder) {
    const fs::path path = folder / manifest_name;
    const Manifest manifest =
        parse_manifest(read_file(path, ErrorId::manifest_unreadable, max_manifest_bytes), path.string());
    for (const Manifest::Entry& entry : manifest.files) {
        const fs::path file = folder / entry.name;
        std::error_code error;
        if (!fs::is_regular_file(fs::symlink_status(file, error)))
            throw Error(ErrorId::checkpoint_file_missing, {entry.hash}, file.string());
        const std::uint64_t bytes = fs::file_size(file, error);
        const std::string hash = file_hash(file, ErrorId::checkpoint_file_unreadable);
        if (error || bytes != entry.bytes || hash != entry.hash)
            throw Error(ErrorId::checkpoint_file_damaged,
                        {fmt::to_string(bytes), hash, fmt::to_string(entry.bytes), entry.hash},
                        file.string());
    }
}

std::vector<std::int64_t> rotate_checkpoints(const fs::path& checkpoints, int keep,
                                             std::int64_t just_committed) {
    std::vector<std::int64_t> removed;
    const std::vector<std::int64_t> steps = list_checkpoints(checkpoints);
    const auto kept = static_cast<std::size_t>(std::max(keep, 1));
    for (std::size_t i = kept; i < steps.size(); ++i) {
        const fs::path folder = checkpoints / checkpoint_name(steps[i]);
        if (steps[i] != just_committed && discard(folder, with_suffix(folder, ".tmp")))
            removed.push_back(steps[i]);
    }
    std::error_code error;
    std::vector<fs::path> stale;
    for (fs::directory_iterator entry(checkpoints, error), end; !error && entry != end;
         entry.increment(error)) {
        const fs::path extension = entry->path().extension(), stem = entry->path().stem();
        const bool replaced = extension == ".old" && is_real_folder(checkpoints / stem);
        if ((extension == ".tmp" || replaced) && checkpoint_step(stem.string()))
            stale.push_back(entry->path());
    }
    for (const fs::path& folder : stale)
        discard(folder, fs::path(folder).replace_extension(".tmp"));
    return removed;
}

} // namespace tunedesk::format
