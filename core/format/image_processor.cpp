// SPDX-License-Identifier: GPL-3.0-or-later
#include "format/image_processor.h"

#include "base/error.h"
#include "base/json.h"
#include "base/text.h"

#include <cmath>
#include <fmt/format.h>

namespace tunedesk::format {

namespace {

constexpr std::uint64_t max_processor_bytes = 1u << 20;
constexpr double rescale = 1.0 / 255;

/// Null if there is no such file.
Json processor_json(const fs::path& folder) {
    const fs::path file = folder / image_processor_name;
    std::error_code unknown;
    if (!fs::exists(file, unknown)) return {};
    Json json = parse_json(read_file(file, ErrorId::config_unreadable, max_processor_bytes), file.string(),
                           ErrorId::config_unreadable, {.max_bytes = max_processor_bytes, .max_depth = 16});
    if (!json.is_object())
        throw Error(ErrorId::config_unreadable, {TUNEDESK_TRANSLATABLE("ErrorDetail", "not a JSON object")},
                    file.string());
    return json;
}

class ProcessorReader {
public:
    ProcessorReader(const Json& json, std::string where) : json_(json), where_(std::move(where)) {}

    bool flag(const char* key, bool otherwise) const {
        const auto found = json_.find(key);
        if (found == json_.end() || found->is_null()) return otherwise;
        if (!found->is_boolean()) fail(key, "must be true or false");
        return found->get<bool>();
    }
    double number(const char* key, double otherwise) const {
        const auto found = json_.find(key);
        if (found == json_.end() || found->is_null()) return otherwise;
        if (!found->is_number()) fail(key, "must be a number");
        return found->get<double>();
    }
    /// One number per channel, or one for all.
    std::array<float, 3> channels(const char* key, float otherwise) const {
        const auto found = json_.find(key);
        std::array<float, 3> values{otherwise, otherwise, otherwise};
        if (found == json_.end() || found->is_null()) return values;
        const bool is_list = found->is_array() && (found->size() == 3 || found->size() == 1);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const Json* value = is_list ? &found->at(found->size() == 3 ? i : 0) : &*found;
            if (!value->is_number() || !std::isfinite(value->get<double>()))
                fail(key, "must be a number, or one for each of three channels");
            values[i] = value->get<float>();
        }
        return values;
    }
    /// `size` as a fraction of `crop_size`, each a number or an object; 1 if either is missing.
    double shorter_side() const {
        const double size = side("size", "shortest_edge"), crop = side("crop_size", "height");
        if (size == 0 || crop == 0) return 1;
        if (size < crop) fail("size", "must not be below crop_size");
        return size / crop;
    }
    [[noreturn]] void fail(const char* key, std::string what,
                           ErrorId id = ErrorId::config_value_invalid) const {
        throw Error(id, {key, std::move(what)}, where_);
    }

private:
    /// 0 if it is missing.
    double side(const char* key, const char* member) const {
        const auto found = json_.find(key);
        if (found == json_.end()) return 0;
        const Json* value = &*found;
        if (value->is_object()) {
            const auto inner = value->find(member);
            if (inner == value->end()) return 0;
            value = &*inner;
        }
        if (!value->is_number() || !(value->get<double>() >= 1 && value->get<double>() <= 65536))
            fail(key, "must be a number of pixels");
        return value->get<double>();
    }

    const Json& json_;
    std::string where_;
};

} // namespace

ImageProcessor read_image_processor(const fs::path& folder) {
    const Json json = processor_json(folder);
    ImageProcessor processor;
    if (json.is_null()) return processor;
    const ProcessorReader reader(json, (folder / image_processor_name).string());
    if (std::abs(reader.number("rescale_factor", rescale) - rescale) > 1e-6 ||
        !reader.flag("do_rescale", true))
        reader.fail("rescale_factor", "only 1/255 is supported", ErrorId::config_value_unsupported);
    const double filter = reader.number("resample", 2); // Pillow's filter codes
    if (filter != 2 && filter != 3)
        reader.fail("resample", "only 2 (bilinear) and 3 (bicubic) are supported",
                    ErrorId::config_value_unsupported);
    processor.filter = filter == 3 ? ImageProcessor::Filter::bicubic : ImageProcessor::Filter::bilinear;
    if (reader.flag("do_center_crop", false)) processor.shorter_side = reader.shorter_side();
    const bool normalizes = reader.flag("do_normalize", true);
    processor.mean = normalizes ? reader.channels("image_mean", 0.5F) : std::array<float, 3>{};
    processor.deviation = normalizes ? reader.channels("image_std", 0.5F) : std::array<float, 3>{1, 1, 1};
    for (const float deviation : processor.deviation)
        if (!(deviation > 0)) reader.fail("image_std", "must be above 0");
    return processor;
}

std::string image_processor_text(const fs::path& folder, int size) {
    Json json = processor_json(folder);
    if (json.is_null())
        json = {{"do_normalize", true},
                {"do_rescale", true},
                {"do_resize", true},
                {"image_mean", {0.5, 0.5, 0.5}},
                {"image_processor_type", "ViTImageProcessor"},
                {"image_std", {0.5, 0.5, 0.5}},
                {"resample", 2},
                {"rescale_factor", rescale}};
    const Json square{{"height", size}, {"width", size}};
    if (const double shorter = read_image_processor(folder).shorter_side; shorter > 0) {
        json["crop_size"] = square;
        json["size"] = {{"shortest_edge", static_cast<int>(std::lround(shorter * size))}};
    } else {
        json["size"] = square;
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace tunedesk::format
