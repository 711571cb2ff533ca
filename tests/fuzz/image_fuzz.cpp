// SPDX-License-Identifier: GPL-3.0-or-later
// JPEG and PNG of unknown origin: pixels, or one of the documented errors.
#include "data/image/decode/decode.h"

#include "fuzz/replay.h"

#include <stdexcept>

using namespace tunedesk;

namespace {

constexpr image::DecodeOptions limits{.max_pixels = 1 << 19};

int fuzz_one(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    try {
        const image::Picture picture = image::decode_image(bytes, "fuzz", limits);
        const image::ImageSize header = image::image_size(bytes, "fuzz", limits);
        if (picture.width() != header.width || picture.height() != header.height)
            throw std::logic_error("another size than the header's");
        if (picture.bytes() > 3 * limits.max_pixels) throw std::logic_error("more pixels than allowed");
    } catch (const Error& error) {
        if (!error.is(ErrorId::image_unreadable) && !error.is(ErrorId::image_too_large) &&
            !error.is(ErrorId::image_format_unknown))
            throw;
    }
    return 0;
}

} // namespace

class ImageFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 49
    void corpus() { replay("image", 6000, fuzz_one, {Grammar::bytes}); }
};

QTEST_GUILESS_MAIN(ImageFuzz)
#include "image_fuzz.moc"
