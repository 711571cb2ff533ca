// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/errors/error_json.h"

#include "base/errors/catalogue.h"
#include "base/text.h"

namespace tunedesk {

namespace {

constexpr std::size_t most_error_values = 16, most_error_value_bytes = 1 << 16;
constexpr int first_number = 2000, last_number = 9999;

} // namespace

Json error_json(const Error& error) {
    Json json{{"id", error.id()},
              {"what", error.message()},
              {"where", error.where()},
              {"kept", error.kept()},
              {"next", error.next()}};
    if (error.form()) json["values"] = error.values();
    return json;
}

std::optional<std::vector<std::string>> values_from(const Json& object) {
    const auto found = object.is_object() ? object.find("values") : object.end();
    if (found == object.end() || !found->is_array() || found->size() > most_error_values) return std::nullopt;
    std::vector<std::string> values;
    for (const Json& value : *found) {
        if (!value.is_string() || value.get_ref<const std::string&>().size() > most_error_value_bytes)
            return std::nullopt;
        values.push_back(value.get<std::string>());
    }
    return values;
}

Error error_of(int number, const std::optional<std::vector<std::string>>& values, std::string what,
               std::string where, std::string next) {
    const ErrorForm* form = values ? find_error_form(number) : nullptr;
    const std::size_t places =
        form ? count_places(form->sentence) + count_places(form->advice ? form->advice : "") : 0;
    if (!form || values->size() != places)
        return Error::in_words(number, std::move(what), std::move(where), std::move(next));
    Error error(form->id, *values, std::move(where));
    if (error.next() != next) error.with_next(std::move(next));
    return error;
}

Error error_from(const Json& json, ErrorId otherwise) {
    std::int64_t number = whole_field(json, "id");
    if (number < first_number || number > last_number) number = static_cast<int>(otherwise);
    const auto values = values_from(json);
    Error error = error_of(static_cast<int>(number), values, text_field(json, "what"),
                           text_field(json, "where"), text_field(json, "next"));
    return error.with_kept(text_field(json, "kept"));
}

} // namespace tunedesk
