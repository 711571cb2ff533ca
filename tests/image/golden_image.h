// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/picture.h"
#include "format/safetensors.h"

#include <QTest>
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

/// The output of tests/golden/image/make_image.py.
class GoldenImages {
public:
    using Picture = tunedesk::image::Picture;

    /// The suffixes of all names that begin with `start`, in order.
    std::vector<std::string> names(std::string_view start) const {
        std::vector<std::string> found;
        for (const auto& [name, info] : file_.tensors())
            if (name.starts_with(start)) found.push_back(name.substr(start.size()));
        return found;
    }
    std::string bytes(const std::string& name) const {
        const auto data = file_.data(name);
        return {reinterpret_cast<const char*>(data.data()), data.size()};
    }
    template <class T>
    std::vector<T> numbers(const std::string& name) const {
        const std::string text = bytes(name);
        std::vector<T> values(text.size() / sizeof(T));
        std::memcpy(values.data(), text.data(), text.size());
        return values;
    }
    Picture picture(const std::string& name) const {
        const auto& shape = file_.tensors().at(name).shape;
        Picture made(static_cast<int>(shape[1]), static_cast<int>(shape[0]));
        const std::string text = bytes(name);
        std::memcpy(made.row(0), text.data(), text.size());
        return made;
    }

private:
    tunedesk::format::SafetensorsFile file_{TUNEDESK_SOURCE_DIR "/tests/golden/image/image.safetensors"};
};

inline tunedesk::image::Picture copy_of(const tunedesk::image::Picture& from) {
    tunedesk::image::Picture made(from.width(), from.height());
    std::ranges::copy(from.pixels(), made.pixels().begin());
    return made;
}

/// The largest difference of a pixel value; 256 if the sizes differ.
inline int difference(const tunedesk::image::Picture& a, const tunedesk::image::Picture& b) {
    if (a.width() != b.width() || a.height() != b.height()) return 256;
    int most = 0;
    for (std::size_t i = 0; i < a.bytes(); ++i)
        most = std::max(most, std::abs(int{a.pixels()[i]} - int{b.pixels()[i]}));
    return most;
}

/// A picture that is unique for its number.
inline tunedesk::image::Picture numbered_picture(int width, int height, unsigned number) {
    tunedesk::image::Picture made(width, height);
    std::uint32_t state = number * 2654435761U + 1;
    for (std::uint8_t& value : made.pixels())
        value = static_cast<std::uint8_t>((state = state * 1664525U + 1013904223U) >> 24);
    return made;
}
