// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/schema/schema_table.h"

#include "base/text.h"
#include "preset/schema/schema_row.h"

namespace tunedesk::preset {

namespace {

/// The name becomes part of the run folder's: nothing in it may lead elsewhere.
bool is_plain_name(const std::string& text) {
    return text.size() <= 100 && text.find_first_of("/\\") == std::string::npos && !text.starts_with('.');
}

std::vector<std::string> all_monitors() {
    std::vector<std::string> all;
    for (const task::Task& task : task::tasks())
        for (std::string& monitor : task.monitors())
            if (std::ranges::find(all, monitor) == all.end()) all.push_back(std::move(monitor));
    return all;
}

/// What Hugging Face calls them: a metric's own name or the column's, with "eval_" or without.
std::vector<std::pair<std::string, std::string>> names_of_monitors() {
    std::vector<std::pair<std::string, std::string>> names;
    const auto add = [&](const std::string& name, const std::string& monitor) {
        for (const std::string& each : {name, "eval_" + name})
            if (std::ranges::find(names, each, &std::pair<std::string, std::string>::first) == names.end())
                names.emplace_back(each, monitor);
    };
    for (const task::Task& task : task::tasks())
        for (const task::Metric& metric : task.metrics) {
            const std::string monitor = std::string("val_") + metric.column;
            add(metric.name, monitor);
            add(metric.column, monitor);
        }
    add("spearmanr", "val_spearman");
    return names;
}

void add_top(Table& t) {
    t.section("");
    t.key("tunedesk", TUNEDESK_AT(tunedesk))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Schema version"))
        .from(1)
        .to(1)
        .help("Version of this schema.");
    t.key("name", TUNEDESK_AT(name))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Name"))
        .or_else(
            TUNEDESK_TRANSLATABLE(
                "FreeForm", "a name of at most 100 bytes without / or \\ that does not begin with a dot"),
            is_plain_name)
        .alias("run_name")
        .help("What the run is called; its folder is NAME-UTC. Without one, the file's name.");
    t.key("task", TUNEDESK_AT(task)).label(TUNEDESK_TRANSLATABLE("KeyLabel", "Task")).help("Task to train.");
    t.key("recipe", TUNEDESK_AT(recipe))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Published recipe"))
        .help("The published experiment that this one repeats, as R1-plain; comparisons then show its "
              "figures next to the run's. It does not affect training.");
}

/// How long rows become samples.
void add_lengths(Table& t) {
    t.key("max_length", TUNEDESK_AT(data.max_length))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Maximum length"))
        .from(3)
        .to(1048576)
        .unit("tokens")
        .help("Longer rows are truncated to this many tokens, special ones included.");
    t.key("truncation_side", TUNEDESK_AT(data.truncation_side))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Truncated side"))
        .help("The end of a long row that is cut off.");
    t.key("stride", TUNEDESK_AT(data.stride))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Window overlap"))
        .from(0)
        .to(524288)
        .unit("tokens")
        .help("Above 0, rows longer than max_length are not truncated but read in windows of max_length "
              "tokens, each of which begins with so many tokens of the one before it; a row's prediction is "
              "the mean of its windows' outputs. A quarter of max_length is usual.");
    t.key("max_windows", TUNEDESK_AT(data.max_windows))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Windows per row"))
        .from(1)
        .to(1024)
        .unit("windows")
        .help("With a stride: windows of a row; what does not fit into them is truncated.");
    t.key("documents", TUNEDESK_AT(data.documents))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Document boundaries"))
        .help(
            "How the rows of a language model's text become windows of max_length tokens. joined: all rows "
            "are one stream, cut without regard to where they end; separate: each row is a document, and no "
            "window crosses into the next (a text file is one document).");
}

/// The files, or the fractions that take their place.
void add_splits(Table& t) {
    t.key("train", TUNEDESK_AT(data.train))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Training data"))
        .path()
        .required()
        .help("Training rows: CSV, TSV or JSONL, possibly .gz or .zst. Of tagged words: CoNLL or JSONL. Of "
              "images: a folder or a zip with a folder a class, CIFAR-10's or IDX files, or a table.");
    t.key("validation", TUNEDESK_AT(data.validation))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Validation data"))
        .path()
        .help("Rows that choose the best model; or use validation_split.");
    t.key("extra_validation", TUNEDESK_AT(data.extra_validation))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "More validation sets"))
        .paths()
        .help(
            "Further files, or data sets by name, that each evaluation reports on, each under its own name, "
            "as [other.csv, stanfordnlp/imdb]. They choose no model and stop no training; validation does.");
    t.key("test", TUNEDESK_AT(data.test))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Test data"))
        .path()
        .help("Rows of the report; or use test_split.");
    t.key("validation_split", TUNEDESK_AT(data.validation_split))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Validation split"))
        .from(0)
        .to(0.9)
        .help("Fraction cut from train for validation, stratified by label and seeded.");
    t.key("test_split", TUNEDESK_AT(data.test_split))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Test split"))
        .from(0)
        .to(0.9)
        .help("Fraction cut from train for the test, stratified by label and seeded.");
    t.key("split_file", TUNEDESK_AT(data.split_file))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Split file"))
        .path()
        .help("CSV with the columns line and split (train, validation or test) for every row of train, "
              "instead of validation_split and test_split: the split stays when labels are corrected.");
}

