// SPDX-License-Identifier: GPL-3.0-or-later
#include "hub/hub_download.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/files/file_lock.h"
#include "base/phrase.h"
#include "base/text.h"
#include "format/hub/hub_cache.h"
#include "hub/needed_files.h"

#include <QCryptographicHash>
#include <chrono>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace tunedesk::hub {

namespace {

constexpr std::uint64_t most_index_bytes = 64u << 20;
constexpr std::size_t hashed_at_once = 1 << 20;

[[noreturn]] void part_failed(const fs::path& path) {
    throw Error(ErrorId::write_failed, {"write the file", errno_text(errno)}, path.string());
}

/// The running hash that a blob's name is: sha256, or git's of a file with its size before it.
class BlobHash {
public:
    explicit BlobHash(const HubFile& file)
        : hash_(file.etag.size() == 64 ? QCryptographicHash::Sha256 : QCryptographicHash::Sha1),
          begin_(file.etag.size() == 64 ? std::string() : fmt::format("blob {}", file.bytes) + '\0') {
        restart();
    }

    void restart() {
        hash_.reset();
        add(begin_);
    }
    void add(std::string_view bytes) {
        hash_.addData(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
    }
    std::string hex() const { return hash_.result().toHex().toStdString(); }

private:
    QCryptographicHash hash_;
    std::string begin_;
};

/// The bytes of a file that have come, and their hash.
class PartFile {
public:
    PartFile(fs::path path, const HubFile& file, std::string model)
        : path_(std::move(path)), file_(file), model_(std::move(model)), hash_(file) {
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

    std::uint64_t size() const { return size_; }

    void restart() {
        if (::ftruncate(descriptor_.get(), 0) != 0 || ::lseek(descriptor_.get(), 0, SEEK_SET) != 0)
            part_failed(path_);
        hash_.restart();
        size_ = 0;
    }

    void add(std::string_view bytes) {
        if (bytes.size() > file_.bytes - size_) refuse(TUNEDESK_TRANSLATABLE("ErrorDetail", "larger"));
        if (!write_all(descriptor_.get(), bytes)) part_failed(path_);
        hash_.add(bytes);
        size_ += bytes.size();
    }

    void require_whole() {
        const std::string hash = hash_.hex();
        if (size_ != file_.bytes) refuse(TUNEDESK_TRANSLATABLE("ErrorDetail", "smaller"));
        if (hash != file_.etag) refuse(TUNEDESK_TRANSLATABLE("ErrorDetail", "its hash differs"));
    }

private:
    void hash_what_is_there(std::uint64_t bytes) {
        std::string buffer(hashed_at_once, '\0');
        while (size_ < bytes) {
            const ssize_t count = ::read(descriptor_.get(), buffer.data(), buffer.size());
            if (count <= 0) part_failed(path_);
            hash_.add({buffer.data(), static_cast<std::size_t>(count)});
            size_ += static_cast<std::uint64_t>(count);
        }
    }

    /// What came is worth nothing then.
    [[noreturn]] void refuse(const char* detail) {
        ::unlink(path_.c_str());
        throw Error(ErrorId::hub_file_mismatch, {file_.path, detail, model_});
    }

    fs::path path_;
    HubFile file_;
    std::string model_;
    FileDescriptor descriptor_;
    BlobHash hash_;
    std::uint64_t size_ = 0;
};

class Download {
public:
    Download(HubClient& client, const format::HubModel& model,
             const std::function<void(const DownloadProgress&)>& show)
        : client_(client), asked_(model), show_(show), cache_(client.settings().cache) {}

    fs::path run() {
        info_ = client_.model(asked_);
        NeededFiles needed = needed_files(info_);
        if (needed.index) add_shards(needed);
        std::vector<HubFile> files = std::move(needed.small);
        files.insert(files.end(), needed.weights.begin(), needed.weights.end());
        progress_ = {};
        for (const HubFile& file : files)
            progress_.total_bytes += file.bytes;
        require_room(files);
        for (const HubFile& file : files)
            bring(file);
        const format::HubModel at_commit{info_.name, info_.commit};
        for (const HubFile& file : files)
            cache_.link(at_commit, file.path, file.etag);
        cache_.set_ref(asked_, info_.commit);
        return cache_.repository(info_.name) / "snapshots" / info_.commit;
    }

private:
    /// The index comes first: it names the shards.
    void add_shards(NeededFiles& needed) {
        const HubFile index = *needed.index;
        if (index.bytes > most_index_bytes)
            throw Error(ErrorId::hub_answer_invalid, {index.path}, info_.name);
        progress_.total_bytes = index.bytes;
        require_room({index});
        bring(index);
        const std::string text =
            read_file(cache_.blob(info_.name, index.etag), ErrorId::hub_answer_invalid, most_index_bytes);
        needed.weights = shards_of_index(needed, text, index.path);
        needed.weights.push_back(index);
    }

