// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/hub/hub_settings.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

class QNetworkReply;
class QUrl;

namespace tunedesk::hub {

/// Limits for answers of a faulty or hostile server.
struct Limits {
    double silent_seconds = 30; ///< the longest time without a byte
    double slow_seconds = 60;   ///< the period in which slow_bytes must arrive
    std::uint64_t slow_bytes = 256u << 10;
    double text_seconds = 60;             ///< for a complete JSON answer
    std::uint64_t text_bytes = 32u << 20; ///< the longest JSON answer
    std::size_t files = 20'000;           ///< the most files of a model or a data set
    std::uint64_t model_bytes = std::uint64_t(4) << 40;
    int redirects = 5;
    int attempts = 5; ///< consecutive attempts without any data for a file whose connection is closed
};

/// The status line and the relevant headers of an answer.
struct HttpHead {
    int status = 0;
    std::uint64_t first_byte = 0; ///< for a partial answer (206)
    std::string commit, etag;     ///< X-Repo-Commit and X-Linked-Etag, only from the endpoint's own answers
    std::string error_code;       ///< X-Error-Code: GatedRepo, RepoNotFound, RevisionNotFound, EntryNotFound
    std::string error_text;       ///< X-Error-Message, of unknown origin
    std::string sent_etag;        ///< ETag in the answer to an upload, from any host
    bool is_cut = false;          ///< the connection was closed before the end of the body
};

/// The body and headers of an upload.
struct HttpUpload {
    const char* verb = "POST";
    std::string type; ///< Content-Type; may be empty
    std::string text; ///< the body, or else `file`
    fs::path file;    ///< the file of which a part is the body
    std::uint64_t begin = 0, bytes = 0;
    std::vector<std::pair<std::string, std::string>> headers; ///< additional headers
    bool with_token = true; ///< for the endpoint's own host; other hosts never receive the token
    std::function<void(std::uint64_t)> sent; ///< called with the number of body bytes sent; may be empty
};

/// Requests to one endpoint, and uploads to addresses that it returns. Each call blocks its thread and runs
/// its event loop; needs a QCoreApplication. Redirects are followed to https, and on the endpoint's own host;
/// only that host receives the token. Compressed bodies are not requested. Thread rule: one thread.
class Http {
public:
    /// `is_cancelled` is called ten times a second; it may be empty.
    Http(format::HubSettings settings, Limits limits, std::function<bool()> is_cancelled);
    ~Http();

    const format::HubSettings& settings() const { return settings_; }
    const Limits& limits() const { return limits_; }

    bool is_cancelled() const { return is_cancelled_ && is_cancelled_(); }
    /// Throws Error 9003 if the request was cancelled.
    void require_not_cancelled() const;

    /// Requests JSON from `path` of the endpoint; `body` receives at most limits().text_bytes.
    HttpHead text(const std::string& path, std::string& body);

    /// Passes the body of a status 200 or 206 to `take` in pieces, from `first_byte` on if the server
    /// supports it. The head is complete before the first piece.
    HttpHead stream(const std::string& path, std::uint64_t first_byte,
                    const std::function<void(const HttpHead&, std::string_view)>& take);

    /// Sends a body to a path of the endpoint, or to an absolute address on https or on the endpoint's own
    /// host; `answer` receives the body of a successful answer, at most limits().text_bytes. Redirects are
    /// rejected.
    HttpHead send(const std::string& where, const HttpUpload& upload, std::string& answer);

    // All throw Errors 4376 if the settings say offline, 7080 if no answer came, 7081 for an answer over the
    // limits, 7083 for a redirect elsewhere, 7084, and 9003 if it was cancelled.

private:
    struct Exchange;
    struct Abort;
    class RateWatch;
    void follow(const std::string& path, Exchange& exchange);
    bool is_own(const QUrl& url) const;
    std::unique_ptr<QNetworkReply, Abort> begin(Exchange& exchange);
    void require_patience(const Exchange& exchange, RateWatch& watch) const;
    void request(Exchange& exchange);

    format::HubSettings settings_;
    Limits limits_;
    std::function<bool()> is_cancelled_;
    struct Network;
    std::unique_ptr<Network> network_;
};

} // namespace tunedesk::hub
