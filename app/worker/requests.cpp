// SPDX-License-Identifier: GPL-3.0-or-later
#include "requests.h"

#include "base/error.h"
#include "base/files/file.h"

#include <cerrno>
#include <poll.h>
#include <unistd.h>

namespace tunedesk::worker {

std::optional<Json> Requests::next(bool waiting) {
    char buffer[1 << 16];
    while (waiting_.empty() && !has_ended_) {
        pollfd input{STDIN_FILENO, POLLIN, 0};
        if (!waiting && ::poll(&input, 1, 0) <= 0) return std::nullopt;
        const ssize_t n = ::read(STDIN_FILENO, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR) continue;
        has_ended_ = n <= 0;
        if (has_ended_) break;
        for (std::string& frame : reader_.feed({buffer, static_cast<std::size_t>(n)}))
            if (auto message = messages_.take(std::move(frame))) waiting_.push_back(std::move(*message));
    }
    if (waiting_.empty()) return std::nullopt;
    const std::string message = std::move(waiting_.front());
    waiting_.pop_front();
    return parse_json(message, "request", ErrorId::worker_request_invalid);
}

void Requests::answer(const Json& message) {
    if (!write_all(STDOUT_FILENO,
                   event::make_frames(message.dump(-1, ' ', false, Json::error_handler_t::replace))))
        throw Error(ErrorId::prediction_reader_gone, {errno_text(errno)});
}

} // namespace tunedesk::worker
