#include "base/error.h"

#include "base/text.h"

#include <fmt/format.h>

namespace tunedesk {

Error::Error(int id, std::string what, std::string where, std::string next)
    : std::runtime_error(what), id_(id), what_(std::move(what)), where_(std::move(where)),
      next_(std::move(next)) {}

ExitCode Error::code() const {
    const int thousands = id_ / 1000;
    return thousands == 9 ? ExitCode::stopped : static_cast<ExitCode>(thousands);
}

Error& Error::with_kept(std::string kept) {
    kept_ = std::move(kept);
    return *this;
}

Error& Error::with_next(std::string next) {
    next_ = std::move(next);
    return *this;
}

std::string Error::line() const {
    std::string text = fmt::format("error[TD{:04}]: {}", id_, what_);
    if (!where_.empty()) text += fmt::format("; where ({})", where_);
    if (!kept_.empty()) text += fmt::format("; kept: {}", kept_);
    if (!next_.empty()) text += fmt::format("; next: {}", next_);
    return harmless(std::move(text)); // it holds names out of untrusted files
}

} // namespace tunedesk
