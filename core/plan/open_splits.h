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

/// The rows of one split: those of a file, or the part of data.train that is split off.
struct OpenedSplit {
    std::shared_ptr<const data::Table> table; ///< null: the preset has no such split
    std::vector<std::uint32_t> rows;          ///< index in the table of each sample's row
    std::vector<std::int32_t> labels;         ///< class id of each sample; empty if there are none
    data::LabelSets sets;                     ///< class ids of each sample, if it may have several
    std::vector<float> numbers; ///< target of each sample, if the targets are numbers; else empty
    data::RowTags tags;         ///< tags of each sample, if it has one per word
    bool is_chat = false;       ///< rows are conversations, whose answers are the targets
    bool is_stream = false;     ///< rows are texts; each token's target is the next
    bool is_tagged = false;     ///< rows are lists of words
    /// Number of texts of a row that are encoded separately and compared: 2 or 3; else 1.
    std::uint32_t texts = 1;
    bool ranks = false;  ///< rows are pairs or triplets: the second text of each is its correct match
    bool is_cut = false; ///< `rows` are a part of data.train
    std::shared_ptr<const image::ImageSource> images = nullptr; ///< the images that the table's rows refer to
    std::uint64_t decoded_bytes = 0;                            ///< size of the split's images, decoded

    std::size_t size() const { return rows.size(); }
    /// Whether the samples have targets.
    bool has_targets() const {
        return is_stream || is_chat || !labels.empty() || !sets.empty() || !numbers.empty() ||
               !tags.empty() || ranks;
    }
    /// The class ids of all samples or of their words; empty if the targets are numbers.
    std::span<const std::int32_t> class_ids() const {
        if (!tags.empty()) return tags.ids.values();
        return sets.empty() ? labels : sets.ids();
    }
};

/// Receives what is found while splits are opened: for training, which stops at the first problem, and for
/// the checks, which list all problems.
class SplitListener {
public:
    virtual ~SplitListener() = default;
    /// Called after a file was read. `role`: "train", "validation", "test", or the name of an extra
    /// validation set.
    virtual void has_read(const std::string& role, const data::Table& table) = 0;
    /// Called for findings in files, in the order of training, then in classes and in rows that occur in two
    /// splits.
    virtual void has_found(const data::Finding& finding) = 0;
    /// Called for a problem that would end a run. If it returns, the remaining splits are still opened.
    virtual void has_failed(const Error& problem) { throw problem; }
};

struct OpenedSplits {
    /// For a task of numbers, one name: the label column's. Empty if the labels of the training rows could
    /// not be read.
    data::LabelMap labels;
    OpenedSplit train, validation, test;
    /// The sets of data.extra_validation by name, in their order.
    std::vector<std::pair<std::string, OpenedSplit>> extra;
};

/// The names of the outputs: the classes of the training rows, or the name of a number. Throws Errors 31xx as
/// make_label_map() and make_label_set_map().
data::LabelMap output_names(const Preset& preset, const data::Table& train,
                            const std::vector<std::string>& model_labels);

/// The rows of a split's file or images; `role` as in SplitListener::has_read().
struct ReadRows {
    data::Table table;
    std::shared_ptr<const image::ImageSource> images; ///< null unless the task is of images
    std::uint64_t decoded_bytes = 0;                  ///< size of the images, decoded
};
/// Reads the rows as set in `spec`. Throws the errors of data::read_table() and image::read_images().
ReadRows read_rows(const Preset& preset, const std::string& role, const fs::path& path,
                   const data::TableSpec& spec);

/// Reads the files that a preset names, assigns ids or numbers to the labels, omits the rows that
/// data.bad_rows: skip omits, and splits data.train: the only conversion from files to samples.
/// `model_labels`: the model's own class names, or none. Errors 31xx are passed to the listener.
OpenedSplits open_splits(const Preset& preset, const std::vector<std::string>& model_labels,
                         SplitListener& listener);

} // namespace tunedesk::plan
