// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/schema/combinations/combination_row.h"

namespace tunedesk::preset {

namespace {

using P = Preset;

bool is_of_images(const Preset& preset) {
    return task::task_of(preset.task).is_of_images();
}

bool makes_vit(const Preset& preset) {
    return preset.model.architecture == P::Architecture::vit;
}

} // namespace

/// Rules for images and the models that read them.
Rows image_combinations() {
    return {
        refused(
            "model.architecture", "task", [](const P& p) { return makes_vit(p) && !is_of_images(p); },
            PhraseId::images_alone),
        refused(
            "model.patch_size", "data.image_size",
            [](const P& p) { return makes_vit(p) && p.data.image_size % p.model.patch_size != 0; },
            PhraseId::patches_uneven),
        refused(
            "data.image_size", "model.architecture",
            [](const P& p) { return makes_vit(p) && p.data.image_size == 0; }, PhraseId::image_size_missing),
        refused(
            "model.train", "task",
            [](const P& p) { return is_of_images(p) && p.model.train == P::Train::features; },
            PhraseId::features_of_texts),
        refused(
            "training.class_weights", "training.mixup_alpha training.cutmix_alpha",
            [](const P& p) {
                return p.training.mixup_alpha + p.training.cutmix_alpha > 0 &&
                       p.training.class_weights != "none";
            },
            PhraseId::weights_of_mixed),
        not_used(
            "model.patch_size", [](const P& p) { return !makes_vit(p); },
            used_with("model.architecture: vit")),
        not_used(
            "data.image_column data.image_size data.random_crop data.horizontal_flip data.rand_augment "
            "data.rand_augment_magnitude training.mixup_alpha training.cutmix_alpha",
            [](const P& p) { return !is_of_images(p); }, used_with("task: image-classification")),
        not_used(
            "data.rand_augment_magnitude", [](const P& p) { return p.data.rand_augment == 0; },
            used_with("data.rand_augment above 0")),
    };
}

} // namespace tunedesk::preset
