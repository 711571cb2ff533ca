// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Untrusted files whose texts all try to control the terminal of their reader.

#include "base/json.h"
#include "preset/yaml/write.h"
#include "run/run_bench.h"
#include "texts.h"

namespace tunedesk::test {

/// Characters of a right-to-left name; presets accept them.
inline const std::string bidi_text = "EVIL\u202e\u2066\u200f\u061c";
/// Sequences that set the window's title, clear the screen, set a color by a C1 control, and hide preceding
/// characters. TerminalView itself produces none of them.
inline const std::string evil_text = bidi_text + "\x1b]0;pwn\x07\x1b[2J\u009b3mA\rB\x08\x7f\u0085";
/// The same for files that are not JSON, in which a C1 control may be a single byte.
inline const std::string evil_bytes = evil_text + "\x9b" + "3m\x90";

class HostileFolder {
public:
    explicit HostileFolder(RunBench& bench) : bench_(bench), root_(bench.root()) {
        make_data();
        make_presets();
        make_run(root_ / "run");
        make_run(root_ / ("run" + evil_text));
        make_foreign();
        make_state();
        make_ssh();
    }

    QString path(const std::string& name) const { return to_qt(root_ / name); }
    /// The run whose own name is hostile.
    QString evil_run() const { return path("run" + evil_text); }

private:
    void put(const fs::path& name, std::string_view text) const {
        const fs::path file = name.is_absolute() ? name : root_ / name;
        fs::create_directories(file.parent_path());
        write_file_atomically(file, text);
    }

    void make_data() const {
        const std::string header = "text,label," + evil_bytes + "\n", pair = evil_text + ",neg\n";
        std::string rows = "text,label\n";
        for (int row = 0; row < 12; ++row)
            rows += "\"a " + evil_text + "\",\"" + (row % 2 ? "pos" : "neg") + evil_text + "\"\n";
        put("train.csv", rows);
        put("val.csv", rows);
        put("unseen.csv", "text,label\na," + evil_text + "other\nb," + evil_text + "another\n");
        put("columns.csv", header + "a,b\n");
        put("broken.csv", "text,label\na,b,c" + evil_bytes + "\n\"" + evil_bytes + "\n" + pair);
        put("rows.jsonl", "{\"text\":\"a\",\"label\":" + Json(evil_text).dump() + "}\n{" + evil_bytes + "\n");
        std::string lists = "text,label\n";
        for (int row = 0; row < 12; ++row)
            lists += "a,\"" + std::string(row % 3 ? "" : "first" + evil_text + "|") + "second" + evil_text +
                     "\"\n";
        put("lists.csv", lists);
        put("model/config.json", Json{{"model_type", "bert"},
                                      {"vocab_size", 16},
                                      {"hidden_size", 8},
                                      {"num_hidden_layers", 1},
                                      {"num_attention_heads", 2},
                                      {"intermediate_size", 16},
                                      {"max_position_embeddings", 16},
                                      {"type_vocab_size", 2},
                                      {"pad_token_id", 0},
                                      {"id2label", {{"0", "neg" + evil_text}, {"1", "pos" + evil_text}}}}
                                     .dump());
        put("model/vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\ngood\n" + evil_text + "\n");
        put("model/tokenizer_config.json", R"({"tokenizer_class":"BertTokenizer","do_lower_case":true})");
        put("other/config.json", Json{{"model_type", evil_text}}.dump());
        put("other/tokenizer.json",
            Json{{"model", {{"type", evil_text}}}, {"pre_tokenizer", {{"type", evil_text}}}}.dump());
        put("index/config.json", Json{{"model_type", "bert"}}.dump());
        put("index/model.safetensors.index.json",
            Json{{"weight_map", {{evil_text, "../" + evil_text}}}}.dump());
    }

    std::string preset_text(const std::string& name, const std::string& more) const {
        return "tunedesk: 1\nname: " + preset::yaml_quoted(name) + "\n" + more;
    }

