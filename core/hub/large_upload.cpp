// SPDX-License-Identifier: GPL-3.0-or-later
#include "hub/large_upload.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <fmt/format.h>
#include <map>
#include <span>
#include <thread>

namespace tunedesk::hub {

namespace {

constexpr const char* store_type = "application/vnd.git-lfs+json";
constexpr std::size_t most_parts = 10'000, files_at_once = 100;

[[noreturn]] void refuse_store(const std::string& detail) {
    throw Error(ErrorId::hub_answer_invalid, {detail}, "objects/batch");
}

std::optional<std::uint64_t> number_in(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

const Json* object_in(const Json& json, const char* name) {
    if (!json.is_object()) return nullptr;
    const auto found = json.find(name);
    return found != json.end() && found->is_object() ? &*found : nullptr;
}

class LargeUpload {
public:
    LargeUpload(HubClient& client, const LargeFile& file,
                const std::function<void(const LargeFile&, std::uint64_t)>& sent)
        : client_(client), file_(file), sent_(sent) {}

    /// By what the store has answered for the file. False if it has the file.
    bool run(const Json& answer) {
        if (object_in(answer, "error")) refuse_store("error");
        const Json* actions = object_in(answer, "actions");
        const Json* upload = actions ? object_in(*actions, "upload") : nullptr;
        if (!upload) return false;
        const Json* header = object_in(*upload, "header");
        const std::string href = text_field(*upload, "href");
        if (header && header->contains("chunk_size"))
            send_parts(href, *header);
        else
            (void)put(href, 0, file_.bytes);
        if (const Json* verify = object_in(*actions, "verify"))
            post(text_field(*verify, "href"), {{"oid", file_.sha256}, {"size", file_.bytes}}, true);
        return true;
    }

private:
    HttpHead put(const std::string& href, std::uint64_t begin, std::uint64_t bytes) {
        HttpUpload upload;
        upload.verb = "PUT";
        upload.file = file_.file;
        upload.begin = begin;
        upload.bytes = bytes;
        upload.with_token = false; // the address is the permission
        upload.sent = [&](std::uint64_t part) {
            if (sent_) sent_(file_, begin + part);
        };
        for (int failures = 1;; ++failures) {
            try {
                return client_.upload(address(href), upload);
            } catch (const Error& error) {
                if (!error.is(ErrorId::hub_unreachable) || failures >= client_.limits().attempts) throw;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(200 * failures));
        }
    }

    void send_parts(const std::string& href, const Json& header) {
        const Json& given = header.at("chunk_size");
        std::uint64_t part = 0;
        if (given.is_string())
            part = number_in(given.get_ref<const std::string&>()).value_or(0);
        else if (given.is_number_unsigned())
            part = given.get<std::uint64_t>();
        std::map<std::uint64_t, std::string> parts;
        for (const auto& [key, value] : header.items())
            if (const auto number = number_in(key); number && value.is_string())
                parts.emplace(*number, value.get<std::string>());
        const std::uint64_t count = part == 0 ? 0 : (file_.bytes + part - 1) / part;
        if (count == 0 || count > most_parts || parts.size() != count || parts.begin()->first != 1 ||
            parts.rbegin()->first != count)
            refuse_store("chunk_size");
        Json done = Json::array();
        for (const auto& [number, where] : parts) {
            const std::uint64_t begin = (number - 1) * part;
            const HttpHead head = put(where, begin, std::min(part, file_.bytes - begin));
            if (head.sent_etag.empty()) refuse_store("ETag");
            done.push_back({{"partNumber", number}, {"etag", head.sent_etag}});
        }
        post(href, {{"oid", file_.sha256}, {"parts", done}}, false);
    }

    void post(const std::string& href, const Json& body, bool with_token) {
        HttpUpload upload;
        upload.type = store_type;
        upload.text = body.dump(-1, ' ', false, Json::error_handler_t::replace);
        upload.with_token = with_token;
        client_.upload(address(href), upload);
    }

    /// Returns an absolute address; a path would be relative to the endpoint.
    static const std::string& address(const std::string& href) {
        if (href.starts_with('/') || href.empty()) refuse_store("href");
        return href;
    }

    HubClient& client_;
    const LargeFile& file_;
    const std::function<void(const LargeFile&, std::uint64_t)>& sent_;
};

/// The store's answers for the files.
Json ask_store(HubClient& client, const std::string& name, std::span<const LargeFile> files) {
    Json objects = Json::array();
    for (const LargeFile& file : files)
        objects.push_back({{"oid", file.sha256}, {"size", file.bytes}});
    const Json asked = {{"operation", "upload"},
                        {"transfers", {"basic", "multipart"}},
                        {"objects", objects},
                        {"hash_algo", "sha256"},
                        {"ref", {{"name", "main"}}}};
    const Json answer =
        client.post(fmt::format("/{}.git/info/lfs/objects/batch", name), asked.dump(), store_type);
    const auto list = answer.is_object() ? answer.find("objects") : answer.end();
    if (!answer.is_object() || list == answer.end() || !list->is_array()) refuse_store("objects");
    return *list;
}

} // namespace

std::uint64_t upload_large_files(HubClient& client, const std::string& name,
                                 const std::vector<LargeFile>& files,
                                 const std::function<void(const LargeFile&, std::uint64_t)>& sent) {
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < files.size(); i += files_at_once) {
        const auto some = std::span(files).subspan(i, std::min(files_at_once, files.size() - i));
        const Json answers = ask_store(client, name, some);
        for (const LargeFile& file : some) {
            const auto answer = std::ranges::find_if(answers, [&](const Json& each) {
                return each.is_object() && text_field(each, "oid") == file.sha256;
            });
            if (answer == answers.end()) refuse_store("oid");
            if (LargeUpload(client, file, sent).run(*answer)) bytes += file.bytes;
            if (sent) sent(file, file.bytes);
        }
    }
    return bytes;
}

} // namespace tunedesk::hub
