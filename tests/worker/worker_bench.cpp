// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/worker_bench.h"

#include "base/clock.h"
#include "event/journal/journal.h"
#include "format/checkpoint.h"
#include "format/safetensors.h"

#include <QTcpServer>
#include <cmath>
#include <cstring>
#include <fstream>
#include <random>
#include <sstream>
#include <thread>

namespace tunedesk::test {

namespace {

constexpr int words = 60;

void write(const fs::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

std::string read(const fs::path& path) {
    return fs::exists(path) ? read_file(path, ErrorId::file_unreadable) : "(missing)";
}

quint16 free_port() {
    QTcpServer server;
    server.listen(QHostAddress::LocalHost);
    return server.serverPort();
}

} // namespace

Settings with_words(Settings settings, const QString& words) {
    for (const QString& word : words.split(' ', Qt::SkipEmptyParts))
        settings[word.section('=', 0, 0).toStdString()] = word.section('=', 1).toStdString();
    return settings;
}

WorkerBench::WorkerBench() : path_(temporary_.path().toStdString()) {
    write_model();
    write_rows(rows("train"), 90, 1);
    write_rows(rows("validation"), 33, 2);
    write_rows(rows("test"), 31, 3);
}

void WorkerBench::write_model() const {
    fs::create_directories(model());
    std::string vocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n";
    for (int i = 0; i < words; ++i)
        vocabulary += "word" + std::to_string(i) + '\n';
    write(model() / "vocab.txt", vocabulary);
    write(model() / "tokenizer_config.json",
          R"({"do_lower_case": true, "tokenizer_class": "BertTokenizer", "model_max_length": 64})");
    write(model() / "config.json",
          R"({"model_type": "bert", "architectures": ["BertModel"], "hidden_act": "gelu",
              "hidden_size": 32, "intermediate_size": 64, "num_attention_heads": 2, "num_hidden_layers": 2,
              "hidden_dropout_prob": 0.1, "attention_probs_dropout_prob": 0.1, "initializer_range": 0.02,
              "layer_norm_eps": 1e-12, "max_position_embeddings": 64, "pad_token_id": 0,
              "type_vocab_size": 2, "vocab_size": 65})");
}

void WorkerBench::write_rows(const fs::path& path, int count, unsigned seed, int classes) const {
    std::mt19937 random(seed);
    const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
    std::string text = "text,label\n";
    for (int i = 0; i < count; ++i) {
        const int first = below(words);
        text += "word" + std::to_string(first);
        for (int j = below(24); j > 0; --j)
            text += " word" + std::to_string(below(words));
        text += ",class" + std::to_string(first % classes) + '\n';
    }
    write(path, text);
}

Settings WorkerBench::pairs() const {
    std::string text = "text,second,label\n";
    for (int i = 0; i < 60; ++i) {
        text += "word" + std::to_string(i % 50) + " word" + std::to_string(i * 7 % 60) + ',';
        if (i % 3) text += "word" + std::to_string(i * 5 % 60) + " word3 word4 word5";
        text += ",class" + std::to_string(i % 3) + '\n';
    }
    Settings settings{{"data.text_pair_column", "second"}, {"training.num_train_epochs", "1"}};
    for (const char* split : {"train", "validation", "test"}) {
        const fs::path path = path_ / (std::string("pairs_") + split + ".csv");
        write(path, text);
        settings[std::string("data.") + split] = path.string();
    }
    return settings;
}

fs::path WorkerBench::preset(const Settings& settings) const {
    Settings all{{"model.path", model().string()},
                 {"model.init", "random"},
                 {"data.train", rows("train").string()},
                 {"data.validation", rows("validation").string()},
                 {"data.test", rows("test").string()},
                 {"data.max_length", "32"},
                 {"data.threads", "1"},
                 {"training.per_device_train_batch_size", "4"},
                 {"training.gradient_accumulation_steps", "2"},
                 {"training.num_train_epochs", "2"},
                 {"training.optim", "adamw"},
                 {"training.weight_decay", "0.01"},
                 {"training.learning_rate", "1e-3"},
                 {"training.lr_scheduler_type", "linear"},
                 {"training.warmup_steps", "3"},
                 {"training.max_grad_norm", "1.0"},
                 {"training.threads", "1"},
                 {"parallel.devices", "cpu"}, // also on a machine with a GPU
                 {"checkpoint.every_n_steps", "5"},
                 {"logging.every_n_steps", "3"}};
    for (const auto& [key, value] : settings)
        all[key] = value;
    std::map<std::string, std::string> sections;
    std::string text = "tunedesk: 1\nname: small\n";
    for (const auto& [key, value] : all) {
        const std::size_t dot = key.find('.');
        if (dot == std::string::npos) {
            text += key + ": " + value + '\n';
            continue;
        }
        sections[key.substr(0, dot)] += "  " + key.substr(dot + 1) + ": " + value + '\n';
    }
    for (const auto& [section, lines] : sections)
        text += section + ":\n" + lines;
    const fs::path path = path_ / ("preset" + std::to_string(presets_++) + ".yaml");
    write(path, text);
    return path;
}

event::RunFolder WorkerBench::finish(const std::string& name, const Settings& settings, int ranks,
                                     const char* strategy) const {
    const event::RunFolder run = folder(name);
    const Ended ended = wait(*start_supervised(ranks, run, preset(settings), {}, strategy));
    if (ended.code != 0) qWarning("%s", (ended.out + ended.err).c_str());
    return run;
}

std::unique_ptr<QProcess> WorkerBench::start_program(const QString& program, const QStringList& arguments,
                                                     const Environment& environment) const {
    auto process = std::make_unique<QProcess>();
    QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
    for (const char* name :
         {"RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT",
          "TUNEDESK_SOCKET", "TUNEDESK_FAULT", "TUNEDESK_WORKER", "SLURM_JOB_ID"})
        variables.remove(name);
    for (const char* name : {"XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "HOME"})
        variables.insert(name, QString::fromStdString(path_.string()));
    variables.insert("TUNEDESK_WINDOW", ""); // drawing plots takes as long as a run
    for (const auto& [name, value] : environment)
        variables.insert(QString::fromStdString(name), QString::fromStdString(value));
    // The test itself asks for sockets and locks of supervised runs.
    for (const char* name : {"XDG_STATE_HOME", "XDG_RUNTIME_DIR"})
        qputenv(name, path_.c_str());
    process->setProcessEnvironment(variables);
    process->start(program, arguments);
    process->waitForStarted();
    return process;
}

std::unique_ptr<QProcess> WorkerBench::start(const event::RunFolder& run, const fs::path& preset,
                                             const Environment& environment, const QStringList& more) const {
    QStringList arguments{QString::fromStdString(run.root.string())};
    if (!preset.empty()) arguments << "--preset" << QString::fromStdString(preset.string());
    return start_program(TUNEDESK_BIN_DIR "/tunedesk-worker", arguments + more, environment);
}

std::vector<std::unique_ptr<QProcess>> WorkerBench::start_ranks(int count, const event::RunFolder& run,
                                                                const fs::path& preset,
                                                                const Environment& environment,
                                                                const QStringList& more) const {
    const std::string port = std::to_string(free_port());
    std::vector<std::unique_ptr<QProcess>> ranks;
    for (int rank = 0; rank < count; ++rank) {
        Environment all = environment;
        all["RANK"] = all["LOCAL_RANK"] = std::to_string(rank);
        all["WORLD_SIZE"] = std::to_string(count);
        all["MASTER_ADDR"] = "127.0.0.1";
        all["MASTER_PORT"] = port;
        ranks.push_back(start(run, preset, all, more));
    }
    return ranks;
}

std::unique_ptr<QProcess> WorkerBench::start_tunedesk(const QStringList& arguments,
                                                      const Environment& environment) const {
    return start_program(TUNEDESK_BIN_DIR "/tunedesk", QStringList{"--no-gui"} + arguments, environment);
}

std::unique_ptr<QProcess> WorkerBench::start_supervised(int ranks, const event::RunFolder& run,
                                                        const fs::path& preset,
                                                        const Environment& environment,
                                                        const char* strategy) const {
    QStringList arguments{"run", QString::fromStdString(preset.string()), "--run-dir",
                          QString::fromStdString(run.root.string())};
    if (ranks > 1)
        arguments << "--set" << QString("parallel.strategy=%1").arg(strategy) << "--set"
                  << QString("parallel.processes=%1").arg(ranks);
    return start_tunedesk(arguments, environment);
}

std::vector<Ended> WorkerBench::call_ranks(int count, const event::RunFolder& run, const fs::path& preset,
                                           const Environment& environment, const QStringList& more) const {
    std::vector<Ended> ended;
    for (const auto& process : start_ranks(count, run, preset, environment, more))
        ended.push_back(wait(*process));
    return ended;
}

bool WorkerBench::journal_has(const event::RunFolder& run, const std::string& text, int seconds) {
    const double end = monotonic_seconds() + seconds;
    while (monotonic_seconds() < end) {
        if (read(run.journal()).find(text) != std::string::npos) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
}

std::vector<event::Event> journal(const event::RunFolder& run) {
    std::vector<event::Event> events;
    event::replay_journal(run, 0, [&](const event::Event& event) { events.push_back(event); });
    return events;
}

std::vector<event::Event> events_of(const event::RunFolder& run, event::Type type) {
    std::vector<event::Event> events = journal(run);
    std::erase_if(events, [&](const event::Event& event) { return event.type != type; });
    return events;
}

std::map<std::int64_t, double> losses(const event::RunFolder& run) {
    std::map<std::int64_t, double> found;
    for (const event::Event& event : events_of(run, event::Type::Step))
        found[event.fields.at("step").get<std::int64_t>()] = event::number(event.fields, "loss", NAN);
    return found;
}

bool says(const event::RunFolder& run, const std::string& text) {
    return std::ranges::any_of(events_of(run, event::Type::Log), [&](const event::Event& log) {
        return text_field(log.fields, "text").find(text) != std::string::npos;
    });
}

char process_state(int pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string text;
    std::getline(file, text);
    const std::size_t name_end = text.rfind(") ");
    return name_end == std::string::npos ? 'X' : text[name_end + 2];
}

bool is_stopped(const QProcess& process) {
    for (int i = 0; i < 1200; ++i) {
        if (process_state(static_cast<int>(process.processId())) == 'T') return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return false;
}

int stopped_rank(const event::RunFolder& run) {
    for (int i = 0; i < 1200; ++i) {
        for (const int pid : RunBench::processes_of(run))
            if (process_state(pid) == 'T') return pid;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return 0;
}

std::int64_t steps_of(const event::RunFolder& run) {
    return events_of(run, event::Type::Finished).at(0).fields.at("steps").get<std::int64_t>();
}

std::vector<std::int64_t> checkpoints(const event::RunFolder& run) {
    return format::list_checkpoints(run.checkpoints());
}

std::map<std::string, std::string> traces(const event::RunFolder& run) {
    std::map<std::string, std::string> found;
    for (const char* name : {"metrics.csv", "predictions.csv", "report.txt", "confusion.csv"})
        found[name] = read(run.root / name);
    for (const fs::path& model : {run.final_model(), run.best()}) { // with adapters the file has another name
        const bool whole = !fs::exists(model / "adapter_model.safetensors");
        const fs::path weights = model / (whole ? "model.safetensors" : "adapter_model.safetensors");
        found[(model.filename() / weights.filename()).string()] = read(weights);
    }
    const std::vector<std::int64_t> steps = checkpoints(run);
    if (!steps.empty()) {
        const fs::path last = run.checkpoints() / format::checkpoint_name(steps.front());
        found["checkpoint"] = last.filename().string();
        for (const auto& file : fs::directory_iterator(last)) // of several writers each has its own
            if (file.path().extension() == ".safetensors")
                found["checkpoint " + file.path().filename().string()] = read(file.path());
        Json state = Json::parse(read(last / "state.json")).at("state");
        state.erase("train_seconds");
        state.erase("logged_seconds");
        found["checkpoint state"] = state.dump();
    }
    std::string& lines = found["journal"];
    for (const event::Event& event : journal(run)) {
        if (event.type != event::Type::Step && event.type != event::Type::Eval &&
            event.type != event::Type::CheckpointSaved)
            continue;
        Json fields = event.fields;
        for (const char* name : {"step_seconds", "rss_bytes", "seconds", "paused_seconds", "path", "bytes"})
            fields.erase(name);
        lines += event::name_of(event.type) + ' ' + fields.dump() + '\n';
    }
    return found;
}

std::map<std::string, std::string> traces_but_saves(const event::RunFolder& run) {
    std::map<std::string, std::string> found = traces(run);
    std::istringstream lines(found["journal"]);
    std::string kept;
    for (std::string line; std::getline(lines, line);)
        if (!line.starts_with(event::name_of(event::Type::CheckpointSaved))) kept += line + '\n';
    found["journal"] = kept;
    return found;
}

std::string difference(const std::map<std::string, std::string>& a,
                       const std::map<std::string, std::string>& b) {
    std::string names;
    for (const auto& [name, contents] : a) {
        const auto other = b.find(name);
        if (other != b.end() && other->second == contents) continue;
        names += name + "; ";
        const bool is_text = name == "journal" || name == "metrics.csv" || name == "checkpoint state";
        if (is_text) names += '\n' + contents + "---\n" + (other == b.end() ? "" : other->second) + '\n';
    }
    return names;
}

double largest_difference(const fs::path& a, const fs::path& b) {
    const format::SafetensorsFile first(a), second(b);
    if (first.tensors().size() != second.tensors().size()) return INFINITY;
    double largest = 0;
    for (const auto& [name, tensor] : first.tensors()) {
        const auto other = second.tensors().find(name);
        if (other == second.tensors().end() || other->second.shape != tensor.shape) return INFINITY;
        const auto x = first.data(name), y = second.data(name);
        for (std::size_t i = 0; i + sizeof(float) <= x.size(); i += sizeof(float)) {
            float p = 0, q = 0;
            std::memcpy(&p, x.data() + i, sizeof p);
            std::memcpy(&q, y.data() + i, sizeof q);
            if (std::isnan(p) || std::isnan(q)) return INFINITY;
            largest = std::max(largest, static_cast<double>(std::fabs(p - q) / std::max(1.0f, std::fabs(p))));
        }
    }
    return largest;
}

double largest_difference(const std::map<std::int64_t, double>& a, const std::map<std::int64_t, double>& b) {
    if (a.size() != b.size()) return INFINITY;
    double largest = 0;
    for (const auto& [step, loss] : a) {
        if (!b.contains(step) || std::isnan(loss) || std::isnan(b.at(step))) return INFINITY;
        largest = std::max(largest, std::fabs(loss - b.at(step)));
    }
    return largest;
}

} // namespace tunedesk::test
