// SPDX-License-Identifier: GPL-3.0-or-later
#include "hub/hub_publish.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/phrase.h"
#include "base/text.h"
#include "hub/large_upload.h"
#include "hub/part_file.h"

#include <QFile>
#include <algorithm>
#include <cerrno>
#include <fmt/format.h>

namespace tunedesk::hub {

namespace {

constexpr std::size_t sample_bytes = 512, read_bytes = 1 << 20;
constexpr std::uint64_t most_regular_bytes = 10u << 20; ///< larger files are not part of the commit itself
constexpr std::uint64_t sha256_digits = 64, git_digits = 40;

std::string in_base64(std::string_view bytes) {
    return QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size()))
        .toBase64()
        .toStdString();
}

std::string json_line(const char* key, const Json& value) {
    return Json{{"key", key}, {"value", value}}.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

/// A file with the hub's decisions about it.
struct Planned {
    const PublishedFile* file = nullptr;
    bool is_large = false;
    std::string hash;  ///< sha256 of a large file, git hash of others
    std::string there; ///< hash of the hub's file with that name; may be empty
};

class Publication {
public:
    Publication(HubClient& client, const std::string& name, const std::vector<PublishedFile>& files,
                const std::function<void(const DownloadProgress&)>& show)
        : client_(client), name_(name), files_(files), show_(show) {}

    Published run(bool is_private) {
        if (client_.settings().token.empty())
            throw Error(ErrorId::hub_token_refused, {"write", client_.settings().endpoint},
                        client_.settings().endpoint);
        published_.page = client_.settings().endpoint + '/' + name_;
        make_repository(is_private);
        ask_modes();
        for (Planned& planned : planned_)
            planned.hash = hash_of(planned);
        upload();
        commit();
        return published_;
    }

private:
    void make_repository(bool is_private) {
        const std::size_t slash = name_.find('/');
        const Json asked = {{"type", "model"},
                            {"organization", name_.substr(0, slash)},
                            {"name", name_.substr(slash + 1)},
                            {"private", is_private}};
        published_.is_new = !client_.post("/api/repos/create", asked.dump()).is_null();
        if (published_.is_new || !is_private) return;
        const Json known = client_.json("/api/models/" + name_);
        const auto hidden = known.is_object() ? known.find("private") : known.end();
        if (!known.is_object() || hidden == known.end() || *hidden != true)
            throw Error(ErrorId::hub_refused,
                        {TUNEDESK_TRANSLATABLE("ErrorDetail", "the repository already exists and is public")},
                        published_.page)
                .with_next("choose another name, or make it private at " + published_.page + "/settings");
    }

    /// Asks which files are large; the hub decides by names, sizes and first bytes.
    void ask_modes() {
        Json list = Json::array();
        for (const PublishedFile& file : files_) {
            QFile start(QString::fromStdString(file.file.string()));
            if (!start.open(QIODevice::ReadOnly))
                throw Error(ErrorId::file_unreadable, {start.errorString().toStdString()},
                            file.file.string());
            list.push_back({{"path", file.path},
                            {"size", file.bytes},
                            {"sample", in_base64(start.read(sample_bytes).toStdString())}});
        }
        const Json answer =
            client_.post(fmt::format("/api/models/{}/preupload/main", name_),
                         Json{{"files", list}}.dump(-1, ' ', false, Json::error_handler_t::replace));
        const auto modes = answer.is_object() ? answer.find("files") : answer.end();
        if (!answer.is_object() || modes == answer.end() || !modes->is_array()) refuse_publication("files");
        for (const PublishedFile& file : files_) {
            const auto mode = std::ranges::find_if(*modes, [&](const Json& each) {
                return each.is_object() && text_field(each, "path") == file.path;
            });
            if (mode == modes->end()) refuse_publication(file.path);
            const std::string its = text_field(*mode, "uploadMode");
            const bool is_large = its == "lfs";
            if ((!is_large && its != "regular") || (!is_large && file.bytes > most_regular_bytes))
                refuse_publication("uploadMode");
            const auto ignored = mode->find("shouldIgnore");
            if (ignored != mode->end() && *ignored == true) continue;
            planned_.push_back({&file, is_large, {}, text_field(*mode, "oid")});
        }
    }

    std::string hash_of(const Planned& planned) const {
        const HubFile form{planned.file->path, planned.file->bytes,
                           std::string(planned.is_large ? sha256_digits : git_digits, '0')};
        BlobHash hash(form);
        QFile file(QString::fromStdString(planned.file->file.string()));
        if (!file.open(QIODevice::ReadOnly))
            throw Error(ErrorId::file_unreadable, {file.errorString().toStdString()},
                        planned.file->file.string());
        while (!file.atEnd()) {
            client_.require_not_cancelled();
            const QByteArray piece = file.read(read_bytes);
            if (piece.isEmpty())
                throw Error(ErrorId::file_unreadable, {file.errorString().toStdString()},
                            planned.file->file.string());
            hash.add({piece.constData(), static_cast<std::size_t>(piece.size())});
        }
        return hash.hex();
    }

    void upload() {
        std::vector<LargeFile> large;
        DownloadProgress progress;
        for (const Planned& planned : planned_)
            if (planned.is_large && planned.hash != planned.there) {
                large.push_back({planned.hash, planned.file->file, planned.file->bytes});
                progress.total_bytes += planned.file->bytes;
            }
        if (large.empty()) return;
        std::uint64_t before = 0;
        double reported = 0;
        published_.sent_bytes =
            upload_large_files(client_, name_, large, [&](const LargeFile& file, std::uint64_t bytes) {
                progress.file = file.file.filename().string();
                progress.bytes = before + bytes;
                if (bytes == file.bytes && file.file != last_) {
                    last_ = file.file;
                    before += bytes;
                    progress.bytes = before;
                }
                const double now = monotonic_seconds();
                if (!show_ || (now - reported < 0.1 && progress.bytes < progress.total_bytes)) return;
                reported = now;
                show_(progress);
            });
    }

    void commit() {
        std::string lines = json_line("header", {{"summary", "Upload with TuneDesk"}, {"description", ""}});
        bool has_changes = false;
        for (const Planned& planned : planned_) {
            if (planned.hash == planned.there) continue;
            has_changes = true;
            if (planned.is_large) {
                lines += json_line("lfsFile", {{"path", planned.file->path},
                                               {"algo", "sha256"},
                                               {"oid", planned.hash},
                                               {"size", planned.file->bytes}});
                continue;
            }
            const std::string text =
                read_file(planned.file->file, ErrorId::file_unreadable, most_regular_bytes);
            lines += json_line(
                "file", {{"content", in_base64(text)}, {"path", planned.file->path}, {"encoding", "base64"}});
        }
        if (!has_changes) return;
        const Json answer =
            client_.post(fmt::format("/api/models/{}/commit/main", name_), lines, "application/x-ndjson");
        published_.commit = answer.is_object() ? text_field(answer, "commitOid") : std::string();
        if (!format::is_commit(published_.commit)) refuse_publication("commitOid");
    }

    [[noreturn]] void refuse_publication(const std::string& detail) const {
        throw Error(ErrorId::hub_answer_invalid, {shortened(detail)}, published_.page);
    }

    HubClient& client_;
    const std::string& name_;
    const std::vector<PublishedFile>& files_;
    const std::function<void(const DownloadProgress&)>& show_;
    std::vector<Planned> planned_;
    Published published_;
    fs::path last_; ///< the last one that was sent completely
};

} // namespace

