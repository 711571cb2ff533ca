// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "format/hub/hub_name.h"
#include "hub/http.h"

#include <vector>

namespace tunedesk::hub {

/// A file of a model or a data set as the hub lists it.
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

/// Asks a hub of Hugging Face's kind. Every answer is of unknown origin: names that lead out of a folder,
/// sizes over the limits and hashes of another form refuse it whole. Blocks as Http does. Thread rule: one
/// thread.
class HubClient {
public:
    explicit HubClient(format::HubSettings settings, Limits limits = {},
                       std::function<bool()> is_cancelled = {})
        : http_(std::move(settings), limits, std::move(is_cancelled)) {}

    /// The files of a model or a data set at the commit that its revision has now. Throws Errors 2124, 4370,
    /// 4371, 4372, 4375, 7081, 7082 and those of Http.
    HubModelInfo model(const format::HubModel& model);

    /// A file's bytes from `first_byte` on, or from 0 where the server cannot: the head given to `take` says
    /// which. Throws the same, and 4373 if the hub says another hash than the list has.
    HttpHead file(const HubModelInfo& model, const HubFile& file, std::uint64_t first_byte,
                  const std::function<void(const HttpHead&, std::string_view)>& take);

    /// The JSON at a path of the API. Throws 7081, 7082 and those of Http.
    Json json(const std::string& path);

    /// Sends JSON, or lines of it, to a path of the API, and reads the answer's JSON; of an answer of 409
    /// nothing. Throws 4372 where the token may not write, 4370, 7081, 7082 and those of Http.
    Json post(const std::string& path, const std::string& text, const char* type = "application/json");
    /// Sends a file's bytes to where an answer of the hub says, or closes such an upload. Throws 7082 and
    /// those of Http.
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

/// Text as a part of an address: all but letters, digits and "-._~" as %XX.
std::string percent_encoded(std::string_view text);

} // namespace tunedesk::hub
