// SPDX-License-Identifier: GPL-3.0-or-later
#include "format/safetensors.h"

#include "base/activity.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <set>
#include <sys/uio.h>
#include <unistd.h>

namespace tunedesk::format {

namespace {

std::uint64_t read_little_endian(std::span<const std::byte> bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < 8; ++i)
        value |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
    return value;
}

/// The header entry of a tensor, after checking what a reader would reject.
std::string header_entry(const TensorView& tensor, std::uint64_t begin, const fs::path& path) {
    const auto fail = [&](const char* what) {
        throw Error(ErrorId::tensor_not_writable, {what},
                    fmt::format("{}: tensor \"{}\"", path.string(), shortened(tensor.name)));
    };
    if (tensor.name == "__metadata__" || find_invalid_utf8(tensor.name)) fail("not a valid tensor name");
    std::uint64_t bytes = size_of(tensor.dtype);
    std::string shape;
    for (const std::int64_t size : tensor.shape) {
        if (size < 0 || __builtin_mul_overflow(bytes, static_cast<std::uint64_t>(size), &bytes))
            fail("the shape is negative or overflows");
        shape += fmt::format("{}{}", shape.empty() ? "" : ",", size);
    }
    const bool comes_later = tensor.data.data() == nullptr;
    if (!comes_later && bytes != tensor.data.size())
        fail("the data do not have the size that dtype and shape give");
    return fmt::format(R"({}:{{"dtype":"{}","shape":[{}],"data_offsets":[{},{}]}})", Json(tensor.name).dump(),
                       name_of(tensor.dtype), shape, begin, begin + bytes);
}

/// Length, JSON and padding: everything before the data part.
std::string make_header(const fs::path& path, std::span<const TensorView> tensors,
                        const std::map<std::string, std::string>& metadata) {
    std::string json = "{";
    if (!metadata.empty()) {
        Json object = Json::object();
        for (const auto& [key, value] : metadata)
            object[key] = value;
        json += "\"__metadata__\":" + object.dump(-1, ' ', false, Json::error_handler_t::replace);
    }
    std::set<std::string_view> names;
    std::uint64_t begin = 0;
    for (const TensorView& tensor : tensors) {
        if (!names.insert(tensor.name).second)
            throw Error(ErrorId::tensor_name_repeated, {shortened(tensor.name)}, path.string());
        if (json.size() > 1) json += ',';
        json += header_entry(tensor, begin, path);
        begin += tensor.bytes();
    }
    json += '}';
    json.append((8 - json.size() % 8) % 8, ' ');
    if (json.size() > max_safetensors_header)
        throw Error(ErrorId::header_too_large_to_write, {}, path.string());
    std::string length(8, '\0');
    for (std::size_t i = 0; i < 8; ++i)
        length[i] = static_cast<char>(static_cast<std::uint64_t>(json.size()) >> (8 * i) & 0xFF);
    return length + json;
}

} // namespace

SafetensorsFile::SafetensorsFile(const fs::path& path)
    : path_(path), map_(path, ErrorId::model_folder_unreadable) {
    const auto bytes = map_.bytes();
    if (bytes.size() < 8)
        throw Error(ErrorId::safetensors_too_short, {fmt::to_string(bytes.size())}, path.string());
    const std::uint64_t header = read_little_endian(bytes);
    if (header < 2 || header > max_safetensors_header || header > bytes.size() - 8)
        throw Error(ErrorId::header_size_mismatch, {fmt::to_string(header), fmt::to_string(bytes.size())},
                    path.string());
    data_start_ = 8 + header;
    parse_safetensors_header(map_.text().substr(8, header), bytes.size() - data_start_, path.string(),
                             tensors_, metadata_);
}

std::span<const std::byte> SafetensorsFile::data(const std::string& name) const {
    const auto found = tensors_.find(name);
    if (found == tensors_.end()) throw Error(ErrorId::tensor_missing, {shortened(name)}, path_.string());
    const TensorInfo& info = found->second;
    return map_.bytes().subspan(data_start_ + info.begin, info.end - info.begin);
}

