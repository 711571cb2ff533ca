// SPDX-License-Identifier: GPL-3.0-or-later
#include "format/safetensors.h"

#include "base/error.h"
#include "base/json.h"
#include "base/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace tunedesk::format {

namespace {

constexpr std::size_t max_token_bytes = 1u << 20;
constexpr std::size_t max_rank = 64;
constexpr std::size_t max_metadata_entries = 4096;

struct DTypeName {
    DType dtype;
    const char* name;
    std::size_t size;
};
constexpr DTypeName dtype_names[] = {
    {DType::F64, "F64", 8}, {DType::F32, "F32", 4},   {DType::F16, "F16", 2}, {DType::BF16, "BF16", 2},
    {DType::I64, "I64", 8}, {DType::I32, "I32", 4},   {DType::I16, "I16", 2}, {DType::I8, "I8", 1},
    {DType::U8, "U8", 1},   {DType::BOOL, "BOOL", 1},
};

/// Data types of the format that are not supported.
constexpr std::string_view unsupported_dtypes[] = {"F8_E4M3", "F8_E5M2", "F8_E4M3FNUZ", "F8_E5M2FNUZ",
                                                   "F8_E8M0", "F6_E2M3", "F6_E3M2",     "F4",
                                                   "C64",     "U16",     "U32",         "U64"};

const DTypeName& entry_of(DType dtype) {
    return dtype_names[static_cast<std::size_t>(dtype)];
}

/// Reads a header during parsing, so that duplicate keys are detected and no tree is built.
class HeaderReader : public nlohmann::json_sax<Json> {
public:
    HeaderReader(std::uint64_t data_bytes, const std::string& where,
                 std::map<std::string, TensorInfo>& tensors, std::map<std::string, std::string>& metadata)
        : data_bytes_(data_bytes), where_(where), tensors_(tensors), metadata_(metadata) {}

    bool null() override { return refuse("null"); }
    bool boolean(bool) override { return refuse("a boolean"); }
    bool number_integer(number_integer_t value) override { return refuse(fmt::format("{}", value)); }
    bool number_float(number_float_t, const string_t& text) override { return refuse(shortened(text, 40)); }
    bool binary(binary_t&) override { return refuse("binary data"); }

    bool number_unsigned(number_unsigned_t value) override {
        if (place_ == Place::shape) {
            if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
                fail(ErrorId::tensor_size_invalid, "the shape overflows");
            if (info_.shape.size() == max_rank)
                fail(ErrorId::tensor_entry_invalid, fmt::format("more than {} dimensions", max_rank));
            info_.shape.push_back(static_cast<std::int64_t>(value));
        } else if (place_ == Place::offsets) {
            if (offsets_ == 2)
                fail(ErrorId::tensor_entry_invalid, "data_offsets holds more than two numbers");
            (offsets_++ == 0 ? info_.begin : info_.end) = value;
        } else {
            refuse(fmt::format("{}", value));
        }
        return true;
    }

    bool string(string_t& value) override {
        if (place_ == Place::metadata) {
            metadata_.emplace(std::move(key_), std::move(value));
            return true;
        }
        if (place_ != Place::tensor || field_ != Field::dtype) return refuse("a string");
        const auto* found = std::ranges::find(dtype_names, value, &DTypeName::name);
        if (std::ranges::find(unsupported_dtypes, value) != std::end(unsupported_dtypes))
            fail(ErrorId::weight_dtype_unsupported, value);
        if (found == std::end(dtype_names))
            fail(ErrorId::tensor_entry_invalid,
                 fmt::format("the dtype \"{}\" is not supported", shortened(value, 40)));
        info_.dtype = found->dtype;
        return true;
    }

    bool start_object(std::size_t) override {
        if (place_ == Place::outside) {
            place_ = Place::root;
        } else if (place_ == Place::root && key_ == "__metadata__") {
            place_ = Place::metadata;
        } else if (place_ == Place::root) {
            place_ = Place::tensor;
            name_ = std::move(key_);
            info_ = {};
            offsets_ = 0;
            seen_.fill(false);
        } else {
            refuse("an object");
        }
        return true;
    }

    bool end_object() override {
        if (place_ == Place::tensor) finish_tensor();
        place_ = place_ == Place::root ? Place::outside : Place::root;
        return true;
    }

