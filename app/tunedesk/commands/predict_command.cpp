// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "base/error.h"
#include "base/text.h"
#include "data/rows/label_sets.h"
#include "output.h"
#include "program.h"
#include "prompts.h"
#include "run/predict/embedding_file.h"
#include "run/predict/predict.h"
#include "run/predict/prediction_file.h"
#include "run/predict/tagged_file.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iostream>

namespace tunedesk::app {

namespace {

struct PredictOptions {
    std::string source, file, out, column, pair_column, label_column;
    std::vector<std::string> texts, pairs;
    std::string separator; ///< of the labels of a row with several
    bool json = false, are_files = false;
    std::optional<data::TagColumns> tags; ///< for a run that was trained to tag words
    PromptOptions prompts;                ///< for a language model
};

using Text = run::PredictionServer::Text;

/// Options that were not given are taken from the run's preset.
PredictOptions with_columns(PredictOptions options) {
    const run::TextColumns columns = run::columns_of(options.source);
    if (options.label_column.empty()) options.label_column = columns.label;
    options.separator = columns.separator;
    options.are_files = columns.are_files;
    options.tags = columns.tags;
    if (options.column.empty()) {
        options.column = columns.text;
        if (options.pair_column.empty() && !options.file.empty()) options.pair_column = columns.pair;
    }
    if (!columns.pair.empty() && options.pair_column.empty() && options.pairs.empty() && !columns.compares)
        print_notice("warning: the run was trained on pairs of texts, {} and {}; predictions for a single "
                     "text are unreliable\n",
                     columns.text, columns.pair);
    return options;
}

run::TextColumns columns_of(const PredictOptions& options) {
    return {options.column,    options.pair_column, options.label_column,
            options.separator, options.are_files,   options.tags};
}

bool is_of_tags(const run::PredictionServer& server) {
    return server.target() == task::Target::tags;
}

std::vector<Text> texts_of(const PredictOptions& options, bool of_tags) {
    std::vector<Text> texts;
    for (std::size_t i = 0; i < options.texts.size(); ++i) {
        texts.push_back({options.texts[i], {}});
        if (i < options.pairs.size()) texts.back().pair = options.pairs[i];
    }
    if (!options.file.empty()) {
        run::TextFile read = of_tags ? run::read_tagged(options.file, columns_of(options)).rows
                                     : run::read_texts(options.file, options.column, options.pair_column);
        if (options.are_files) run::resolve_paths(read, options.file);
        std::ranges::move(read.texts, std::back_inserter(texts));
    }
    if (options.texts.empty() && options.file.empty())
        // including blank ones: answers correspond to lines
        for (std::string line; std::getline(std::cin, line);) {
            require_utf8(line, fmt::format("line {} of the standard input", texts.size() + 1));
            texts.push_back({line, {}});
        }
    return texts;
}

Json line_of(const Text& text) {
    Json line = {{"text", text.text}};
    if (text.pair) line["pair"] = *text.pair;
    return line;
}

void print(const Text& text, const std::vector<double>& probabilities, const std::vector<std::string>& labels,
           bool json) {
    const auto best = static_cast<std::size_t>(std::max_element(probabilities.begin(), probabilities.end()) -
                                               probabilities.begin());
    if (!json) {
        print_text("{}\t{:.4f}\t{}\n", harmless(labels[best]), probabilities[best], harmless(text.text));
        return;
    }
    Json line = line_of(text);
    line["label"] = labels[best];
    line["probabilities"] = run::by_label(labels, probabilities);
    print_json(line, -1);
}

/// Prints all labels of the text, "-" if there are none.
void print_set(const Text& text, const std::vector<double>& probabilities,
               const std::vector<std::string>& labels, bool json) {
    const std::vector<float> values(probabilities.begin(), probabilities.end());
    std::vector<std::string> predicted;
    for (const std::int32_t id : report::predicted_labels(values))
        predicted.push_back(labels[static_cast<std::size_t>(id)]);
    if (!json) {
        const std::string listed = predicted.empty() ? "-" : data::label_field(predicted);
        return print_text("{}\t{}\n", harmless(listed), harmless(text.text));
    }
    Json line = line_of(text);
    line["labels"] = predicted;
    line["probabilities"] = run::by_label(labels, probabilities);
    print_json(line, -1);
}

void print_number(const Text& text, double number, const std::string& name, bool json) {
    if (!json) return print_text("{:.4f}\t{}\n", number, harmless(text.text));
    Json line = line_of(text);
    line["name"] = name;
    line["number"] = number;
    print_json(line, -1);
}

/// Prints all entities of the text, "-" if there are none.
void print_entities(const Text& text, const run::PredictionServer::TaggedText& tagged, bool json) {
    if (json) {
        Json line = line_of(text);
        line["entities"] = run::json_of(tagged.entities);
        return print_json(line, -1);
    }
    std::string listed;
    for (const auto& entity : tagged.entities)
        listed += fmt::format("{}{}: {}", listed.empty() ? "" : "; ", entity.type, entity.text);
    print_text("{}\t{}\n", listed.empty() ? "-" : harmless(listed), harmless(text.text));
}

void print_tagged(run::PredictionServer& server, const std::vector<Text>& texts, bool json) {
    run::tag_all(server, texts, [&](std::size_t i, const run::PredictionServer::TaggedText& tagged) {
        print_entities(texts[i], tagged, json);
        std::fflush(stdout);
    });
}

/// Prints the embedding's first numbers and its length; for a pair the cosine.
void print_embedding(const Text& text, const run::PredictionServer::EmbeddedText& embedded, bool json) {
    constexpr std::size_t most_shown = 4;
    if (json) {
        Json line = line_of(text);
        line["embedding"] = embedded.embedding;
        if (embedded.cosine) {
            line["pair_embedding"] = embedded.pair;
            line["cosine"] = *embedded.cosine;
        }
        return print_json(line, -1);
    }
    if (embedded.cosine)
        return print_text("{:.4f}\t{}\t{}\n", *embedded.cosine, harmless(text.text), harmless(*text.pair));
    std::string shown;
    for (std::size_t i = 0; i < std::min(most_shown, embedded.embedding.size()); ++i)
        shown += fmt::format("{:.4f} ", embedded.embedding[i]);
    print_text("{}... ({} numbers)\t{}\n", shown, embedded.embedding.size(), harmless(text.text));
}

void print_embeddings(run::PredictionServer& server, const std::vector<Text>& texts, bool json) {
    run::embed_all(server, texts, [&](std::size_t i, const run::PredictionServer::EmbeddedText& embedded) {
        print_embedding(texts[i], embedded, json);
        std::fflush(stdout);
    });
}

bool is_of_embeddings(const run::PredictionServer& server) {
    return server.target() == task::Target::similarity;
}

run::FilePredictions write_predictions(run::PredictionServer& server, const run::TextColumns& columns,
                                       const PredictOptions& options) {
    if (is_of_tags(server))
        return run::tag_rows(server, run::read_tagged(options.file, columns), options.out);
    const run::RowFile rows = run::read_rows(options.file, columns);
    return is_of_embeddings(server) ? run::embed_rows(server, rows, options.out)
                                    : run::predict_rows(server, rows, options.out);
}

void predict_file(run::PredictionServer& server, const run::TextColumns& columns,
                  const PredictOptions& options) {
    const run::FilePredictions written = write_predictions(server, columns, options);
    print_text("{} predictions written: {}\n", written.rows, options.out);
    if (const std::string score = run::score_text(written); !score.empty()) print_text("{}\n", score);
}

int predict(const PredictOptions& given) {
    if (given.out.empty())
        forbid_writes();
    else
        forbid_writes_beside(given.out);
    const PredictOptions options = with_columns(given);
    int count = 1;
    char name[] = "tunedesk";
    char* arguments[] = {name, nullptr};
    const QCoreApplication application(count, arguments); // required by QProcess
    std::error_code unknown;
    if (!options.out.empty() && fs::equivalent(options.file, options.out, unknown))
        throw Error(ErrorId::predictions_replace_texts, {}, options.out);
    const run::TextColumns columns = columns_of(options);
    run::PredictionServer server(run::model_of(options.source));
    if (!server.warning().empty()) print_notice("warning: {}\n", server.warning());
    if (server.has_words()) {
        if (!options.texts.empty() || options.file.empty())
            answer_texts(server, options.texts, options.prompts);
        if (!options.file.empty()) answer_file(server, options.file, columns, options.out, options.prompts);
        return 0;
    }
    if (!options.out.empty()) {
        predict_file(server, columns, options);
        return 0;
    }
    const std::vector<Text> texts = texts_of(options, is_of_tags(server));
    if (is_of_tags(server)) {
        print_tagged(server, texts, options.json);
        return 0;
    }
    if (is_of_embeddings(server)) {
        print_embeddings(server, texts, options.json);
        return 0;
    }
    run::predict_all(server, texts, [&](std::size_t i, const std::vector<double>& probabilities) {
        if (server.target() == task::Target::number)
            print_number(texts[i], probabilities[0], server.labels()[0], options.json);
        else if (server.target() == task::Target::several_classes)
            print_set(texts[i], probabilities, server.labels(), options.json);
        else
            print(texts[i], probabilities, server.labels(), options.json);
        std::fflush(stdout);
    });
    return 0;
}

/// Options for language models.
void add_prompt_options(CLI::App& command, PredictOptions& options) {
    task::GenerationSpec& spec = options.prompts.generation;
    const auto add = [&](const char* name, auto& value, const char* help) {
        command.add_option(name, value, help)->capture_default_str()->group("Language models");
    };
    add("--max-new-tokens", spec.max_new_tokens, "Maximum number of tokens in an answer");
    add("--temperature", spec.sampling.temperature,
        "0: always the most likely token; 1: sample from the model's probabilities");
    add("--top-k", spec.sampling.top_k, "Sample from this many most likely tokens; 0: from all");
    add("--top-p", spec.sampling.top_p,
        "Sample from the most likely tokens that together have this probability");
    add("--repetition-penalty", spec.sampling.repetition_penalty,
        "Above 1, tokens that already occur in the text become less likely");
    command.add_option("--seed", spec.sampling.seed, "Seed for sampling")
        ->capture_default_str()
        ->check(CLI::Validator(
            [](const std::string& text) { // CLI11 would wrap the text
                return text.starts_with('-') ? fmt::format("\"{}\" is not a whole number from 0", text)
                                             : std::string();
            },
            ""))
        ->group("Language models");
    command.add_option("--stop", spec.stop_strings, "End before this text; may be given several times")
        ->group("Language models");
    command.add_option("--system", options.prompts.system, "The system's message before each prompt")
        ->group("Language models");
    command.add_flag("--raw", options.prompts.raw, "Continue texts, without the chat template of the model")
        ->group("Language models");
}

struct PromptOption {
    const char *key, *name, *range; ///< `key`: in the request to the worker
};
constexpr PromptOption ranged_options[] = {
    {"temperature", "--temperature", "a number from 0 to 100"},
    {"top_k", "--top-k", "a whole number from 0"},
    {"top_p", "--top-p", "a number above 0, at most 1"},
    {"repetition_penalty", "--repetition-penalty", "a number above 0"},
    {"max_new_tokens", "--max-new-tokens", "a whole number from 1 to 1048576"},
    {"stop_strings", "--stop", "a text that is not empty"}};

/// The worker would also reject them, but only after reading the model.
void check_prompt_options(const task::GenerationSpec& spec) {
    for (const auto& [name, value] : {std::pair("--temperature", spec.sampling.temperature),
                                      {"--top-p", spec.sampling.top_p},
                                      {"--repetition-penalty", spec.sampling.repetition_penalty}})
        // not representable in JSON
        if (!std::isfinite(value)) throw CLI::ValidationError(name, "not a finite number");
    try {
        (void)task::generation_spec(task::json_of(spec));
    } catch (const Error& error) {
        const auto* option = std::ranges::find(ranged_options, error.values().at(0), &PromptOption::key);
        if (option == std::end(ranged_options)) throw;
        throw CLI::ValidationError(option->name, fmt::format("not {}", option->range));
    }
}

/// Checks the texts on the command line.
void check_text_options(const PredictOptions& options) {
    if (options.pairs.size() > options.texts.size())
        throw CLI::ValidationError("--pair", "there are more of them than of --text");
    for (const auto& [name, texts] : {std::pair("--text", &options.texts),
                                      {"--pair", &options.pairs},
                                      {"--stop", &options.prompts.generation.stop_strings}})
        for (const std::string& text : *texts)
            require_utf8(text, name);
    require_utf8(options.prompts.system, "--system");
}

} // namespace

void add_predict_command(CLI::App& app, Action& action) {
    const auto options = std::make_shared<PredictOptions>();
    CLI::App* command = app.add_subcommand(
        "predict", "Answer for texts with a fine-tuned model: label, probability, text; labels, text; "
                   "number, text; entities, text; embedding, text, or the cosine of two texts; or the answer "
                   "of a language model");
    command
        ->add_option(
            "RUN_OR_MODEL", options->source,
            "A run folder (its best model is used), a model folder, or the name of a downloaded model")
        ->required();
    CLI::Option* text = command->add_option(
        "--text", options->texts,
        "A text; may be given several times. Without --text and --file, lines of standard input");
    command->add_option("--pair", options->pairs, "The second text of each --text")->needs(text);
    CLI::Option* file = command->add_option("--file", options->file, "A CSV, TSV or JSONL file of texts");
    command
        ->add_option("--out", options->out,
                     "Write the file's predictions as CSV: its own columns, prediction, every class's "
                     "probability; and say the accuracy, or the error, where it has labels. Embeddings "
                     "as CSV or JSONL")
        ->needs(file);
    command->add_option("--column", options->column, "The file's text column; else the run's, or text");
    command->add_option("--pair-column", options->pair_column,
                        "The file's second text column; else the run's");
    command
        ->add_option("--label-column", options->label_column,
                     "With --out: the file's label column, for the accuracy; else the run's")
        ->needs(file);
    command->add_flag("--json", options->json, "One JSON object a text, with every class's probability");
    add_prompt_options(*command, *options);
    command->callback([options, &action] {
        check_text_options(*options);
        check_prompt_options(options->prompts.generation);
        options->prompts.json = options->json;
        action = [options] { return predict(*options); };
    });
}

} // namespace tunedesk::app
