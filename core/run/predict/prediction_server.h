// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "base/json.h"
#include "data/files/byte_span.h"
#include "task/generation.h"
#include "task/task.h"

#include <QProcess>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tunedesk::run {

/// A worker process that answers prediction requests (tunedesk-worker --serve), started by the constructor
/// and ended by the destructor. Calls block. Thread rule: one thread, which needs no event loop.
class PredictionServer {
public:
    struct Text {
        std::string text;
        std::optional<std::string> pair; ///< an empty string is a second text, too
        /// The text's words for tag(), as spans of the text; std::nullopt: the worker splits the text.
        std::optional<std::vector<data::ByteSpan>> words = {};
    };

    /// The tags and entities that a model finds in a text.
    struct TaggedText {
        struct Entity {
            std::string type, text;
            std::size_t start = 0, end = 0; ///< characters (code points) of the text
            double score = 0;               ///< the mean probability of its words' tags
        };
        std::vector<std::optional<std::string>> tags; ///< one per word; std::nullopt for a truncated word
        std::vector<Entity> entities;                 ///< in the text's order
    };

    /// The embedding of a text; of a pair, each text's, and their cosine.
    struct EmbeddedText {
        std::vector<float> embedding, pair;
        std::optional<double> cosine;
    };

    /// The contribution of each token to one class's logit (gradient x input).
    struct Attribution {
        std::vector<double> probabilities;
        std::size_t of_class = 0;
        std::vector<std::string> tokens; ///< special ones included
        std::vector<double> contributions;
    };

    /// Limits of the worker's use of this machine.
    struct Limits {
        bool without_gpus = false; ///< because a run uses them
        bool one_thread = false;   ///< answers single texts sooner, especially on a busy machine
    };

    /// Throws the worker's own error if it ends before it is ready, Error 7014 if it cannot be started.
    explicit PredictionServer(const fs::path& model) : PredictionServer(model, Limits()) {}
    PredictionServer(const fs::path& model, Limits limits);
    ~PredictionServer();

    const std::vector<std::string>& labels() const { return labels_; }
    /// A warning about the model's folder, in English; empty: none.
    const std::string& warning() const { return warning_; }
    /// The kind of the model's answer: one class, several, or a number, named by labels(); tags of words;
    /// embeddings; or text of a language model, Target::answers if it takes conversations.
    task::Target target() const { return target_; }
    bool has_words() const { return target_ == task::Target::answers || target_ == task::Target::next_token; }
    /// Probabilities of each text's classes, or its number. Throws the Error that the worker answers: 4340
    /// for pairs that the model cannot take, 4343 for outputs that are not finite.
    std::vector<std::vector<double>> predict(const std::vector<Text>& texts);
    /// If target() is Target::tags, instead of predict().
    std::vector<TaggedText> tag(const std::vector<Text>& texts);
    /// If target() is Target::similarity, instead of predict().
    std::vector<EmbeddedText> embed(const std::vector<Text>& texts);
    /// Attributes the logit of class `of_class`, or of the predicted class if it is std::nullopt.
    Attribution attribute(const Text& text, std::optional<std::size_t> of_class = {});
    /// The input of a language model: a conversation that the assistant is to answer, or a text to continue.
    struct Prompt {
        std::vector<std::pair<std::string, std::string>> messages; ///< role and content of each
        std::string text;                                          ///< used if there are no messages
    };
    /// Generates a continuation of the prompt; `hear` gets each piece of the text and stops by returning
    /// false. Throws the Error that the worker answers, such as 4227 for a prompt that is too long.
    task::Generation generate(const Prompt& prompt, const task::GenerationSpec& spec,
                              const std::function<bool(const std::string&)>& hear);
    bool is_alive() const { return process_.state() == QProcess::Running; }

private:
    std::string receive();
    void send(const Json& request);
    /// The next answer; throws the Error that it holds.
    Json next_answer();
    /// `take` reads the answer's fields.
    template <class Take>
    auto ask(Json request, Take take);

    QProcess process_;
    std::vector<std::string> labels_, waiting_;
    std::string warning_;
    struct Reader;
    std::unique_ptr<Reader> reader_;
    int requests_ = 0;
    task::Target target_ = task::Target::one_class;
};

} // namespace tunedesk::run
