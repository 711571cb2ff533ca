// SPDX-License-Identifier: GPL-3.0-or-later
#include "hub/part_file.h"

#include "base/error.h"
#include "base/phrase.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tunedesk::hub {

namespace {

constexpr std::size_t hashed_at_once = 1 << 20;

} // namespace

void part_failed(const fs::path& path) {
    throw Error(ErrorId::write_failed, {"write the file", errno_text(errno)}, path.string());
}

BlobHash::BlobHash(const HubFile& file)
    : hash_(file.etag.size() == 64 ? QCryptographicHash::Sha256 : QCryptographicHash::Sha1),
      begin_(file.etag.size() == 64 ? std::string() : fmt::format("blob {}", file.bytes) + '\0') {
    restart();
}

void BlobHash::restart() {
    hash_.reset();
    add(begin_);
}

void BlobHash::add(std::string_view bytes) {
    hash_.addData(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
}

PartFile::PartFile(fs::path path, const HubFile& file, format::HubModel of)
    : path_(std::move(path)), file_(file), of_(std::move(of)), hash_(file) {
    make_folders(path_.parent_path(), ErrorId::folder_not_created);
    descriptor_ = FileDescriptor(::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
    struct stat status {};
    if (!descriptor_ || ::fstat(descriptor_.get(), &status) != 0) part_failed(path_);
    const auto there = static_cast<std::uint64_t>(status.st_size);
    if (!S_ISREG(status.st_mode)) {
        errno = EINVAL;
        part_failed(path_);
    }
    if (there > file.bytes)
        restart();
    else
        hash_what_is_there(there);
}

void PartFile::restart() {
    if (::ftruncate(descriptor_.get(), 0) != 0 || ::lseek(descriptor_.get(), 0, SEEK_SET) != 0)
        part_failed(path_);
    hash_.restart();
    size_ = 0;
}

void PartFile::add(std::string_view bytes) {
    if (bytes.size() > file_.bytes - size_) refuse(TUNEDESK_TRANSLATABLE("ErrorDetail", "larger"));
    if (!write_all(descriptor_.get(), bytes)) part_failed(path_);
    hash_.add(bytes);
    size_ += bytes.size();
}

void PartFile::require_whole() {
    const std::string hash = hash_.hex();
    if (size_ != file_.bytes) refuse(TUNEDESK_TRANSLATABLE("ErrorDetail", "smaller"));
    if (hash != file_.etag) refuse(TUNEDESK_TRANSLATABLE("ErrorDetail", "its hash differs"));
}

void PartFile::hash_what_is_there(std::uint64_t bytes) {
    std::string buffer(hashed_at_once, '\0');
    while (size_ < bytes) {
        const ssize_t count = ::read(descriptor_.get(), buffer.data(), buffer.size());
        if (count <= 0) part_failed(path_);
        hash_.add({buffer.data(), static_cast<std::size_t>(count)});
        size_ += static_cast<std::uint64_t>(count);
    }
}

/// Removes the downloaded bytes, which are unusable, and throws.
void PartFile::refuse(const char* detail) {
    ::unlink(path_.c_str());
    throw Error(ErrorId::hub_file_mismatch, {file_.path, detail, download_command(of_)});
}

} // namespace tunedesk::hub