void add_data(Table& t) {
    t.section("data");
    add_splits(t);
    t.key("text_column", TUNEDESK_AT(data.text_column))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Text column"))
        .help("Column of the text; of tagged words in JSONL, of their lists.");
    t.key("text_pair_column", TUNEDESK_AT(data.text_pair_column))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Second text column"))
        .help("Column of the second text of a pair; empty for single texts.");
    t.key("label_column", TUNEDESK_AT(data.label_column))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Label column"))
        .help(
            "Column of the label, a name or a number. Of several labels a row: a column that lists them, or "
            "the names of columns of 1 and 0 with commas between them. Of tagged words: of their tags.");
    add_images(t);
    add_tags(t);
    add_pairs(t);
    t.key("label_separator", TUNEDESK_AT(data.label_separator))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Label separator"))
        .help("Separator of the labels of a row that has several; a space for any white space. Lists in "
              "brackets, as JSON and Python write them, need none.");
    add_lengths(t);
    t.key("batching", TUNEDESK_AT(data.batching))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Batching"))
        .alias("group_by_length", {{"true", "bucketed"}, {"false", ""}})
        .help("packed: no padding; bucketed: rows of similar length padded; padded: as they come. The loss "
              "is the same in all.");
    t.key("bad_rows", TUNEDESK_AT(data.bad_rows))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Unusable rows"))
        .help("stop: list the unusable rows and exit with 3; skip: leave them out, counted and listed, with "
              "the rows of validation and test whose label no training row has.");
}

void add_data_handling(Table& t) {
    t.key("sampling", TUNEDESK_AT(data.sampling))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Row sampling"))
        .help(
            "shuffled: an epoch has each training row once; class_balanced: it has as many rows, each class "
            "about equally often, so that rows of rare classes come again and those of frequent ones are "
            "left to later epochs.");
    t.key("sharding", TUNEDESK_AT(data.sharding))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Sharding"))
        .help("exact: every step's batches are dealt from all training rows, and the loss is the mean over "
              "the step's samples whatever the ranks; per_rank: each rank trains on its own share of the "
              "rows, and the gradient is the mean of the ranks' means, so that ranks may have different "
              "numbers of batches (parallel.join).");
    t.key("threads", TUNEDESK_AT(data.threads))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Tokenizer threads"))
        .from(0)
        .to(1024)
        .unit("threads")
        .help("Threads that tokenize; 0 takes every core.");
    t.key("cache_limit_gb", TUNEDESK_AT(data.cache_limit_gb))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Token cache limit"))
        .from(0)
        .to(1e6)
        .unit("GB")
        .help("Once the cache of tokens and features is larger, a run that adds to it removes what was "
              "used longest ago; never what a run has in use. 0: no limit.");
}

