// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/image/augment/rand_augment.h"

#include "data/image/augment/affine.h"
#include "data/image/augment/color_operations.h"

#include <cmath>
#include <utility>

namespace tunedesk::image {

namespace {

/// torch.linspace(first, last, bins)[at], in fp32 as torch computes it: from the nearer end, rounded once.
double evenly_spaced(double first, double last, int bins, int at) {
    const auto begin = static_cast<float>(first), end = static_cast<float>(last);
    const float step = (end - begin) / static_cast<float>(bins - 1);
    return at < bins / 2 ? std::fma(step, static_cast<float>(at), begin)
                         : std::fma(-step, static_cast<float>(bins - at - 1), end);
}

constexpr double most_shift = 150.0 / 331.0; // as a fraction of the side

} // namespace

double strength_of(Operation operation, int magnitude, int bins, int width, int height) {
    const auto up_to = [&](double most) { return evenly_spaced(0, most, bins, magnitude); };
    switch (operation) {
    case Operation::shear_x:
    case Operation::shear_y:
        return up_to(0.3);
    case Operation::translate_x:
        return up_to(most_shift * width);
    case Operation::translate_y:
        return up_to(most_shift * height);
    case Operation::rotate:
        return up_to(30.0);
    case Operation::brightness:
    case Operation::color:
    case Operation::contrast:
    case Operation::sharpness:
        return up_to(0.9);
    case Operation::posterize:
        return 8 - std::nearbyint(static_cast<float>(magnitude) / (static_cast<float>(bins - 1) / 4));
    case Operation::solarize:
        return evenly_spaced(255.0, 0.0, bins, magnitude);
    case Operation::identity:
    case Operation::autocontrast:
    case Operation::equalize:
    case Operation::count:
        break;
    }
    return 0;
}

bool is_signed(Operation operation) {
    return operation >= Operation::shear_x && operation <= Operation::sharpness;
}

Picture apply(Operation operation, Picture picture, double strength) {
    const auto factor = static_cast<float>(1.0 + strength);
    switch (operation) {
    case Operation::shear_x:
        return shear_x(picture.view(), strength);
    case Operation::shear_y:
        return shear_y(picture.view(), strength);
    case Operation::translate_x:
        return translate(picture.view(), static_cast<int>(strength), 0);
    case Operation::translate_y:
        return translate(picture.view(), 0, static_cast<int>(strength));
    case Operation::rotate:
        return rotate(picture.view(), strength);
    case Operation::brightness:
        adjust_brightness(picture, factor);
        break;
    case Operation::color:
        adjust_color(picture, factor);
        break;
    case Operation::contrast:
        adjust_contrast(picture, factor);
        break;
    case Operation::sharpness:
        adjust_sharpness(picture, factor);
        break;
    case Operation::posterize:
        posterize(picture, static_cast<int>(strength));
        break;
    case Operation::solarize:
        solarize(picture, strength);
        break;
    case Operation::autocontrast:
        autocontrast(picture);
        break;
    case Operation::equalize:
        equalize(picture);
        break;
    case Operation::identity:
    case Operation::count:
        break;
    }
    return picture;
}

Picture rand_augment(Picture picture, const RandAugmentSpec& spec, const SampleKey& key) {
    PhiloxStream random = stream_of(key, Draw::rand_augment);
    for (int i = 0; i < spec.operations; ++i) {
        const auto operation =
            static_cast<Operation>(random.below(static_cast<std::uint64_t>(Operation::count)));
        double strength =
            strength_of(operation, spec.magnitude, spec.bins, picture.width(), picture.height());
        if ((random.next32() & 1) && is_signed(operation)) strength = -strength;
        picture = apply(operation, std::move(picture), strength);
    }
    return picture;
}

} // namespace tunedesk::image
