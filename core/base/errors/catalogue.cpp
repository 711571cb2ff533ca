// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/errors/catalogue.h"

#include "base/errors/rows.h"

#include <algorithm>
#include <cstdlib>

namespace tunedesk {

std::array<std::span<const ErrorForm>, 8> error_catalogue() {
    return {usage_errors(), data_errors(), model_errors(),      resource_errors(),
            busy_errors(),  rank_errors(), divergence_errors(), stop_errors()};
}

const ErrorForm* find_error_form(int number) {
    for (const std::span<const ErrorForm> rows : error_catalogue()) {
        const auto found = std::ranges::lower_bound(
            rows, number, {}, [](const ErrorForm& form) { return static_cast<int>(form.id); });
        if (found != rows.end() && static_cast<int>(found->id) == number) return &*found;
    }
    return nullptr;
}

const ErrorForm& error_form(ErrorId id) {
    const ErrorForm* form = find_error_form(static_cast<int>(id));
    if (!form) std::abort(); // a test walks all ids
    return *form;
}

std::size_t count_places(std::string_view form) {
    std::size_t count = 0;
    for (std::size_t at = form.find("{}"); at != std::string_view::npos; at = form.find("{}", at + 2))
        ++count;
    return count;
}

std::span<const std::string> advice_values(const ErrorForm& form, std::span<const std::string> values) {
    return values.subspan(std::min(values.size(), count_places(form.sentence)));
}

} // namespace tunedesk