void add_evaluation(Table& t) {
    t.section("evaluation");
    t.key("strategy", TUNEDESK_AT(evaluation.strategy))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Evaluation interval"))
        .alias("eval_strategy")
        .alias("evaluation_strategy")
        .help("When the validation rows are evaluated; with no, the final model is tested.");
    t.key("every_n_steps", TUNEDESK_AT(evaluation.every_n_steps))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Steps between evaluations"))
        .from(0)
        .unit("steps")
        .alias("eval_steps")
        .help("With strategy: steps, steps between two evaluations.");
    t.key("on_start", TUNEDESK_AT(evaluation.on_start))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Evaluate at the start"))
        .alias("eval_on_start")
        .help("Also evaluate the model as it is before the first step.");
    t.key("samples", TUNEDESK_AT(evaluation.samples))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Sample predictions"))
        .from(0)
        .to(100)
        .unit("rows")
        .help("Validation rows, the same at each evaluation, whose predictions are shown during the run. "
              "Only for rows with one class each.");
    t.key("prompts", TUNEDESK_AT(evaluation.prompts))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Sample prompts"))
        .help("Texts, separated by |, that a language model answers, or continues, at each evaluation, with "
              "greedy decoding.");
    t.key("max_new_tokens", TUNEDESK_AT(evaluation.max_new_tokens))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Sample length"))
        .from(1)
        .to(512)
        .unit("tokens")
        .help("The longest answer to one of the prompts.");
}

void add_precision(Table& t) {
    t.section("precision");
    t.key("compute", TUNEDESK_AT(precision.compute))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Compute precision"))
        .alias("fp16", {{"true", "fp16"}, {"false", ""}})
        .alias("bf16", {{"true", "bf16"}, {"false", ""}})
        .alias("tf32", {{"true", "tf32"}, {"false", ""}})
        .help("Type of matrix products; below params it is mixed precision.");
    t.key("params", TUNEDESK_AT(precision.params))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Parameter precision"))
        .help("Type in which parameters and gradients are stored. Adam's state is of it too, except beside "
              "fp16, where it stays fp32.");
    t.key("static_graph", TUNEDESK_AT(precision.static_graph))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "CUDA graph"))
        .help("Record the step as a CUDA graph for each of a few fixed batch sizes and repeat it; on the "
              "host's "
              "processors it changes nothing.");
    t.key("loss_scale", TUNEDESK_AT(precision.loss_scale))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Loss scale"))
        .from(0)
        .to(16777216)
        .help("With compute: fp16, the factor of the loss that keeps gradients inside the type's range; 0: "
              "it follows the overflows, whose updates are left out.");
    t.key("initial_scale_power", TUNEDESK_AT(precision.initial_scale_power))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Initial loss scale"))
        .from(0)
        .to(24)
        .help("The loss scale begins at 2 to this power.");
    t.key("loss_scale_window", TUNEDESK_AT(precision.loss_scale_window))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Loss scale window"))
        .from(1)
        .unit("steps")
        .help("Steps without an overflow after which the loss scale grows.");
    t.key("loss_scale_growth", TUNEDESK_AT(precision.loss_scale_growth))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Loss scale growth"))
        .above(1)
        .to(1000)
        .help("Factor of the loss scale's growth.");
    t.key("loss_scale_backoff", TUNEDESK_AT(precision.loss_scale_backoff))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Loss scale backoff"))
        .above(0)
        .to(0.99)
        .help("Factor by which the loss scale goes back after an overflow.");
    t.key("hysteresis", TUNEDESK_AT(precision.hysteresis))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Loss scale hysteresis"))
        .from(1)
        .to(1000)
        .help("Overflows since the last growth before the loss scale goes back; 1: at once.");
    t.key("min_loss_scale", TUNEDESK_AT(precision.min_loss_scale))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Minimum loss scale"))
        .above(0)
        .to(16777216)
        .help("The loss scale's lower end; an overflow there counts as a step that is not finite.");
}

