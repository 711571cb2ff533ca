// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/image/source/examine.h"

#include "base/activity.h"
#include "base/text.h"
#include "data/files/in_parallel.h"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace tunedesk::image {

bool is_of_image(const Error& error) {
    return error.code() == ExitCode::data;
}

Examined examine(const ImageSource& source, const std::vector<std::uint32_t>& numbers, Depth depth,
                 const DecodeOptions& options, int threads) {
    Examined examined;
    std::atomic<std::uint64_t> decoded_bytes = 0;
    std::mutex guard;
    data::for_each_in_parallel(numbers.size(), threads, [&](std::size_t i) {
        activity::touch();
        try {
            if (depth == Depth::pixels)
                decoded_bytes += source.picture(numbers[i], options).bytes();
            else
                source.check_header(numbers[i], options);
        } catch (const Error& error) {
            if (!is_of_image(error)) throw;
            const std::scoped_lock lock(guard);
            examined.rejected.push_back({numbers[i], error});
        }
    });
    examined = examined_of(numbers, std::move(examined.rejected));
    examined.decoded_bytes = decoded_bytes;
    return examined;
}

Examined examined_of(std::vector<std::uint32_t> numbers, std::vector<RejectedImage> rejected) {
    std::ranges::sort(rejected, {}, &RejectedImage::number);
    std::ranges::sort(numbers);
    std::erase_if(numbers, [&](std::uint32_t number) {
        return std::ranges::binary_search(rejected, number, {}, &RejectedImage::number);
    });
    return {std::move(numbers), std::move(rejected), 0};
}

void require_all_usable(const Examined& examined) {
    if (examined.rejected.empty()) return;
    const Error& first = examined.rejected.front().error;
    throw Error(ErrorId::images_unusable,
                {grouped(examined.rejected.size()), grouped(examined.total()), first.message()},
                first.where());
}

} // namespace tunedesk::image
