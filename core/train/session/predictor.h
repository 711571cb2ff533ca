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

/// A fine-tuned model that answers for single texts or images, with classes or a number, for the words of
/// texts with tags, or for texts with their embeddings. Thread rule: one thread.
class Predictor {
public:
    /// Opens a Hugging Face folder of a classifier of sequences or tokens, such as RUN/best, or without such
    /// a head one of sentence-transformers. Throws Errors 42xx, 43xx: no such folder, a damaged one, one that
    /// is neither, a tokenizer that does not fit the model (plan::require_tables_fit), or a model of another
    /// problem than one class or a number a text (4342).
    explicit Predictor(const fs::path& model);
    ~Predictor();

    struct Text {
        std::string text;                ///< of a model that reads images, an image's file
        std::optional<std::string> pair; ///< an empty one is a second text too
        /// Parts of the text that are its words, for tag(); nothing: those of data::words_in().
        std::optional<std::vector<data::ByteSpan>> words = {};
    };
    /// Probabilities of each text's classes, in the order of labels(), or its number. Texts are truncated as
    /// in training: by the preset of the run that the folder belongs to, else by its tokenizer_config.json,
    /// and at the model's positions. Throws Error 4340 for a pair of texts where the model takes none, 4343
    /// if the model's outputs are not finite.
    std::vector<std::vector<float>> predict(std::span<const Text> texts) const;

    /// The tags of a text's words.
    struct TaggedText {
        std::vector<data::ByteSpan> words;
        /// Of each word its class, or data::ignored_label where the model has not read it (truncation, or no
        /// token), and the class's probability.
        std::vector<std::int32_t> tags;
        std::vector<float> scores;
    };
    /// Of a model whose task's target are tags, and of no other. Truncates and throws as predict().
    std::vector<TaggedText> tag(std::span<const Text> texts) const;

    /// The embedding of a text, and of its pair, where it has one, each by itself.
    struct EmbeddedText {
        std::vector<float> embedding, pair;
    };
    /// Of a model whose task embeds, and of no other. Truncates and throws as predict().
    std::vector<EmbeddedText> embed(std::span<const Text> texts) const;

    /// What each token adds to one class's logit, or to the number, to first order: gradient x input
    /// (Shrikumar et al., "Not Just a Black Box", 2016), the sum over the width of the word embedding times
    /// the logit's gradient by it.
    struct Attribution {
        std::vector<float> probabilities;
        std::size_t of_class = 0;
        std::vector<std::string> tokens;   ///< special ones included, as the tokenizer writes them
        std::vector<double> contributions; ///< of each token, or of an image's patches, row by row
    };
    /// Of the predicted class where `of_class` is none of the classes.
    Attribution attribute(const Text& text, std::size_t of_class = static_cast<std::size_t>(-1)) const;
    const std::vector<std::string>& labels() const;
    /// How many names id2label has where they are not as many as the classes, and so not used; else 0.
    std::size_t unfit_names() const;
    const task::Task& task() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace tunedesk::train
