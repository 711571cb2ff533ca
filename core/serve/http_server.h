// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "serve/api.h"

#include <memory>
#include <string>

namespace tunedesk::serve {

/// Serves an Api over HTTP/1.1, only on this machine's loopback address:
///   GET /health (without the token), GET /v1/model, /v1/models, POST /v1/predict, /v1/embeddings,
///   /v1/completions, /v1/chat/completions.
/// A client must send the token ("Authorization: Bearer TOKEN") and name this machine as the host, so that
/// pages in a browser cannot send requests. Errors are {"error": {"message", "code", "next"}} with a status
/// of 400 (the request), 401, 403, 404, 413 (more than 8 MiB) or 500. Thread rule: one thread; stop() from
/// any.
class HttpServer {
public:
    /// Binds the port; 0: any free port. Throws Error 6022 if it is not available.
    HttpServer(const Api& api, std::string token, int port);
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    int port() const { return port_; }
    /// Serves until stop() is called, then completes running requests.
    void run();
    void stop();

private:
    struct Parts;

    void add_routes();

    const Api& api_;
    const std::string token_;
    std::unique_ptr<Parts> parts_;
    int port_ = 0;
};

} // namespace tunedesk::serve
