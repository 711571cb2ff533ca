// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "format/hub/hub_name.h"
#include "hub/http.h"

#include <vector>

namespace tunedesk::hub {

/// A file of a model or a data set, as listed by the hub.
struct HubFile {
    std::string path; ///< relative, '/' between folders
    std::uint64_t bytes = 0;
    std::string etag; ///< sha256 of a large file, git hash of a small one
};

/// A revision of a model or a data set.
struct HubModelInfo {
    std::string name, commit;
    std::vector<HubFile> files;
    format::HubKind kind = format::HubKind::model;

    format::HubModel at_commit() const { return {name, commit, kind}; }
};

/// A client of a Hugging Face hub. Answers are untrusted: one with a name that leads out of a folder, a size
/// over the limits or a malformed hash is rejected as a whole. Blocks as Http does. Thread rule: one thread.
class HubClient {
public:
    explicit HubClient(format::HubSettings settings, Limits limits = {},
                       std::function<bool()> is_cancelled = {})
        : http_(std::move(settings), limits, std::move(is_cancelled)) {}

    /// Lists the files of a model or a data set at the current commit of its revision. Throws Errors 2124,
    /// 4370, 4371, 4372, 4375, 7081, 7082 and those of Http.
    HubModelInfo model(const format::HubModel& model);

    /// Downloads a file from `first_byte` on, or from 0 if the server does not support it: the head passed to
    /// `take` shows which. Throws the same errors, and 4373 if the hub reports another hash than in its list.
    HttpHead file(const HubModelInfo& model, const HubFile& file, std::uint64_t first_byte,
                  const std::function<void(const HttpHead&, std::string_view)>& take);

    /// The JSON at a path of the API. Throws Errors 7081, 7082 and those of Http.
    Json json(const std::string& path);

    /// Sends JSON, or JSON lines, to a path of the API and returns the JSON answer; null for a status of 409.
    /// Throws Errors 4372 if the token has no write permission, 4370, 7081, 7082 and those of Http.
    Json post(const std::string& path, const std::string& text, const char* type = "application/json");
    /// Sends a file's bytes to an address from an answer of the hub, or completes such an upload. Throws
    /// Errors 7082 and those of Http.
    HttpHead upload(const std::string& where, const HttpUpload& upload);

    bool is_cancelled() const { return http_.is_cancelled(); }
    void require_not_cancelled() const { http_.require_not_cancelled(); }
    const format::HubSettings& settings() const { return http_.settings(); }
    const Limits& limits() const { return http_.limits(); }

private:
    [[noreturn]] void refuse(const HttpHead& head, const format::HubModel& model) const;
    [[noreturn]] void refuse_upload(const HttpHead& head) const;

    Http http_;
};

/// Encodes text for an address: everything except letters, digits and "-._~" as %XX.
std::string percent_encoded(std::string_view text);

} // namespace tunedesk::hub
