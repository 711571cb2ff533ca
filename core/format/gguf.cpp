// SPDX-License-Identifier: GPL-3.0-or-later
#include "format/gguf.h"

#include "base/error.h"
#include "base/files/streamed_file.h"

#include <algorithm>
#include <bit>
#include <fmt/ranges.h>
#include <string_view>

namespace tunedesk::format {

namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::uint32_t gguf_version = 3;
constexpr std::uint64_t gguf_alignment = 32;

/// Codes of the value types.
enum ValueType : std::uint32_t {
    of_u32 = 4,
    of_i32 = 5,
    of_f32 = 6,
    of_bool = 7,
    of_string = 8,
    of_array = 9
};

std::uint32_t tensor_type_of(const GgufTensor& tensor) {
    switch (tensor.dtype) {
    case DType::F32:
        return 0;
    case DType::F16:
        return 1;
    case DType::BF16:
        return 30;
    default:
        throw Error(ErrorId::weight_dtype_unsupported, {name_of(tensor.dtype)}, tensor.name);
    }
}

std::uint64_t bytes_of(const GgufTensor& tensor) {
    std::uint64_t count = size_of(tensor.dtype);
    for (const std::int64_t extent : tensor.shape)
        count *= static_cast<std::uint64_t>(extent);
    return count;
}

std::uint64_t aligned(std::uint64_t bytes) {
    return (bytes + gguf_alignment - 1) / gguf_alignment * gguf_alignment;
}

/// Builds the part of the file before the tensors.
class Head {
public:
    template <class Number>
    void number(Number value) {
        text_.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    void string(std::string_view value) {
        number<std::uint64_t>(value.size());
        text_ += value;
    }
    void raw(std::string_view value) { text_ += value; }
    void pad() { text_.resize(aligned(text_.size())); }
    const std::string& text() const { return text_; }

    void operator()(bool value) {
        number<std::uint32_t>(of_bool);
        number<std::uint8_t>(value);
    }
    void operator()(std::uint32_t value) {
        number<std::uint32_t>(of_u32);
        number(value);
    }
    void operator()(float value) {
        number<std::uint32_t>(of_f32);
        number(value);
    }
    void operator()(const std::string& value) {
        number<std::uint32_t>(of_string);
        string(value);
    }
    void operator()(const std::vector<std::string>& values) {
        array(of_string, values.size());
        for (const std::string& value : values)
            string(value);
    }
    void operator()(const std::vector<std::int32_t>& values) {
        array(of_i32, values.size());
        for (const std::int32_t value : values)
            number(value);
    }

private:
    void array(std::uint32_t type, std::size_t count) {
        number<std::uint32_t>(of_array);
        number(type);
        number<std::uint64_t>(count);
    }

    std::string text_;
};

std::string head_of(const GgufMetadata& metadata, const std::vector<GgufTensor>& tensors) {
    Head head;
    head.raw("GGUF");
    head.number(gguf_version);
    head.number<std::uint64_t>(tensors.size());
    head.number<std::uint64_t>(metadata.size());
    for (const auto& [key, value] : metadata) {
        head.string(key);
        std::visit([&](const auto& one) { head(one); }, value);
    }
    std::uint64_t offset = 0;
    for (const GgufTensor& tensor : tensors) {
        head.string(tensor.name);
        head.number(static_cast<std::uint32_t>(tensor.shape.size()));
        for (auto extent = tensor.shape.rbegin(); extent != tensor.shape.rend(); ++extent)
            head.number(static_cast<std::uint64_t>(*extent));
        head.number(tensor_type_of(tensor));
        head.number(offset);
        offset += aligned(bytes_of(tensor));
    }
    head.pad();
    return head.text();
}

} // namespace

void write_gguf(const fs::path& path, const GgufMetadata& metadata, const std::vector<GgufTensor>& tensors) {
    StreamedFile file(path);
    file.write(head_of(metadata, tensors));
    for (const GgufTensor& tensor : tensors) {
        const std::vector<std::byte> values = tensor.values();
        if (values.size() != bytes_of(tensor))
            throw Error(
                ErrorId::weight_shape_mismatch,
                {fmt::format("{}", fmt::join(tensor.shape, ", ")), fmt::format("{} bytes", values.size())},
                tensor.name);
        file.write({reinterpret_cast<const char*>(values.data()), values.size()});
        file.write(std::string(aligned(values.size()) - values.size(), '\0'));
    }
    file.close();
}

} // namespace tunedesk::format
