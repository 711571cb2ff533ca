// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/files/source.h"

#include "base/activity.h"
#include "base/error.h"
#include "base/files/unreadable.h"
#include "base/hash.h"
#include "base/text.h"
#include "data/files/json_array.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tunedesk::data {

namespace {

std::int64_t nanoseconds(const struct stat& status) {
    return std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
}

/// The hint is a command to paste into a shell: an unsafe name is replaced.
std::string pasteable(const fs::path& name, const char* otherwise) {
    const std::string text = name.string();
    const bool plain =
        !text.empty() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                "0123456789._-+") == std::string::npos;
    return plain ? text : otherwise;
}

[[noreturn]] void fail_parquet(const fs::path& path) {
    const fs::path name = path.filename();
    fs::path csv = fs::path(name).replace_extension(".csv");
    if (csv == name) csv = name.stem().string() + "-rows.csv"; // does not overwrite the file itself
    throw Error(ErrorId::parquet_unsupported, {pasteable(name, "OLD.parquet"), pasteable(csv, "NEW.csv")},
                path.string());
}

const char* name_of(Compression compression) {
    switch (compression) {
    case Compression::gzip:
        return "gzip";
    case Compression::zstd:
        return "zstd";
    case Compression::none:
        break;
    }
    return "not compressed";
}

/// Rejects contents that do not match the name, before they are read.
void check_magic(std::string_view head, const FileKind& kind, const fs::path& path) {
    using namespace std::string_view_literals;
    if (head.starts_with("PAR1")) fail_parquet(path);
    const Compression found = compression_of(head);
    if (found != kind.compression) {
        const std::string next =
            found == Compression::none
                ? "rename it without the last extension"
                : fmt::format("rename it so that it ends in {}", found == Compression::gzip ? ".gz" : ".zst");
        throw Error(ErrorId::compression_mismatch, {name_of(found)}, path.string()).with_next(next);
    }
    if (found != Compression::none) return;
    if (head.starts_with("PK\x03\x04")) throw Error(ErrorId::data_is_archive, {}, path.string());
    if (head.starts_with("BZh") || head.starts_with("\xFD"
                                                    "7zXZ"))
        throw Error(ErrorId::data_compression_unsupported, {}, path.string());
}

/// Reads the file to its end and hashes each piece while it is in the processor's cache.
void read_all(int fd, std::uint64_t expected, Source& source, const fs::path& path) {
    constexpr std::size_t piece = std::size_t{1} << 20;
    ContentHash hash;
    source.bytes.reserve(expected + 1); // one more, so that the end is detected without growing
    for (;;) {
        if (source.bytes.room() == 0) source.bytes.reserve(source.bytes.size() * 2);
        activity::touch();
        const ssize_t n = ::read(fd, source.bytes.end(), std::min(piece, source.bytes.room()));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) throw Error(ErrorId::data_unreadable, {errno_text(errno)}, path.string());
        if (n == 0) break;
        hash.update({source.bytes.end(), static_cast<std::size_t>(n)});
        source.bytes.commit(static_cast<std::size_t>(n));
    }
    source.hash = hash.hex();
}

} // namespace

namespace {

/// The extensions in a file's name.
class Extensions {
public:
    explicit Extensions(const fs::path& path) : path_(path), name_(ascii_lower(path.filename().string())) {
        for (const auto& [extension, found] :
             {std::pair(".gz", Compression::gzip), {".zst", Compression::zstd}})
            if (name_.ends_with(extension)) {
                name_.erase(name_.size() - std::strlen(extension));
                compression_ = found;
                break;
            }
    }

    /// Whether the last extension, without that of compression, is this one.
    bool has(std::string_view extension) const { return name_.ends_with(extension); }
    bool has_json_rows() const { return has(".jsonl") || has(".ndjson") || has(".json"); }
    FileKind kind(Format format) const { return {format, compression_}; }
    [[noreturn]] void fail(const char* advice = nullptr) const {
        if (has(".parquet") || has(".parq")) fail_parquet(path_);
        Error error(ErrorId::data_format_unknown, {}, path_.string());
        if (advice) error.with_next(advice);
        throw error;
    }

private:
    const fs::path& path_;
    std::string name_;
    Compression compression_ = Compression::none;
};

} // namespace

FileKind kind_of_name(const fs::path& path, bool texts) {
    const Extensions of(path);
    if (of.has(".csv")) return of.kind(Format::csv);
    if (of.has(".tsv")) return of.kind(Format::tsv);
    if (of.has_json_rows()) return of.kind(Format::jsonl);
    if (texts && (of.has(".txt") || of.has(".tokens"))) return of.kind(Format::lines);
    of.fail();
}

FileKind kind_of_tagged_name(const fs::path& path) {
    const Extensions of(path);
    for (const char* const extension : {".conll", ".conllu", ".txt", ".tsv"})
        if (of.has(extension)) return of.kind(Format::conll);
    if (of.has_json_rows()) return of.kind(Format::jsonl);
    of.fail("use the extension .conll, .conllu, .txt or .tsv for files with one word per line, or .jsonl or "
            ".json, with .gz or .zst after it for a compressed file");
}

namespace {

/// Opens, validates and reads a file on a disk that may be slow or remote: one call may take minutes.
Source read_stored(const fs::path& path, const FileKind& kind) {
    const activity::Waiting waiting(activity::Wait::disk);
    // Without O_NONBLOCK, opening a FIFO would block until there is a writer.
    FileDescriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat before {
    }, after{};
    if (!fd || ::fstat(fd.get(), &before) != 0) throw unreadable(ErrorId::data_unreadable, errno, path);
    if (!S_ISREG(before.st_mode))
        throw Error(ErrorId::data_unreadable, {"not a regular file"}, path.string());
    if (before.st_size == 0) throw Error(ErrorId::data_empty, {}, path.string());
    char head[8];
    const ssize_t n = ::pread(fd.get(), head, sizeof head, 0);
    check_magic({head, static_cast<std::size_t>(std::max<ssize_t>(n, 0))}, kind, path);

    Source source;
    read_all(fd.get(), static_cast<std::uint64_t>(before.st_size), source, path);
    source.file_bytes = source.bytes.size();
    source.modified_ns = nanoseconds(before);
    if (::fstat(fd.get(), &after) != 0 || nanoseconds(after) != source.modified_ns ||
        static_cast<std::uint64_t>(after.st_size) != source.file_bytes)
        throw Error(ErrorId::data_changed_while_read, {}, path.string());
    return source;
}

} // namespace

Source read_source(const fs::path& path, const FileKind& kind) {
    Source source = read_stored(path, kind);
    if (kind.compression != Compression::none)
        source.bytes = decompress(source.bytes.text(), kind.compression, path.string());
    if (kind.format == Format::jsonl) json_array_to_lines(source.bytes.contents(), true, path.string());
    return source;
}

bool file_stamp(const fs::path& path, std::uint64_t& bytes, std::int64_t& modified_ns) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return false;
    bytes = static_cast<std::uint64_t>(status.st_size);
    modified_ns = nanoseconds(status);
    return true;
}

} // namespace tunedesk::data
