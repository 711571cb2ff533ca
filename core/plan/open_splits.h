// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "data/image/source/image_source.h"
#include "data/rows/findings.h"
#include "data/rows/label_sets.h"
#include "data/rows/labels.h"
#include "data/rows/table.h"
#include "data/tags/tag_map.h"
#include "preset/preset.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tunedesk::plan {

/// The rows of one split: a file's, or the part of data.train that is cut off for it.
struct OpenedSplit {
    std::shared_ptr<const data::Table> table; ///< null: the preset has no such split
    std::vector<std::uint32_t> rows;          ///< row of the table of each sample
    std::vector<std::int32_t> labels;         ///< class id of each sample; empty if there are none
    data::LabelSets sets;                     ///< class ids of each sample, where it may have several
    std::vector<float> numbers;               ///< of each sample, where the task's target is one; else empty
    data::RowTags tags;                       ///< of each sample, where it has one for each of its words
    bool is_chat = false;                     ///< rows are conversations, which hold their targets
    bool is_stream = false;                   ///< rows are texts; each token's target is the next
    bool is_tagged = false;                   ///< rows are lists of words
    /// Texts of a row that are read each by itself, and compared: 2 or 3; else 1.
    std::uint32_t texts = 1;
    bool ranks = false;  ///< rows are pairs or triplets: each names its own right text
    bool is_cut = false; ///< `rows` are a part of data.train
    std::shared_ptr<const image::ImageSource> images = nullptr; ///< that the table's rows name
    std::uint64_t decoded_bytes = 0;                            ///< of the split's images, decoded

    std::size_t size() const { return rows.size(); }
    /// Whether the samples come with what they are to be given.
    bool has_targets() const {
        return is_stream || is_chat || !labels.empty() || !sets.empty() || !numbers.empty() ||
               !tags.empty() || ranks;
    }
    /// The class ids of all samples together, or of their words; empty if the targets are numbers.
    std::span<const std::int32_t> class_ids() const {
        if (!tags.empty()) return tags.ids.values();
        return sets.empty() ? labels : sets.ids();
    }
};

/// What is heard while splits are opened: of training, which stops at the first problem, and of the checks,
/// which list them all.
class SplitListener {
public:
    virtual ~SplitListener() = default;
    /// A file was read. `role`: "train", "validation", "test", or the name of an extra validation set.
    virtual void has_read(const std::string& role, const data::Table& table) = 0;
    /// Of files in the order of training, then of the classes and of rows in two splits.
    virtual void has_found(const data::Finding& finding) = 0;
    /// A problem that a run would end with. Where this returns, what is left is opened all the same.
    virtual void has_failed(const Error& problem) { throw problem; }
};

struct OpenedSplits {
    /// Of a task of numbers, one name: the label column's. Without names where the training rows' labels
    /// could not be read.
    data::LabelMap labels;
    OpenedSplit train, validation, test;
    /// data.extra_validation, by its names in their order.
    std::vector<std::pair<std::string, OpenedSplit>> extra;
};

/// What the outputs stand for: the classes of the training rows, or the name of a number. Throws Errors 31xx
/// as make_label_map() and make_label_set_map().
data::LabelMap output_names(const Preset& preset, const data::Table& train,
                            const std::vector<std::string>& model_labels);

/// The rows of a split's file or images: `role` is that of SplitListener::has_read().
struct ReadRows {
    data::Table table;
    std::shared_ptr<const image::ImageSource> images; ///< null but for a task of images
    std::uint64_t decoded_bytes = 0;                  ///< of these, decoded
};
/// Reads them as `spec` says. Throws as data::read_table() and image::read_images().
ReadRows read_rows(const Preset& preset, const std::string& role, const fs::path& path,
                   const data::TableSpec& spec);

/// Reads the files that a preset names, gives the labels their ids or numbers, leaves out what data.bad_rows:
/// skip leaves out, and cuts data.train: the one way from files to samples. `model_labels`: the model's own
/// names of classes, or none. Errors 31xx go to the listener.
OpenedSplits open_splits(const Preset& preset, const std::vector<std::string>& model_labels,
                         SplitListener& listener);

} // namespace tunedesk::plan
