#include "base/json.h"

#include "base/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace tunedesk {

namespace {

std::string position(std::string_view text, std::size_t byte, const std::string& where) {
    byte = std::min(byte, text.size());
    const std::string_view before = text.substr(0, byte);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t start = before.rfind('\n');
    const std::size_t column = start == std::string_view::npos ? byte : byte - start - 1;
    return fmt::format("{}:{}:{}", where, line, column);
}

} // namespace

Json parse_json(std::string_view text, const std::string& where, int error_id, JsonLimits limits) {
    if (text.size() > limits.max_bytes)
        throw Error(error_id, fmt::format("JSON text is larger than {} bytes", limits.max_bytes), where);
    // The parser recurses into nothing of its own, but destroying and printing a deep value would.
    std::vector<std::set<std::string>> keys;
    std::string refusal;
    const auto callback = [&](int depth, Json::parse_event_t event, Json& parsed) {
        using Event = Json::parse_event_t;
        if (depth > limits.max_depth)
            refusal = fmt::format("nested deeper than {}", limits.max_depth);
        else if (event == Event::object_start)
            keys.emplace_back();
        else if (event == Event::object_end && !keys.empty())
            keys.pop_back();
        else if (event == Event::key && !keys.empty() &&
                 !keys.back().insert(parsed.get<std::string>()).second)
            refusal = fmt::format("duplicate key \"{}\"", parsed.get<std::string>());
        if (!refusal.empty()) throw Error(error_id, "invalid JSON: " + refusal, where);
        return true;
    };
    try {
        return Json::parse(text.begin(), text.end(), callback);
    } catch (const nlohmann::json::parse_error& error) {
        std::string reason = error.what();
        if (const std::size_t colon = reason.find("parse error"); colon != std::string::npos)
            reason.erase(0, colon);
        throw Error(error_id, "invalid JSON: " + reason, position(text, error.byte, where));
    } catch (const nlohmann::json::exception& error) {
        throw Error(error_id, std::string("invalid JSON: ") + error.what(), where);
    }
}

} // namespace tunedesk
