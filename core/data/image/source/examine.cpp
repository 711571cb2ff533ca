#include "data/image/source/examine.h"

#include "base/activity.h"
#include "base/text.h"
#include "data/files/in_parallel.h"

#include <algorithm>
#include <mutex>

namespace tunedesk::image {

bool is_of_image(const Error& error) {
    return error.code() == ExitCode::data;
}

Examined examine(const ImageSource& source, const std::vector<std::uint32_t>& numbers, Depth depth,
                 const DecodeOptions& options, int threads) {
    Examined examined;
    std::mutex guard;
    data::for_each_in_parallel(numbers.size(), threads, [&](std::size_t i) {
        activity::touch();
        try {
            if (depth == Depth::pixels)
                (void)source.picture(numbers[i], options);
            else
                source.check_header(numbers[i], options);
        } catch (const Error& error) {
            if (!is_of_image(error)) throw;
            const std::scoped_lock lock(guard);
            examined.rejected.push_back({numbers[i], error});
        }
    });
    std::ranges::sort(examined.rejected, {}, &RejectedImage::number);
    std::vector<std::uint32_t> rejected;
    for (const RejectedImage& image : examined.rejected)
        rejected.push_back(image.number);
    examined.usable = numbers;
    std::ranges::sort(examined.usable);
    std::erase_if(examined.usable,
                  [&](std::uint32_t number) { return std::ranges::binary_search(rejected, number); });
    return examined;
}

void require_all_usable(const Examined& examined) {
    if (examined.rejected.empty()) return;
    const Error& first = examined.rejected.front().error;
    throw Error(ErrorId::images_unusable,
                {grouped(examined.rejected.size()), grouped(examined.total()), first.message()},
                first.where());
}

} // namespace tunedesk::image
