// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/image/augment/mix.h"

#include "data/image/sample_key.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace tunedesk::image {

namespace {

/// Uniform in (0, 1], so that the logarithm is finite.
double positive_uniform(PhiloxStream& random) {
    return 1.0 - random.uniform();
}

double standard_normal(PhiloxStream& random) {
    const double radius = std::sqrt(-2.0 * std::log(positive_uniform(random)));
    return radius * std::cos(2.0 * std::numbers::pi * random.uniform());
}

/// The logarithm of a gamma variate of this shape (Marsaglia and Tsang 2000), because small shapes underflow.
double log_gamma_variate(double shape, PhiloxStream& random) {
    if (shape < 1.0)
        return log_gamma_variate(shape + 1.0, random) + std::log(positive_uniform(random)) / shape;
    const double d = shape - 1.0 / 3.0, c = 1.0 / std::sqrt(9.0 * d);
    for (;;) {
        const double x = standard_normal(random), cubed = 1.0 + c * x;
        const double u = positive_uniform(random);
        if (cubed <= 0) continue;
        const double v = cubed * cubed * cubed;
        if (std::log(u) < 0.5 * x * x + d - d * v + d * std::log(v)) return std::log(d) + std::log(v);
    }
}

double beta_variate(double alpha, PhiloxStream& random) {
    const double one = log_gamma_variate(alpha, random), other = log_gamma_variate(alpha, random);
    return 1.0 / (1.0 + std::exp(other - one));
}

/// A box with the fraction 1 - lambda of the area around a random pixel, clipped at the edges.
Box box_of(double lambda, int width, int height, PhiloxStream& random) {
    const auto x = static_cast<int>(random.below(static_cast<std::uint64_t>(width)));
    const auto y = static_cast<int>(random.below(static_cast<std::uint64_t>(height)));
    const double half = 0.5 * std::sqrt(1.0 - lambda);
    const int half_width = static_cast<int>(half * width), half_height = static_cast<int>(half * height);
    const int left = std::max(x - half_width, 0), top = std::max(y - half_height, 0);
    return {left, top, std::min(x + half_width, width) - left, std::min(y + half_height, height) - top};
}

void mix_values(float lambda, float rest, std::span<float> own, std::span<const float> other) {
    for (std::size_t i = 0; i < own.size(); ++i)
        own[i] = other[i] * rest + own[i] * lambda;
}

void paste(const Box& box, int width, int height, std::span<float> own, std::span<const float> other) {
    for (int channel = 0; channel < 3; ++channel)
        for (int y = box.y; y < box.y + box.height; ++y) {
            const auto begin = (static_cast<std::size_t>(channel) * static_cast<std::size_t>(height) +
                                static_cast<std::size_t>(y)) *
                                   static_cast<std::size_t>(width) +
                               static_cast<std::size_t>(box.x);
            std::copy_n(other.data() + begin, box.width, own.data() + begin);
        }
}

} // namespace

Mix draw_mix(const MixSpec& spec, int width, int height, std::uint64_t seed, std::uint64_t batch) {
    const bool mixes = spec.mixup_alpha > 0, cuts = spec.cutmix_alpha > 0;
    if (!mixes && !cuts) return {};
    PhiloxStream random(seed, std::uint64_t{static_cast<std::uint8_t>(Draw::mix)} << 56 | batch);
    const bool cut = cuts && (!mixes || (random.next32() & 1));
    const double lambda = beta_variate(cut ? spec.cutmix_alpha : spec.mixup_alpha, random);
    if (!cut) return {Mix::Kind::mixup, lambda, {}};
    const Box box = box_of(lambda, width, height, random);
    const double area = static_cast<double>(box.width) * box.height;
    return {Mix::Kind::cutmix, 1.0 - area / (static_cast<double>(width) * height), box};
}

void apply_mix(const Mix& mix, std::span<float> images, std::size_t count, int width, int height) {
    if (mix.kind == Mix::Kind::none || count == 0) return;
    const std::size_t size = images.size() / count;
    const std::span<float> last_image = images.subspan((count - 1) * size, size);
    const std::vector<float> last(last_image.begin(), last_image.end()); // the partner of the first image
    // In descending order, so that each partner is still unchanged.
    for (std::size_t i = count; i-- > 0;) {
        const std::span<float> own = images.subspan(i * size, size);
        const std::span<const float> other =
            i == 0 ? std::span<const float>(last) : images.subspan((i - 1) * size, size);
        if (mix.kind == Mix::Kind::mixup)
            mix_values(static_cast<float>(mix.lambda), static_cast<float>(1.0 - mix.lambda), own, other);
        else
            paste(mix.box, width, height, own, other);
    }
}

} // namespace tunedesk::image
