// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"

#include "base/errors/catalogue.h"
#include "base/phrase.h"
#include "base/text.h"

#include <fmt/format.h>

namespace tunedesk {

Error::Error(int number, const ErrorForm* form, std::string what)
    : std::runtime_error(what), id_(number), form_(form), what_(std::move(what)) {}

Error::Error(ErrorId id, std::vector<std::string> values, std::string where)
    : Error(static_cast<int>(id), &error_form(id), filled(error_form(id).sentence, values)) {
    values_ = std::move(values);
    where_ = std::move(where);
    if (form_->advice) next_ = filled(form_->advice, advice_values(*form_, values_));
}

Error Error::in_words(int number, std::string what, std::string where, std::string next) {
    Error error(number, nullptr, std::move(what));
    error.where_ = std::move(where);
    error.next_ = std::move(next);
    return error;
}

ExitCode Error::code() const {
    const int thousands = id_ / 1000;
    return thousands == 9 ? ExitCode::stopped : static_cast<ExitCode>(thousands);
}

Error& Error::with_where(std::string where) {
    where_ = std::move(where);
    return *this;
}

Error& Error::with_kept(std::string kept) {
    kept_ = std::move(kept);
    return *this;
}

Error& Error::with_next(std::string next) {
    next_ = std::move(next);
    has_own_advice_ = true;
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