/// Collects pieces and passes them to writev(2) in batches, hashing them while they are in the processor's
/// cache.
class SafetensorsWriter::Stream {
public:
    explicit Stream(const fs::path& path)
        : path_(path),
          fd_(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666)) {
        if (!fd_) fail("create");
    }

    void reserve(std::uint64_t bytes) {
        if (bytes == 0) return;
        int result = 0;
        do {
            result = ::fallocate(fd_.get(), 0, 0, static_cast<off_t>(bytes));
        } while (result != 0 && errno == EINTR);
        // Not every file system can reserve space; there the writes report a full disk.
        if (result != 0 && (errno == ENOSPC || errno == EDQUOT || errno == EFBIG || errno == EIO))
            fail("reserve space for");
    }

    void append(std::span<const std::byte> data) {
        while (!data.empty()) {
            const auto piece = data.first(std::min(data.size(), max_batch_bytes - pending_bytes_));
            hash_.update({reinterpret_cast<const char*>(piece.data()), piece.size()});
            pending_.push_back({const_cast<std::byte*>(piece.data()), piece.size()});
            pending_bytes_ += piece.size();
            data = data.subspan(piece.size());
            if (pending_bytes_ == max_batch_bytes || pending_.size() == max_batch_pieces) flush();
        }
    }

    void flush() {
        std::span<iovec> rest(pending_);
        while (!rest.empty()) {
            activity::touch();
            const ssize_t written = ::writev(fd_.get(), rest.data(), static_cast<int>(rest.size()));
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) fail("write");
            auto done = static_cast<std::size_t>(written);
            while (!rest.empty() && done >= rest.front().iov_len) {
                done -= rest.front().iov_len;
                rest = rest.subspan(1);
            }
            if (done > 0) {
                rest.front().iov_base = static_cast<std::byte*>(rest.front().iov_base) + done;
                rest.front().iov_len -= done;
            }
        }
        pending_.clear();
        pending_bytes_ = 0;
    }

    std::string finish() {
        flush();
        if (::fsync(fd_.get()) != 0) fail("flush");
        if (::close(fd_.release()) != 0) fail("close");
        return hash_.hex();
    }

private:
    static constexpr std::size_t max_batch_bytes = 4u << 20, max_batch_pieces = 64;

    [[noreturn]] void fail(const char* step) const {
        throw Error(ErrorId::write_failed, {fmt::format("{} the file", step), errno_text(errno)},
                    path_.string());
    }

    const fs::path path_;
    FileDescriptor fd_;
    ContentHash hash_;
    std::vector<iovec> pending_;
    std::size_t pending_bytes_ = 0;
};

SafetensorsWriter::SafetensorsWriter(const fs::path& path, std::span<const TensorView> tensors,
                                     const std::map<std::string, std::string>& metadata)
    : header_(make_header(path, tensors, metadata)), stream_(std::make_unique<Stream>(path)) {
    std::uint64_t total = header_.size();
    for (const TensorView& tensor : tensors)
        total += tensor.bytes();
    stream_->reserve(total);
    stream_->append(std::as_bytes(std::span(header_)));
}

SafetensorsWriter::~SafetensorsWriter() = default;

void SafetensorsWriter::append(std::span<const std::byte> data) {
    stream_->append(data);
}

void SafetensorsWriter::flush() {
    stream_->flush();
}

std::string SafetensorsWriter::finish() {
    return stream_->finish();
}

std::uint64_t TensorView::bytes() const {
    std::uint64_t count = size_of(dtype);
    for (const std::int64_t extent : shape)
        count *= static_cast<std::uint64_t>(extent);
    return count;
}

std::string write_safetensors(const fs::path& path, std::span<const TensorView> tensors,
                              const std::map<std::string, std::string>& metadata) {
    SafetensorsWriter writer(path, tensors, metadata);
    for (const TensorView& tensor : tensors)
        writer.append(tensor.data);
    return writer.finish();
}

} // namespace tunedesk::format
