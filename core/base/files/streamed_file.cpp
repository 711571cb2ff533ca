// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/streamed_file.h"

#include "base/error.h"
#include "base/phrase.h"

#include <cerrno>
#include <fmt/format.h>
#include <unistd.h>
#include <utility>

namespace tunedesk {

namespace {

constexpr std::size_t buffer_bytes = 1u << 16;

} // namespace

StreamedFile::StreamedFile(fs::path path)
    : path_(std::move(path)), file_(make_temporary_beside(path_, 0600)) {
    if (!file_.descriptor) fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "create"));
}

StreamedFile::~StreamedFile() {
    if (file_.descriptor) ::unlink(file_.path.c_str());
}

void StreamedFile::fail(const char* step) const {
    throw Error(ErrorId::write_failed, {fmt::format("{} the file", step), errno_text(errno)}, path_.string());
}

void StreamedFile::flush() {
    if (!write_all(file_.descriptor.get(), buffer_)) fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "write"));
    buffer_.clear();
}

void StreamedFile::write(std::string_view text) {
    buffer_ += text;
    if (buffer_.size() >= buffer_bytes) flush();
}

void StreamedFile::close() {
    if (!file_.descriptor) return;
    flush();
    if (::fsync(file_.descriptor.get()) != 0) fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "flush"));
    if (::rename(file_.path.c_str(), path_.c_str()) != 0)
        fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "rename"));
    file_.descriptor.reset();
    sync_folder(path_.has_parent_path() ? path_.parent_path() : fs::path("."));
}

} // namespace tunedesk