    void make_presets() const {
        const std::string quoted = preset::yaml_quoted(evil_text), bidi = preset::yaml_quoted(bidi_text);
        const std::string model = "model: {path: model, init: random}\n",
                          data = "data: {train: train.csv, validation: val.csv, max_length: 8}\n",
                          rest = "training: {per_device_train_batch_size: 4, max_steps: 4}\n"
                                 "parallel: {devices: cpu}\n";
        put("good.yaml", preset_text("tiny", model + data + rest));
        put("bidi.yaml", preset_text(bidi_text, model + data + rest));
        put("lists.yaml", preset_text("lists", "task: multi-label-classification\n" + model +
                                                   "data: {train: lists.csv, validation: lists.csv, test: "
                                                   "lists.csv, label_separator: '|', max_length: 8}\n" +
                                                   rest));
        put("controls.yaml",
            preset_text(evil_text, model + "data: {train: " + quoted + "}\n" + quoted + ": 1\n"));
        put("extends.yaml", "extends: " + quoted + "\n" + preset_text("x", model + data));
        put("raw.yaml", "name: " + evil_bytes + "\n");
        put("path.yaml", preset_text("x", "model: {path: " + bidi + "}\ndata: {train: " + bidi + "}\n"));
        put("columns.yaml",
            preset_text("x", model + "data: {train: columns.csv, label_column: " + bidi + "}\n"));
        put("unseen.yaml",
            preset_text("x", model + "data: {train: train.csv, validation: unseen.csv, max_length: 8}\n"));
        put("broken.yaml",
            preset_text("x", model + "data: {train: broken.csv, validation: val.csv, max_length: 8}\n"));
        put("jsonl.yaml",
            preset_text("x", model + "data: {train: rows.jsonl, validation: val.csv, max_length: 8}\n"));
        put("other.yaml", preset_text("x", "model: {path: other}\n" + data));
        put("index.yaml", preset_text("x", "model: {path: index}\n" + data));
        put("recipe.yaml", "recipe: 1\ntitle: " + quoted + "\nrows: [bidi.yaml, controls.yaml]\n");
        put("bad_recipe.yaml", "recipe: 1\ntitle: x\nrows: [" + quoted + "]\n" + quoted + ": 1\n");
        put("tiny_recipe.yaml", "recipe: 1\ntitle: " + quoted + "\nrows: [bidi.yaml]\n");
    }

    void make_run(const fs::path& folder) const {
        const std::string& t = evil_text;
        put(folder / "preset.yaml",
            preset_text(bidi_text, "model: {path: " + preset::yaml_quoted("/" + bidi_text) +
                                       "}\ndata: {train: t.csv}\nevaluation: {strategy: \"no\"}\n"));
        put(folder / "report.txt", "accuracy " + evil_bytes + "\n");
        const Json scores{{"precision", 1}, {"recall", 1}, {"f1-score", 1}, {"support", 2}};
        put(folder / "report.json", Json{{"accuracy", 0.5},
                                         {"macro_avg", scores},
                                         {"weighted_avg", scores},
                                         {"per_class", {{t, scores}}},
                                         {"monitor", t},
                                         {"monitor_value", 1},
                                         {"best_step", 2},
                                         {"steps", 3}}
                                        .dump());
        put(folder / "exit.json",
            Json{{"code", 4},
                 {"line", "error[TD4000]: " + t},
                 {"time", t},
                 {"error", {{"id", 4000}, {"what", t}, {"where", t}, {"kept", t}, {"next", t}}}}
                .dump());
        std::string events;
        int seq = 0;
        const auto event = [&](const char* type, Json fields) {
            Json line{{"v", 1}, {"type", type}, {"rank", 0}, {"rank_seq", seq}, {"seq", seq + 1}, {"t", 1}};
            ++seq;
            line.update(fields);
            events += line.dump() + "\n";
        };
        event("Started", {{"steps", 9}, {"epochs", 1}, {"samples", 1}, {"parameters", 1}, {"trainable", 1}});
        event("Log", {{"level", t}, {"text", t}});
        event("Log", {{"level", "info"}, {"text", t}});
        event("Step", {{"step", 1}, {"loss", 0.5}, {t, t}});
        event("Eval", {{"split", t}, {"step", 1}, {"loss", 0.5}, {"accuracy", 0.5}});
        event("CheckpointSaved", {{"step", 1}, {"path", t}, {"bytes", 1}, {"seconds", 1}});
        event("State", {{"state", t}});
        event("Failed", {{"id", 7000}, {"what", t}, {"where", t}, {"kept", t}, {"next", t}});
        put(folder / "events.jsonl", events + evil_bytes + "\n");
        put(folder / "environment.json", Json{{"host", t}, {"started", t}, {"versions", {{t, t}}}}.dump());
        put(folder / "owner.json", Json{{"host", t}, {"pid", 1}, {"started", t}}.dump());
        put(folder / "metrics.csv", "step,epoch,train_loss," + evil_bytes + "\n1,0.1,0.5,1\n");
        put(folder / "confusion.csv", "," + evil_bytes + "\n" + evil_bytes + ",1\n");
        put(folder / "predictions.csv", "text,label,prediction,prob_" + evil_bytes + ",loss,line\n");
    }

