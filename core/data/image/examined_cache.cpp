// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/image/examined_cache.h"

#include "base/activity.h"
#include "base/error.h"
#include "base/errors/error_json.h"
#include "base/hash.h"
#include "base/json.h"

#include <optional>

namespace tunedesk::image {

namespace {

constexpr std::uint64_t most_result_bytes = 64u << 20;

fs::path result_file(const ImageSource& source, const std::vector<std::uint32_t>& numbers,
                     const fs::path& cache) {
    const std::string_view bytes(reinterpret_cast<const char*>(numbers.data()),
                                 numbers.size() * sizeof(numbers[0]));
    return cache / (content_hash("examined 2 " + source.fingerprint() + content_hash(bytes)) + ".json");
}

/// std::nullopt if the file is missing or damaged.
std::optional<Examined> read_result(const fs::path& file, const std::vector<std::uint32_t>& numbers) {
    std::error_code unknown;
    if (!fs::exists(file, unknown)) return std::nullopt;
    try {
        const Json json =
            parse_json(read_file(file, ErrorId::file_unreadable, most_result_bytes), file.string(),
                       ErrorId::file_unreadable, {.max_bytes = most_result_bytes, .max_depth = 8});
        std::vector<RejectedImage> rejected;
        for (const Json& each : json.at("rejected"))
            rejected.push_back(
                {each.at(0).get<std::uint32_t>(), error_from(each.at(1), ErrorId::file_unreadable)});
        Examined examined = examined_of(numbers, std::move(rejected));
        examined.decoded_bytes = json.at("decoded_bytes").get<std::uint64_t>();
        return examined;
    } catch (const Error&) {
        return std::nullopt;
    } catch (const Json::exception&) {
        return std::nullopt;
    }
}

void write_result(const fs::path& file, const Examined& examined) {
    Json rejected = Json::array();
    for (const RejectedImage& image : examined.rejected)
        rejected.push_back(Json::array({image.number, error_json(image.error)}));
    const Json json{{"rejected", std::move(rejected)}, {"decoded_bytes", examined.decoded_bytes}};
    try {
        make_folders(file.parent_path(), ErrorId::folder_not_created, 0700);
        write_private_file(file, json.dump(-1, ' ', false, Json::error_handler_t::replace));
    } catch (const Error&) { // they are decoded again the next time
        return;
    }
}

} // namespace

Examined examine_once(const ImageSource& source, const std::vector<std::uint32_t>& numbers, int threads,
                      const fs::path& cache) {
    const fs::path file = cache.empty() ? fs::path() : result_file(source, numbers, cache);
    if (!file.empty())
        if (const auto known = read_result(file, numbers)) return *known;
    const activity::Waiting waiting(activity::Wait::disk);
    const Examined examined = examine(source, numbers, Depth::pixels, {}, threads);
    if (!file.empty()) write_result(file, examined);
    return examined;
}

} // namespace tunedesk::image