    bool key(string_t& key) override {
        if (place_ == Place::tensor) {
            start_field(key);
            return true;
        }
        key_ = std::move(key);
        if (place_ == Place::metadata) {
            if (metadata_.contains(key_))
                fail(ErrorId::tensor_key_repeated,
                     fmt::format("duplicate metadata key \"{}\"", shortened(key_)));
            if (metadata_.size() == max_metadata_entries)
                fail(ErrorId::tensor_metadata_invalid, "too many metadata entries");
        } else if (key_ == "__metadata__" ? std::exchange(metadata_seen_, true) : tensors_.contains(key_)) {
            fail(ErrorId::tensor_key_repeated, fmt::format("duplicate key \"{}\"", shortened(key_)));
        }
        return true;
    }

    bool start_array(std::size_t) override {
        if (place_ != Place::tensor || field_ == Field::dtype) return refuse("an array");
        place_ = field_ == Field::shape ? Place::shape : Place::offsets;
        return true;
    }

    bool end_array() override {
        if (place_ == Place::offsets && offsets_ != 2)
            fail(ErrorId::tensor_entry_invalid, "data_offsets must hold two numbers");
        place_ = Place::tensor;
        return true;
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception&) override {
        throw Error(ErrorId::safetensors_header_invalid, {fmt::format("not valid JSON at byte {}", position)},
                    where_);
    }

private:
    enum class Place { outside, root, metadata, tensor, shape, offsets };
    enum class Field { dtype, shape, offsets };

    void start_field(const std::string& key) {
        constexpr const char* names[] = {"dtype", "shape", "data_offsets"};
        const auto* found = std::ranges::find(names, key);
        if (found == std::end(names))
            fail(ErrorId::tensor_entry_invalid, fmt::format("unknown key \"{}\"", shortened(key)));
        const auto index = static_cast<std::size_t>(found - names);
        if (std::exchange(seen_[index], true))
            fail(ErrorId::tensor_key_repeated, fmt::format("duplicate key \"{}\"", key));
        field_ = static_cast<Field>(index);
    }

    void finish_tensor() {
        if (!seen_[0] || !seen_[1] || !seen_[2])
            fail(ErrorId::tensor_entry_invalid, "dtype, shape or data_offsets is missing");
        if (info_.end < info_.begin)
            fail(ErrorId::tensor_offsets_invalid,
                 fmt::format("data_offsets [{}, {}] run backwards", info_.begin, info_.end));
        if (info_.end > data_bytes_)
            fail(ErrorId::tensor_offsets_invalid,
                 fmt::format("data_offsets [{}, {}] reach past the file's {} bytes of data", info_.begin,
                             info_.end, data_bytes_));
        std::uint64_t bytes = size_of(info_.dtype);
        for (const std::int64_t size : info_.shape)
            if (__builtin_mul_overflow(bytes, static_cast<std::uint64_t>(size), &bytes))
                fail(ErrorId::tensor_size_invalid, "the shape overflows");
        if (bytes != info_.end - info_.begin)
            fail(ErrorId::tensor_size_invalid,
                 fmt::format("dtype and shape need {} bytes, data_offsets give {}", bytes,
                             info_.end - info_.begin));
        tensors_.emplace(std::move(name_), std::move(info_));
    }

    bool refuse(const std::string& met) {
        switch (place_) {
        case Place::outside:
            throw Error(ErrorId::safetensors_header_invalid, {"not a JSON object"}, where_);
        case Place::metadata:
            fail(ErrorId::tensor_metadata_invalid,
                 fmt::format("metadata \"{}\" is {} instead of a string", shortened(key_), met));
        case Place::root:
            throw Error(ErrorId::tensor_entry_invalid, {fmt::format("{} instead of an object", met)},
                        tensor_place(key_));
        default:
            fail(ErrorId::tensor_entry_invalid, fmt::format("unexpected {}", met));
        }
    }

    std::string tensor_place(const std::string& name) const {
        return fmt::format("{}: tensor \"{}\"", where_, shortened(name));
    }

    [[noreturn]] void fail(ErrorId id, const std::string& what) const {
        const bool in_tensor = place_ != Place::root && place_ != Place::metadata;
        throw Error(id, {what}, in_tensor ? tensor_place(name_) : where_);
    }

