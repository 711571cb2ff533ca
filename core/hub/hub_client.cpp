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

/// Whether the path of a listed file stays inside the folder.
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

/// Path below the endpoint.
std::string page_of(const format::HubModel& model) {
    return (model.kind == format::HubKind::model ? "/" : "/datasets/") + model.name;
}

std::string status_text(const HttpHead& head) {
    const std::string text = "HTTP " + std::to_string(head.status);
    return head.error_text.empty() ? text : text + ": " + head.error_text;
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
    const std::string path = fmt::format("/api/{}/{}/revision/{}?blobs=true",
                                         model.kind == format::HubKind::model ? "models" : "datasets",
                                         model.name, percent_encoded(model.revision));
    std::string body;
    const HttpHead head = http_.text(path, body);
    if (head.status != 200) refuse(head, model);
    const std::string where = settings().endpoint + path;
    const Json json = parse_json(body, where, ErrorId::hub_answer_invalid,
                                 {.max_bytes = limits().text_bytes, .max_depth = most_depth});
    HubModelInfo info{.name = model.name,
                      .commit = json.is_object() ? text_field(json, "sha") : std::string(),
                      .files = {},
                      .kind = model.kind};
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
    std::string path = fmt::format("{}/resolve/{}", page_of(model.at_commit()), model.commit);
    for (const std::string_view part : split(file.path, '/'))
        path += '/' + percent_encoded(part);
    const auto require_promised = [&](const HttpHead& head) {
        const bool is_other = (!head.etag.empty() && head.etag != file.etag) ||
                              (!head.commit.empty() && head.commit != model.commit);
        if (is_other)
            throw Error(ErrorId::hub_file_mismatch,
                        {file.path, shortened(head.etag.empty() ? head.commit : head.etag),
                         download_command(model.at_commit())});
    };
    HttpHead head = http_.stream(path, first_byte, [&](const HttpHead& begun, std::string_view piece) {
        require_promised(begun);
        take(begun, piece);
    });
    if (head.status != 200 && head.status != 206 && head.status != 416) refuse(head, model.at_commit());
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
        throw Error(ErrorId::hub_model_gated, {model.name, endpoint + page_of(model)}, endpoint);
    if (code == "RevisionNotFound")
        throw Error(ErrorId::hub_revision_missing, {model.name, model.revision}, endpoint);
    // A rejected token takes precedence over the hub's hiding of private models.
    if (head.status == 401 && !settings().token.empty() && code != "RepoNotFound")
        throw Error(ErrorId::hub_token_refused, {"read", endpoint}, endpoint);
    if (code == "RepoNotFound" || (!model.name.empty() && (head.status == 401 || head.status == 404)))
        throw Error(ErrorId::hub_model_missing, {model.name}, endpoint);
    throw Error(ErrorId::hub_refused, {status_text(head)}, endpoint);
}

Json HubClient::post(const std::string& path, const std::string& text, const char* type) {
    HttpUpload upload;
    upload.type = type;
    upload.text = text;
    upload.headers = {{"Accept", std::string_view(type).ends_with("+json") ? type : "application/json"}};
    std::string answer;
    const HttpHead head = http_.send(path, upload, answer);
    if (head.status == 409) return nullptr;
    if (head.status < 200 || head.status > 299) refuse_upload(head);
    return parse_json(answer, settings().endpoint + path, ErrorId::hub_answer_invalid,
                      {.max_bytes = limits().text_bytes, .max_depth = most_depth});
}

HttpHead HubClient::upload(const std::string& where, const HttpUpload& upload) {
    std::string answer;
    HttpHead head = http_.send(where, upload, answer);
    if (head.status < 200 || head.status > 299)
        throw Error(ErrorId::hub_refused, {status_text(head)}, settings().endpoint);
    return head;
}

void HubClient::refuse_upload(const HttpHead& head) const {
    const std::string& endpoint = settings().endpoint;
    if (head.status == 401 || head.status == 403)
        throw Error(ErrorId::hub_token_refused, {"write", endpoint}, endpoint);
    throw Error(ErrorId::hub_refused, {status_text(head)}, endpoint);
}

} // namespace tunedesk::hub
