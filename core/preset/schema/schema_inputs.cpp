// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/schema/schema_row.h"

// Keys of data that only rows of one kind have: images, lists of words with a tag each, or texts to compare.
namespace tunedesk::preset {

void add_images(Table& t) {
    t.key("image_column", TUNEDESK_AT(data.image_column))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Image column"))
        .help("Column of the images' files, where data.train is a table: paths from the table's folder.");
    t.key("image_size", TUNEDESK_AT(data.image_size))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Image size"))
        .from(0)
        .to(4096)
        .unit("pixels")
        .help("Side of the square that every image is resized to; 0 is the model's own. A model of another "
              "size "
              "has its positions interpolated.");
    t.key("random_crop", TUNEDESK_AT(data.random_crop))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Random crop"))
        .help("Random crop of each training image. padded: an image-sized crop, shifted by up to 4 pixels "
              "with black padding; resized: a part of 8 to 100 % of its area; none: the whole image.");
    t.key("horizontal_flip", TUNEDESK_AT(data.horizontal_flip))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Horizontal flip"))
        .help("Mirror a random half of the training images, drawn again in each epoch.");
    t.key("rand_augment", TUNEDESK_AT(data.rand_augment))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "RandAugment operations"))
        .from(0)
        .to(16)
        .help("Operations of RandAugment on each training image, drawn again in each epoch; 0: none.");
    t.key("rand_augment_magnitude", TUNEDESK_AT(data.rand_augment_magnitude))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "RandAugment magnitude"))
        .from(0)
        .to(30)
        .help("With rand_augment: how strong the operations are.");
}

void add_tags(Table& t) {
    t.key("token_column", TUNEDESK_AT(data.token_column))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Word column"))
        .from(-1000)
        .to(1000)
        .help("Of files with a word a line (CoNLL): the column of the words, from 1, or from -1, the last, "
              "backwards. JSONL has them as a list.");
    t.key("tag_column", TUNEDESK_AT(data.tag_column))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Tag column"))
        .from(-1000)
        .to(1000)
        .help("Of files with a word a line (CoNLL): the column of the tags. JSONL has them as a "
              "list.");
    t.key("tag_names", TUNEDESK_AT(data.tag_names))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Tag names"))
        .help("Names of tags that JSONL has as whole numbers from 0, with commas between them: "
              "O,B-PER,I-PER.");
}

void add_pairs(Table& t) {
    t.key("negative_column", TUNEDESK_AT(data.negative_column))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Negative text column"))
        .help("Of sentence embeddings: column of a text that is far from the first one (triplets); empty "
              "for pairs.");
    t.key("score_column", TUNEDESK_AT(data.score_column))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Similarity column"))
        .help("Of sentence embeddings: column of the similarity of the two texts, a number from 0 to 1 or "
              "from -1 to 1; empty: the second text belongs to the first one.");
}

} // namespace tunedesk::preset
