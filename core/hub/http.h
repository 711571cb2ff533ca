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

/// What is taken from a server that may be broken or hostile.
struct Limits {
    double silent_seconds = 30; ///< without a byte
    double slow_seconds = 60;   ///< in which slow_bytes must arrive
    std::uint64_t slow_bytes = 256u << 10;
    double text_seconds = 60;             ///< for a whole answer of JSON
    std::uint64_t text_bytes = 32u << 20; ///< of JSON
    std::size_t files = 20'000;           ///< of a model or a data set
    std::uint64_t model_bytes = std::uint64_t(4) << 40;
    int redirects = 5;
    int attempts = 5; ///< of a file whose connection is cut, with nothing received in between
};

/// The status line and the headers of an answer that matter here.
struct HttpHead {
    int status = 0;
    std::uint64_t first_byte = 0; ///< of a part (206)
    std::string commit, etag;     ///< X-Repo-Commit and X-Linked-Etag, of the endpoint's own answers
    std::string error_code;       ///< X-Error-Code: GatedRepo, RepoNotFound, RevisionNotFound, EntryNotFound
    std::string error_text;       ///< X-Error-Message, of unknown origin
    std::string sent_etag;        ///< ETag of what was sent, of any host
    bool is_cut = false;          ///< the connection ended before the body did
};

/// What is sent to an address.
struct HttpUpload {
    const char* verb = "POST";
    std::string type; ///< Content-Type; may be empty
    std::string text; ///< the body, or:
    fs::path file;    ///< a part of this file
    std::uint64_t begin = 0, bytes = 0;
    std::vector<std::pair<std::string, std::string>> headers; ///< besides
    bool with_token = true;                  ///< on the endpoint's own host; others never get it
    std::function<void(std::uint64_t)> sent; ///< bytes of the body so far; may be empty
};

/// Requests to one endpoint, and uploads to where it says. Each call blocks its thread and runs its event
/// loop; needs a QCoreApplication. Redirects are followed to https, and on the endpoint's own host; the token
/// goes to that host alone. Compressed bodies are not asked for. Thread rule: one thread.
class Http {
public:
    /// `is_cancelled` is called ten times a second; it may be empty.
    Http(format::HubSettings settings, Limits limits, std::function<bool()> is_cancelled);
    ~Http();

    const format::HubSettings& settings() const { return settings_; }
    const Limits& limits() const { return limits_; }

    bool is_cancelled() const { return is_cancelled_ && is_cancelled_(); }
    /// Throws Error 9003 if it was.
    void require_not_cancelled() const;

    /// The body of an answer of JSON at `path` of the endpoint, at most limits().text_bytes.
    HttpHead text(const std::string& path, std::string& body);

    /// Gives `take` the body's pieces of a status of 200 or 206, from `first_byte` on where the server can.
    /// The head is known before the first piece.
    HttpHead stream(const std::string& path, std::uint64_t first_byte,
                    const std::function<void(const HttpHead&, std::string_view)>& take);

    /// Sends a body to a path of the endpoint, or to an absolute address on https or on the endpoint's own
    /// host; `answer` gets the body of an answer of success, at most limits().text_bytes. Redirects are
    /// refused.
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