    void make_foreign() const {
        const std::string& t = evil_text;
        put("hf.json", Json{{"learning_rate", t}, {"output_dir", t}, {t, t}, {"optim", t}}.dump());
        put("accelerate.yaml", "compute_environment: LOCAL_MACHINE\nmixed_precision: " +
                                   preset::yaml_quoted(t) + "\n" + preset::yaml_quoted(t) + ": 1\n");
        put("deepspeed.json", Json{{"train_batch_size", t}, {"optimizer", {{"type", t}}}, {t, 1}}.dump());
        put("unknown.json", Json{{t, t}}.dump());
        put("damaged.tunedesk", "PK\x03\x04" + evil_bytes);
    }

    void make_state() const {
        const std::string& t = evil_text;
        const auto registered = [&](const char* name, const std::string& run) {
            put("state/tunedesk/runs/" + std::string(name) + ".json", Json{{"path", (root_ / run).string()},
                                                                           {"name", t},
                                                                           {"started", t},
                                                                           {"group", "g"},
                                                                           {"setting", t}}
                                                                          .dump());
        };
        registered("a", "run");
        registered("b", "run" + t);
        const auto entry = [&](int id, const std::string& run) {
            return Json{{"id", id},         {"run", (root_ / run).string()},
                        {"name", t},        {"added", t},
                        {"group", t},       {"setting", t},
                        {"gpu", true},      {"devices", 1},
                        {"pinned", {t}},    {"held", true},
                        {"starting", false}};
        };
        put("state/tunedesk/queue/queue.json",
            Json{{"next", 9}, {"entries", {entry(1, "run"), entry(2, "run" + t)}}}.dump());
        put("config/tunedesk/settings.yaml", "servers:\n  box: {program: " + preset::yaml_quoted(t) +
                                                 ", folder: " + preset::yaml_quoted(t) + "}\n");
        fs::permissions(root_ / "state/tunedesk", fs::perms::owner_all);
    }

    /// Creates an ssh whose server answers every command with hostile texts.
    void make_ssh() {
        const std::string t = Json(evil_text).dump();
        put("ssh", R"(#!/usr/bin/env python3
import json, sys
command = sys.argv[-1].split(" --no-gui ")[-1]
t = )" + t + R"(
out, err = sys.stdout, sys.stderr
raw = t.encode() + b"\x9b3m\n"
if command.startswith("--version"):
    out.write("tunedesk " + t + "\n")
elif command.startswith("list"):
    out.write(json.dumps([{"run": "/" + t, "name": t, "started": t, "state": t, "group": t, "setting": t,
                           "metrics": {t: 1}}], ensure_ascii=False))
elif command.startswith("attach"):
    line = {"code": 4, "id": 4000, "what": t, "where": t, "kept": t, "next": t, "line": t, "time": t}
    told = {"type": "Told", "tunedesk": t, "run": t, "journal": t, "live": False, "complete": False, "seq": 0,
            "exit": None}
    print(json.dumps(told))
    print(json.dumps({"v": 1, "type": "Log", "rank": 0, "rank_seq": 1, "seq": 1, "t": 1, "level": t, "text": t},
                     ensure_ascii=False))
    told.update(complete=True, seq=1, exit=line)
    print(json.dumps(told, ensure_ascii=False))
elif "--json" in command:
    out.write(json.dumps({"run": "/" + t, "text": t}, ensure_ascii=False) + "\n")
else:
    out.flush()
    out.buffer.write(raw)
    err.buffer.write(raw)
    err.write("error[TD4000]: " + t + "\n")
    sys.exit(4)
)");
        fs::permissions(root_ / "ssh", fs::perms::owner_all);
        bench_.set("TUNEDESK_SSH", (root_ / "ssh").string());
    }

    RunBench& bench_;
    fs::path root_;
};

} // namespace tunedesk::test
