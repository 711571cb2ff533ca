#include "commands.h"

#include "base/error.h"
#include "base/json.h"
#include "data/table.h"
#include "event/run_folder.h"
#include "run/prediction_server.h"

#include <QCoreApplication>
#include <algorithm>
#include <fmt/format.h>
#include <iostream>

namespace tunedesk::app {

namespace {

struct Options {
    std::string source, file, column = "text", pair_column;
    std::vector<std::string> texts;
    bool json = false;
};

using Text = run::PredictionServer::Text;

/// A run's best model, or its final one; any other folder is a model itself.
fs::path model_of(const fs::path& source) {
    if (!fs::is_directory(source)) throw Error(4335, "there is no such run or model folder", source.string());
    const event::RunFolder run{source};
    if (!run.holds_run()) return source;
    if (fs::is_directory(run.best())) return run.best();
    if (fs::is_directory(run.final_model())) return run.final_model();
    throw Error(4335, "the run has left no model yet", source.string(),
                "wait for its first evaluation, or resume it");
}

std::vector<Text> texts_of(const Options& options) {
    std::vector<Text> texts;
    for (const std::string& text : options.texts)
        texts.push_back({text, {}});
    if (!options.file.empty()) {
        data::TableSpec spec;
        spec.text_column = options.column;
        spec.text_pair_column = options.pair_column;
        spec.label_column.clear();
        const data::Table table = data::read_table(options.file, spec);
        for (const data::Table::Row& row : table.rows())
            texts.push_back({std::string(row.text), std::string(row.pair)});
    }
    if (options.texts.empty() && options.file.empty())
        for (std::string line; std::getline(std::cin, line);)
            if (!line.empty()) texts.push_back({line, {}});
    return texts;
}

void print(const Text& text, const std::vector<double>& probabilities, const std::vector<std::string>& labels,
           bool json) {
    const auto best = static_cast<std::size_t>(std::max_element(probabilities.begin(), probabilities.end()) -
                                               probabilities.begin());
    if (!json) {
        fmt::print("{}\t{:.4f}\t{}\n", labels[best], probabilities[best], text.text);
        return;
    }
    Json line = {{"text", text.text}};
    if (!text.pair.empty()) line["pair"] = text.pair;
    line["label"] = labels[best];
    for (std::size_t i = 0; i < labels.size(); ++i)
        line["probabilities"][labels[i]] = probabilities[i];
    fmt::print("{}\n", line.dump(-1, ' ', false, Json::error_handler_t::replace));
}

int predict(const Options& options) {
    int count = 1;
    char name[] = "tunedesk";
    char* arguments[] = {name, nullptr};
    const QCoreApplication application(count, arguments); // QProcess wants one
    const std::vector<Text> texts = texts_of(options);
    run::PredictionServer server(model_of(options.source));
    // Small requests: a frame holds a megabyte, and longest texts are cut by the worker, not here.
    constexpr std::size_t most_texts = 32, most_bytes = 256u << 10;
    for (std::size_t begin = 0; begin < texts.size();) {
        std::vector<Text> part;
        for (std::size_t bytes = 0;
             begin < texts.size() && part.size() < most_texts && (part.empty() || bytes < most_bytes);
             ++begin) {
            part.push_back(texts[begin]);
            bytes += texts[begin].text.size() + texts[begin].pair.size();
        }
        const auto probabilities = server.predict(part);
        for (std::size_t i = 0; i < part.size(); ++i)
            print(part[i], probabilities.at(i), server.labels(), options.json);
        std::fflush(stdout);
    }
    return 0;
}

} // namespace

void add_predict_command(CLI::App& app, Action& action) {
    const auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("predict", "Classify texts with a fine-tuned model: label, probability, text");
    command
        ->add_option("RUN_OR_MODEL", options->source,
                     "A run folder (its best model is used) or a model folder")
        ->required();
    command->add_option(
        "--text", options->texts,
        "A text; may be given several times. Without --text and --file, lines of standard input");
    command->add_option("--file", options->file, "A CSV, TSV or JSONL file of texts");
    command->add_option("--column", options->column, "The file's text column")->capture_default_str();
    command->add_option("--pair-column", options->pair_column, "The file's second text column");
    command->add_flag("--json", options->json, "One JSON object a text, with every class's probability");
    command->callback([options, &action] { action = [options] { return predict(*options); }; });
}

} // namespace tunedesk::app