void add_memory(Table& t) {
    t.section("memory");
    t.key("activation_checkpointing", TUNEDESK_AT(memory.activation_checkpointing))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Activation checkpointing"))
        .choices({"none", "block"})
        .or_else(TUNEDESK_TRANSLATABLE("FreeForm", "a number N for every N blocks"), is_layer_count)
        .alias("gradient_checkpointing", {{"true", "block"}, {"false", "none"}})
        .help("Keep only the input of each block, or of every N blocks, and recompute the rest in the "
              "backward pass.");
    t.key("optimizer_in_backward", TUNEDESK_AT(memory.optimizer_in_backward))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Optimizer in backward"))
        .help("Update each parameter as soon as its gradient is computed, and free the gradient.");
    t.key("offload", TUNEDESK_AT(memory.offload))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Offload to host"))
        .choices({"optimizer", "parameters", "activations"})
        .help("What is kept in host memory (of parameters, those of the encoder layers) and copied to the "
              "GPU before use; no effect on the host's processors.");
    t.key("init_on_device", TUNEDESK_AT(memory.init_on_device))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Initialize on the device"))
        .help("Create the model directly on its device in its final type.");
}

void add_outputs(Table& t) {
    t.section("checkpoint");
    t.key("every_n_steps", TUNEDESK_AT(checkpoint.every_n_steps))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Steps between checkpoints"))
        .from(0)
        .unit("steps")
        .alias("save_steps")
        .help("Steps between two checkpoints; 0: only at the end of an epoch and on stop.");
    t.key("keep", TUNEDESK_AT(checkpoint.keep))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Checkpoints kept"))
        .from(1)
        .unit("checkpoints")
        .alias("save_total_limit")
        .help("Number of newest checkpoints to keep; the best model is kept in addition.");
    t.key("asynchronous", TUNEDESK_AT(checkpoint.asynchronous))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Write in the background"))
        .help("Write checkpoints in the background, from a copy of weights and optimizer state in host "
              "memory.");
    t.key("retry_seconds", TUNEDESK_AT(checkpoint.retry_seconds))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Retry interval"))
        .from(0)
        .to(604800)
        .unit("s")
        .help("A checkpoint that cannot be written is retried at the next one; three failures end the run if "
              "they are at least this far apart.");
    t.key("monitor", TUNEDESK_AT(checkpoint.monitor))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Best-model metric"))
        .one_of(all_monitors())
        .alias("metric_for_best_model")
        .synonyms(names_of_monitors())
        .help("Metric of the validation rows by which the best model is chosen.");
    t.key("mode", TUNEDESK_AT(checkpoint.mode))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Better direction"))
        .alias("greater_is_better", {{"true", "max"}, {"false", "min"}})
        .help("Whether a higher or a lower value is better.");
    t.section("logging");
    t.key("level", TUNEDESK_AT(logging.level))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Log level"))
        .help("none: the lean loop without callbacks, logs or checkpoints; final/ and the report stay.");
    t.key("every_n_steps", TUNEDESK_AT(logging.every_n_steps))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Steps between logs"))
        .from(1)
        .unit("steps")
        .alias("logging_steps")
        .help("Steps between two logged losses.");
    t.key("tensorboard", TUNEDESK_AT(logging.tensorboard))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "TensorBoard files"))
        .alias("report_to", {{"tensorboard", "true"}, {"all", "true"}, {"none", "false"}})
        .help("Write TensorBoard files beside metrics.csv.");
}

} // namespace

std::vector<Key> make_table() {
    Table table;
    add_top(table);
    add_model(table);
    add_data(table);
    add_data_handling(table);
    add_training(table);
    add_evaluation(table);
    add_precision(table);
    add_memory(table);
    add_parallel(table);
    add_outputs(table);
    add_supervision(table);
    return table.take();
}

std::vector<Section> make_sections() {
    return {{"", "General"},
            {"model", "Model"},
            {"lora", "LoRA adapters"},
            {"data", "Data"},
            {"training", "Training"},
            {"evaluation", "Evaluation"},
            {"precision", "Precision"},
            {"memory", "Memory"},
            {"parallel", "Ranks and devices"},
            {"checkpoint", "Checkpoints and best model"},
            {"logging", "Logging"},
            {"supervision", "Timeouts and limits"}};
}

} // namespace tunedesk::preset
