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
    return examined_of(numbers, std::move(examined.rejected));
}

Examined examined_of(std::vector<std::uint32_t> numbers, std::vector<RejectedImage> rejected) {
    std::ranges::sort(rejected, {}, &RejectedImage::number);
    std::ranges::sort(numbers);
    std::erase_if(numbers, [&](std::uint32_t number) {
        return std::ranges::binary_search(rejected, number, {}, &RejectedImage::number);
    });
    return {std::move(numbers), std::move(rejected)};
}

void require_all_usable(const Examined& examined) {
    if (examined.rejected.empty()) return;
    const Error& first = examined.rejected.front().error;
    throw Error(ErrorId::images_unusable,
                {grouped(examined.rejected.size()), grouped(examined.total()), first.message()},
                first.where());
}

} // namespace tunedesk::image