std::vector<PublishedFile> files_to_publish(const fs::path& folder) {
    std::vector<PublishedFile> files;
    std::error_code failed;
    bool is_model = false;
    fs::recursive_directory_iterator entry(folder, failed), end;
    for (; !failed && entry != end; entry.increment(failed)) {
        const std::string name = entry->path().filename().string();
        std::error_code unknown;
        const bool is_folder = fs::is_directory(entry->symlink_status(unknown));
        if (name.starts_with('.')) {
            if (is_folder) entry.disable_recursion_pending();
            continue;
        }
        const std::string path = entry->path().lexically_relative(folder).generic_string();
        if (!fs::is_regular_file(entry->symlink_status(unknown)) || path == "manifest.json") continue;
        is_model = is_model || path == "config.json" || path == "adapter_config.json";
        files.push_back({path, entry->path(), entry->file_size(unknown)});
    }
    if (failed) throw Error(ErrorId::model_folder_unreadable, {errno_text(failed.value())}, folder.string());
    if (!is_model)
        throw Error(ErrorId::model_folder_unreadable, {"config.json: " + errno_text(ENOENT)},
                    folder.string());
    std::ranges::sort(files, {}, &PublishedFile::path);
    return files;
}

Published publish_model(HubClient& client, const std::string& name, const std::vector<PublishedFile>& files,
                        bool is_private, const std::function<void(const DownloadProgress&)>& show) {
    return Publication(client, name, files, show).run(is_private);
}

} // namespace tunedesk::hub