    const std::uint64_t data_bytes_;
    const std::string& where_;
    std::map<std::string, TensorInfo>& tensors_;
    std::map<std::string, std::string>& metadata_;
    Place place_ = Place::outside;
    Field field_ = Field::dtype;
    std::array<bool, 3> seen_{};
    std::string key_, name_;
    TensorInfo info_;
    int offsets_ = 0;
    bool metadata_seen_ = false;
};

/// The parser stores whole tokens, several times for an error message: extremely long ones are rejected
/// beforehand. A NUL would end the text early.
void check_tokens(std::string_view json, const std::string& where) {
    bool in_string = false;
    std::size_t token = 0;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (c == '\0')
            throw Error(ErrorId::safetensors_header_invalid, {fmt::format("a NUL at byte {}", i + 1)}, where);
        if (in_string && c == '\\' && i + 1 < json.size() && json[i + 1] != '\0') {
            ++i;
        } else if (c == '"') {
            in_string = !in_string;
            token = 0;
        } else if (!in_string && std::string_view(",:{}[]").find(c) != std::string_view::npos) {
            token = 0;
        }
        if (++token > max_token_bytes)
            throw Error(ErrorId::safetensors_header_invalid,
                        {"a string, number or blank is longer than 1 MiB"}, where);
    }
}

/// The tensors must cover the data part exactly: no overlap, no hole, no byte behind the last.
void check_coverage(const std::map<std::string, TensorInfo>& tensors, std::uint64_t data_bytes,
                    const std::string& where) {
    std::vector<const std::pair<const std::string, TensorInfo>*> order;
    order.reserve(tensors.size());
    for (const auto& entry : tensors)
        order.push_back(&entry);
    std::ranges::sort(order, {},
                      [](const auto* entry) { return std::pair(entry->second.begin, entry->second.end); });
    std::uint64_t expected = 0;
    for (const auto* entry : order) {
        const TensorInfo& info = entry->second;
        if (info.begin != expected)
            throw Error(ErrorId::tensor_offsets_invalid,
                        {fmt::format("the tensor's data begin at {}, {} at {}", info.begin,
                                     info.begin < expected ? "inside another tensor that ends"
                                                           : "behind a hole that begins",
                                     expected)},
                        fmt::format("{}: tensor \"{}\"", where, shortened(entry->first)));
        expected = info.end;
    }
    if (expected != data_bytes)
        throw Error(ErrorId::tensor_offsets_invalid,
                    {fmt::format("{} bytes follow the last tensor{}", data_bytes - expected,
                                 order.empty() ? "" : ", \"" + shortened(order.back()->first) + '"')},
                    where);
}

} // namespace

std::size_t size_of(DType dtype) {
    return entry_of(dtype).size;
}

std::string name_of(DType dtype) {
    return entry_of(dtype).name;
}

std::uint64_t TensorInfo::elements() const {
    std::uint64_t product = 1;
    for (const std::int64_t size : shape)
        product *= static_cast<std::uint64_t>(size);
    return product;
}

std::optional<DType> dtype_named(std::string_view name) {
    const auto* found = std::ranges::find(dtype_names, name, &DTypeName::name);
    return found == std::end(dtype_names) ? std::nullopt : std::optional(found->dtype);
}

void parse_safetensors_header(std::string_view json, std::uint64_t data_bytes, const std::string& where,
                              std::map<std::string, TensorInfo>& tensors,
                              std::map<std::string, std::string>& metadata) {
    tensors.clear();
    metadata.clear();
    if (json.size() > max_safetensors_header)
        throw Error(ErrorId::safetensors_header_too_large, {fmt::to_string(max_safetensors_header)}, where);
    if (!json.starts_with('{'))
        throw Error(ErrorId::safetensors_header_invalid, {"it does not begin with a brace"}, where);
    json = json.substr(0, json.find_last_not_of(' ') + 1); // padding
    check_tokens(json, where);
    HeaderReader reader(data_bytes, where, tensors, metadata);
    Json::sax_parse(json.begin(), json.end(), &reader);
    check_coverage(tensors, data_bytes, where);
}

} // namespace tunedesk::format
