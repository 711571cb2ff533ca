#pragma once

#include "base/file.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tunedesk::train {

/// A fine-tuned classifier that answers for single texts. Thread rule: one thread.
class Predictor {
public:
    /// Opens a Hugging Face folder of a sequence classifier, such as RUN/best. Throws Errors 42xx, 43xx: no
    /// such folder, a damaged one, or one without a classification head.
    explicit Predictor(const fs::path& model);
    ~Predictor();

    struct Text {
        std::string text, pair; ///< pair empty: a single text
    };
    /// Probabilities of each text's classes, in the order of labels(). Texts are cut at the model's
    /// positions, on the side that its tokenizer_config.json names.
    std::vector<std::vector<float>> predict(std::span<const Text> texts) const;

    /// What each token adds to one class's logit, to first order: gradient x input (Shrikumar et al., "Not
    /// Just a Black Box", 2016), the sum over the width of the word embedding times the logit's gradient by
    /// it.
    struct Attribution {
        std::vector<float> probabilities;
        std::size_t of_class = 0;
        std::vector<std::string> tokens; ///< special ones included, as the tokenizer writes them
        std::vector<double> contributions;
    };
    /// Of the predicted class where `of_class` is none of the classes.
    Attribution attribute(const Text& text, std::size_t of_class = static_cast<std::size_t>(-1)) const;
    const std::vector<std::string>& labels() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace tunedesk::train