    bool is_here(const HubFile& file) const {
        std::error_code unknown;
        return fs::file_size(cache_.blob(info_.name, file.etag), unknown) == file.bytes && !unknown;
    }

    void require_room(const std::vector<HubFile>& files) const {
        std::uint64_t needed = 0;
        for (const HubFile& file : files) {
            std::error_code unknown;
            const std::uint64_t part = fs::file_size(cache_.part(info_.name, file.etag), unknown);
            if (!is_here(file)) needed += file.bytes - (unknown ? 0 : std::min(part, file.bytes));
        }
        const std::uint64_t room = free_space(cache_.root());
        if (room < needed)
            throw Error(ErrorId::disk_space_missing, {info_.name, human_bytes(needed), human_bytes(room)},
                        cache_.root().string());
    }

    /// Held against huggingface_hub's tools and other processes of this program.
    FileDescriptor lock(const HubFile& file) {
        const fs::path path = cache_.lock(info_.name, file.etag);
        make_folders(path.parent_path(), ErrorId::folder_not_created);
        FileDescriptor lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
        if (!lock) part_failed(path);
        while (!try_lock(lock)) {
            if (errno != EWOULDBLOCK) throw Error(ErrorId::lock_failed, {errno_text(errno)}, path.string());
            client_.require_not_cancelled();
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
        return lock;
    }

    void bring(const HubFile& file) {
        const std::uint64_t before = progress_.bytes;
        progress_.file = file.path;
        if (!is_here(file)) {
            const FileDescriptor held = lock(file);
            if (!is_here(file)) receive(file, before); // else another process brought it
        }
        progress_.bytes = before + file.bytes;
        report(true);
    }

    void receive(const HubFile& file, std::uint64_t before) {
        PartFile part(cache_.part(info_.name, file.etag), file, info_.name);
        for (int failures = 0; part.size() < file.bytes;) {
            const std::uint64_t had = part.size();
            bool has_begun = false;
            const HttpHead head =
                client_.file(info_, file, had, [&](const HttpHead& begun, std::string_view piece) {
                    // A server may start over; one that begins elsewhere is not followed.
                    if (!has_begun && begun.first_byte != part.size()) {
                        if (begun.first_byte != 0) refuse_range(file);
                        part.restart();
                    }
                    has_begun = true;
                    part.add(piece);
                    progress_.bytes = before + part.size();
                    report(false);
                });
            if (part.size() == file.bytes) break;
            if (head.status == 416)
                part.restart();
            else if (!head.is_cut)
                break; // the server thinks that this is all
            failures = part.size() > had ? 0 : failures + 1;
            std::this_thread::sleep_for(std::chrono::milliseconds(200 * failures));
            if (failures >= client_.limits().attempts)
                throw Error(ErrorId::hub_unreachable,
                            {TUNEDESK_TRANSLATABLE("ErrorDetail", "the connection was closed")}, file.path);
        }
        part.require_whole();
        cache_.commit_blob(info_.name, file.etag);
    }

    [[noreturn]] void refuse_range(const HubFile& file) const {
        throw Error(ErrorId::hub_answer_invalid, {"Content-Range"}, file.path);
    }

    void report(bool is_last) {
        const double now = monotonic_seconds();
        if (!show_ || (!is_last && now - reported_ < 0.1)) return;
        reported_ = now;
        show_(progress_);
    }

    HubClient& client_;
    const format::HubModel& asked_;
    const std::function<void(const DownloadProgress&)>& show_;
    format::HubCache cache_;
    HubModelInfo info_;
    DownloadProgress progress_;
    double reported_ = 0;
};

} // namespace

fs::path download_model(HubClient& client, const format::HubModel& model,
                        const std::function<void(const DownloadProgress&)>& show) {
    return Download(client, model, show).run();
}

} // namespace tunedesk::hub
