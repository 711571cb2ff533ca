// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/images/thumbnails.h"

#include "ui/images/picture_image.h"

#include <algorithm>

namespace tunedesk::ui {

namespace {

constexpr int kept_images = 4000, images_a_job = 16, most_jobs = 2;
constexpr std::size_t most_wanted = 400;

/// Placeholder for an image that cannot be decoded.
QImage empty_image() {
    QImage image(1, 1, QImage::Format_RGB888);
    image.fill(Qt::gray);
    return image;
}

QImage make_thumbnail(const image::ImageSource& source, int number) {
    try {
        return thumbnail_of(source.picture(static_cast<std::size_t>(number), {.reduce_to = Thumbnails::side}),
                            Thumbnails::side);
    } catch (const Error&) {
        return empty_image();
    }
}

} // namespace

Thumbnails::Thumbnails(QObject* parent) : QObject(parent), kept_(kept_images) {}

void Thumbnails::use(std::shared_ptr<const image::ImageSource> source) {
    jobs_.cancel();
    jobs_ = {};
    source_ = std::move(source);
    kept_.clear();
    wanted_.clear();
    under_way_.clear();
    running_ = 0;
}

const QImage* Thumbnails::find(int number) {
    if (const QImage* kept = kept_.object(number)) return kept;
    if (!source_ || under_way_.contains(number)) return nullptr;
    std::erase(wanted_, number);
    wanted_.push_back(number);
    if (wanted_.size() > most_wanted)
        wanted_.erase(wanted_.begin(), wanted_.end() - static_cast<std::ptrdiff_t>(most_wanted));
    start();
    return nullptr;
}

void Thumbnails::start() {
    while (running_ < most_jobs && !wanted_.empty()) {
        std::vector<int> numbers;
        while (!wanted_.empty() && numbers.size() < images_a_job) {
            numbers.push_back(wanted_.back());
            under_way_.insert(wanted_.back());
            wanted_.pop_back();
        }
        ++running_;
        const CancelToken of_source = jobs_;
        read_in_background(
            this,
            [source = source_, numbers, of_source](const CancelToken&) {
                Made made;
                for (const int number : numbers)
                    if (!of_source.is_cancelled())
                        made.images.emplace_back(number, make_thumbnail(*source, number));
                return made;
            },
            [this, of_source](const Made& done) {
                if (of_source.is_cancelled()) return;
                --running_;
                for (const auto& [number, image] : done.images) {
                    under_way_.remove(number);
                    kept_.insert(number, new QImage(image));
                    Q_EMIT made(number);
                }
                start();
            });
    }
}

} // namespace tunedesk::ui
