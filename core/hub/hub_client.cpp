// SPDX-License-Identifier: GPL-3.0-or-later
#include "hub/hub_client.h"

#include "base/error.h"
#include "base/files/contained_file.h"
#include "base/phrase.h"
#include "base/text.h"
#include "format/hub/hub_cache.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::hub {

namespace {

constexpr int most_depth = 16;
constexpr std::size_t most_path_bytes = 1024;

[[noreturn]] void refuse_answer(std::string detail, const std::string& where = {}) {
    throw Error(ErrorId::hub_answer_invalid, {std::move(detail)}, where);
}

/// Whether a listed file stays in the folder that it is listed of.
bool is_inner_path(std::string_view path) {
    return path.size() <= most_path_bytes && std::ranges::all_of(split(path, '/'), is_plain_file_name);
}

std::optional<std::uint64_t> size_in(const Json& object) {
    const auto size = object.find("size");
    if (size == object.end() || !size->is_number_integer() || *size < 0) return std::nullopt;
    return size->get<std::uint64_t>();
}

HubFile read_listed_file(const Json& json, const std::string& where) {
    if (!json.is_object()) refuse_answer(TUNEDESK_TRANSLATABLE("ErrorDetail", "not a JSON object"), where);
    HubFile file;
    file.path = text_field(json, "rfilename");
    if (!is_inner_path(file.path)) refuse_answer("rfilename: \"" + shortened(file.path) + '"', where);
    const auto lfs = json.find("lfs");
    const bool is_large = lfs != json.end() && lfs->is_object();
    const auto size = size_in(is_large ? *lfs : json);
    file.etag = is_large ? text_field(*lfs, "sha256") : text_field(json, "blobId");
    if (!size || !format::is_blob_name(file.etag))
        refuse_answer(fmt::format("{}: size, hash", shortened(file.path)), where);
    file.bytes = *size;
    return file;
}

} // namespace

std::string percent_encoded(std::string_view text) {
    std::string result;
    for (const char c : text) {
        const bool is_plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                              std::string_view("-._~").find(c) != std::string_view::npos;
        result += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return result;
}

HubModelInfo HubClient::model(const format::HubModel& model) {
    if (!format::is_hub_name(model.name) || !format::is_hub_revision(model.revision))
        throw Error(ErrorId::hub_name_invalid, {shortened(model.name + '@' + model.revision)});
    const std::string path =
        fmt::format("/api/models/{}/revision/{}?blobs=true", model.name, percent_encoded(model.revision));
    std::string body;
    const HttpHead head = http_.text(path, body);
    if (head.status != 200) refuse(head, model);
    const std::string where = settings().endpoint + path;
    const Json json = parse_json(body, where, ErrorId::hub_answer_invalid,
                                 {.max_bytes = limits().text_bytes, .max_depth = most_depth});
    HubModelInfo info{.name = model.name,
                      .commit = json.is_object() ? text_field(json, "sha") : std::string(),
                      .files = {}};
    if (!format::is_commit(info.commit)) refuse_answer("sha: \"" + shortened(info.commit) + '"', where);
    if (format::is_commit(model.revision) && info.commit != model.revision)
        refuse_answer("sha: \"" + info.commit + '"', where);
    const auto files = json.find("siblings");
    if (files == json.end() || !files->is_array() || files->size() > limits().files)
        refuse_answer("siblings", where);
    std::uint64_t total = 0;
    for (const Json& listed : *files) {
        info.files.push_back(read_listed_file(listed, where));
        const std::uint64_t bytes = info.files.back().bytes;
        if (bytes > limits().model_bytes || (total += bytes) > limits().model_bytes)
            refuse_answer("size: " + human_bytes(total), where);
    }
    return info;
}

HttpHead HubClient::file(const HubModelInfo& model, const HubFile& file, std::uint64_t first_byte,
                         const std::function<void(const HttpHead&, std::string_view)>& take) {
    std::string path = fmt::format("/{}/resolve/{}", model.name, model.commit);
    for (const std::string_view part : split(file.path, '/'))
        path += '/' + percent_encoded(part);
    const auto require_promised = [&](const HttpHead& head) {
        const bool is_other = (!head.etag.empty() && head.etag != file.etag) ||
                              (!head.commit.empty() && head.commit != model.commit);
        if (is_other)
            throw Error(ErrorId::hub_file_mismatch,
                        {file.path, shortened(head.etag.empty() ? head.commit : head.etag), model.name});
    };
    HttpHead head = http_.stream(path, first_byte, [&](const HttpHead& begun, std::string_view piece) {
        require_promised(begun);
        take(begun, piece);
    });
    if (head.status != 200 && head.status != 206 && head.status != 416)
        refuse(head, {model.name, model.commit});
    require_promised(head);
    return head;
}

Json HubClient::json(const std::string& path) {
    std::string body;
    const HttpHead head = http_.text(path, body);
    if (head.status != 200) refuse(head, {});
    return parse_json(body, settings().endpoint + path, ErrorId::hub_answer_invalid,
                      {.max_bytes = limits().text_bytes, .max_depth = most_depth});
}

void HubClient::refuse(const HttpHead& head, const format::HubModel& model) const {
    const std::string& endpoint = settings().endpoint;
    const std::string& code = head.error_code;
    if (code == "GatedRepo")
        throw Error(ErrorId::hub_model_gated, {model.name, endpoint + '/' + model.name}, endpoint);
    if (code == "RevisionNotFound")
        throw Error(ErrorId::hub_revision_missing, {model.name, model.revision}, endpoint);
    // A token that is refused beats the hub's habit to hide private models from strangers.
    if (head.status == 401 && !settings().token.empty() && code != "RepoNotFound")
        throw Error(ErrorId::hub_token_refused, {endpoint}, endpoint);
    if (code == "RepoNotFound" || (!model.name.empty() && (head.status == 401 || head.status == 404)))
        throw Error(ErrorId::hub_model_missing, {model.name}, endpoint);
    throw Error(ErrorId::hub_refused, {"HTTP " + std::to_string(head.status)}, endpoint);
}

} // namespace tunedesk::hub
