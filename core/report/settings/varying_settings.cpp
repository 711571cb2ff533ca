// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/settings/varying_settings.h"

#include "preset/schema/schema.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>
#include <unordered_map>

namespace tunedesk::report {

namespace {

struct KeyValues {
    const std::string* key;
    std::vector<const std::string*> values; ///< null: the run has no such key
};

bool varies(const KeyValues& cells, const std::vector<bool>& partial) {
    const std::string* const* first = nullptr;
    for (std::size_t run = 0; run < cells.values.size(); ++run) {
        const std::string* const& value = cells.values[run];
        if (!value && run < partial.size() && partial[run]) continue;
        if (!first) {
            first = &value;
            continue;
        }
        if ((value == nullptr) != (*first == nullptr) || (value && *value != **first)) return true;
    }
    return false;
}

std::vector<double> numbers_of(const KeyValues& cells) {
    std::vector<double> numbers;
    for (const std::string* value : cells.values) {
        const auto number =
            value ? preset::read_number(*value) : std::optional(std::numeric_limits<double>::quiet_NaN());
        if (!number) return {};
        numbers.push_back(*number);
    }
    return numbers;
}

std::string last_part(const std::string& key) {
    return key.substr(key.rfind('.') + 1);
}

} // namespace

std::vector<VaryingSetting> varying_settings(const std::vector<const Settings*>& runs,
                                             const std::vector<bool>& partial) {
    std::vector<KeyValues> all;
    std::unordered_map<std::string_view, std::size_t> places;
    for (std::size_t run = 0; run < runs.size(); ++run)
        for (const auto& [key, value] : *runs[run]) {
            const auto [found, is_new] = places.try_emplace(key, all.size());
            if (is_new) all.push_back({&key, std::vector<const std::string*>(runs.size())});
            all[found->second].values[run] = &value;
        }
    std::vector<VaryingSetting> varying;
    for (const KeyValues& cells : all) {
        if (!varies(cells, partial)) continue;
        VaryingSetting setting{*cells.key, {}, numbers_of(cells)};
        for (const std::string* value : cells.values)
            setting.values.push_back(value ? std::optional(*value) : std::nullopt);
        varying.push_back(std::move(setting));
    }
    return varying;
}

std::vector<std::string> short_keys(const std::vector<VaryingSetting>& settings) {
    std::map<std::string, int> uses;
    for (const VaryingSetting& setting : settings)
        ++uses[last_part(setting.key)];
    std::vector<std::string> names;
    for (const VaryingSetting& setting : settings) {
        std::string name = last_part(setting.key);
        names.push_back(uses[name] > 1 ? setting.key : std::move(name));
    }
    return names;
}

} // namespace tunedesk::report
