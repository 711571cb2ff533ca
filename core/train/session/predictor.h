// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "data/files/byte_span.h"
#include "task/task.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tunedesk::train {

/// A fine-tuned model that predicts classes or a number for texts or images, tags for words, or embeddings of
/// texts. Thread rule: one thread.
class Predictor {
public:
    /// Opens a Hugging Face folder of a sequence or token classifier, such as RUN/best, or of
    /// sentence-transformers. Throws Errors 42xx, 43xx if the folder is missing, damaged or of another kind,
    /// the tokenizer does not fit the model (plan::require_tables_fit), or the problem type is not supported
    /// (4342).
    explicit Predictor(const fs::path& model);
    ~Predictor();

    struct Text {
        std::string text;                ///< for a model of images, the path of an image
        std::optional<std::string> pair; ///< an empty string is a second text, too
        /// Spans of the text's words, for tag(); std::nullopt: those of data::words_in().
        std::optional<std::vector<data::ByteSpan>> words = {};
    };
    /// Probabilities of each text's classes, in the order of labels(), or its number. Texts are truncated as
    /// in training: by the preset of the run that the folder belongs to, else by its tokenizer_config.json,
    /// and at the model's positions. Throws Error 4340 for a pair of texts if the model takes none, 4343
    /// if the model's outputs are not finite.
    std::vector<std::vector<float>> predict(std::span<const Text> texts) const;

    /// The tags of a text's words.
    struct TaggedText {
        std::vector<data::ByteSpan> words;
        /// The class of each word, or data::ignored_label if the model has not read it (truncated, or without
        /// tokens), and the class's probability.
        std::vector<std::int32_t> tags;
        std::vector<float> scores;
    };
    /// Only for a model of tags. Truncates and throws as predict().
    std::vector<TaggedText> tag(std::span<const Text> texts) const;

    /// The embeddings of a text and of its pair, if it has one, computed separately.
    struct EmbeddedText {
        std::vector<float> embedding, pair;
    };
    /// Only for a model of embeddings. Truncates and throws as predict().
    std::vector<EmbeddedText> embed(std::span<const Text> texts) const;

    /// What each token adds to one class's logit, or to the number, to first order: gradient x input
    /// (Shrikumar et al., "Not Just a Black Box", 2016), the sum over the width of the word embedding times
    /// the logit's gradient by it.
    struct Attribution {
        std::vector<float> probabilities;
        std::size_t of_class = 0;
        std::vector<std::string> tokens;   ///< special ones included, as the tokenizer writes them
        std::vector<double> contributions; ///< by token, or by patch of an image, row by row
    };
    /// Attributes the logit of class `of_class`, or of the predicted class if that is out of range.
    Attribution attribute(const Text& text, std::size_t of_class = static_cast<std::size_t>(-1)) const;
    const std::vector<std::string>& labels() const;
    /// The number of names in id2label if it differs from the number of classes, so that they are not used;
    /// else 0.
    std::size_t unfit_names() const;
    const task::Task& task() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace tunedesk::train
