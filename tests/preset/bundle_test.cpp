// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/bundle/bundle.h"

#include "base/error.h"
#include "preset/yaml/load.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

using namespace tunedesk;
using namespace tunedesk::preset;

class BundleTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    fs::path root() const { return folder_.path().toStdString(); }

    void write(const fs::path& place, const std::string& text) {
        fs::create_directories((root() / place).parent_path());
        write_file_atomically(root() / place, text);
    }

private Q_SLOTS:
    void initTestCase() {
        qputenv("TUNEDESK_DATA", (root() / "shared").string().c_str());
        qunsetenv("TUNEDESK_MODELS");
        write("shared/imdb/train.csv", "text,label\na,0\nb,1\n");
        write("mine/test.csv", "text,label\nc,1\n");
        write("models/bert/config.json", R"({"_name_or_path": "google/bert-tiny"})");
        write("models/bert/model.safetensors", "weights");
        write("models/bert/notes.txt", "mine");
        write("presets/base.yaml", "# of /home/somebody\ntunedesk: 1\nmodel: {path: ../models/bert}\n"
                                   "data: {train: $TUNEDESK_DATA/imdb/train.csv, validation_split: 0.1}\n");
        write("presets/top.yaml", "extends: base.yaml\nname: reviews\ndata: {test: " +
                                      (root() / "mine/test.csv").string() + "}\n");
    }

    void holds_the_preset_and_no_path_of_this_machine() {
        BundleOptions options;
        options.note = "as in the paper";
        options.versions = {{"tunedesk", "0.1.0"}};
        options.sources["data.train"] = "https://example.org/imdb";
        const std::vector<std::string> sets = {"training.seed=7"};
        const Bundle made = make_bundle(root() / "presets/top.yaml", sets, options);
        const std::string bytes = bundle_bytes(made);
        QCOMPARE(bundle_bytes(made), bytes);
        const Bundle read = parse_bundle(bytes, "bundle");
        QCOMPARE(read.name, std::string("reviews"));
        QCOMPARE(read.note, options.note);
        QCOMPARE(read.parents.size(), std::size_t{2});
        QCOMPARE(read.parents[0].first, std::string("parent-0-top.yaml"));
        QVERIFY(read.parents[0].second.starts_with("extends: parent-1-base.yaml\n"));
        std::string everything = describe(read) + read.preset_yaml;
        for (const auto& [name, text] : read.parents)
            everything += name + text;
        QVERIFY2(everything.find(root().string()) == std::string::npos, everything.c_str());
        QVERIFY(everything.find("somebody") == std::string::npos);
        QVERIFY(read.preset_yaml.find("train: $TUNEDESK_DATA/imdb/train.csv") != std::string::npos);
        QVERIFY(read.preset_yaml.find("test: data/test.csv") != std::string::npos);
        QVERIFY(read.preset_yaml.find("path: models/bert") != std::string::npos);
        QVERIFY(read.preset_yaml.find("seed: 7") != std::string::npos);
        QCOMPARE(read.needs.size(), std::size_t{3});
        QCOMPARE(read.needs[0].source, std::string("https://huggingface.co/google/bert-tiny"));
        QCOMPARE(read.needs[0].hash.size(), std::size_t{32});
        QCOMPARE(read.needs[1].source, std::string("https://example.org/imdb"));
        QCOMPARE(read.needs[1].bytes, std::uint64_t{19});
    }

    void unpacked_it_is_the_same_preset_elsewhere() {
        const Bundle made = make_bundle(root() / "presets/top.yaml", {}, {});
        const fs::path file = root() / "reviews.tunedesk", there = root() / "there";
        write_file_atomically(file, bundle_bytes(made));
        unpack_bundle(read_bundle(file), there);
        write("there/data/test.csv", "text,label\nc,1\n");
        const Preset preset = load_draft(there / "preset.yaml").loaded.preset;
        QCOMPARE(preset.data.test, (there / "data/test.csv").string());
        QCOMPARE(preset.data.train, (root() / "shared/imdb/train.csv").string());
        // The chain gives what the resolved one gives.
        const Preset chained = load_draft(there / "parent-0-top.yaml").loaded.preset;
        QCOMPARE(differences(preset, chained), std::vector<std::string>{});
        QVERIFY_THROWS_EXCEPTION(Error, unpack_bundle(made, there)); // never over something
    }

    /// But for comments that name a place of this machine.
    void keeps_the_preset_as_it_is_written() {
        write("presets/mine.yaml", "# Reviews, as in the paper and/or the talk.\n"
                                   "name: \"my # 1 x\"\n"
                                   "# rows of /home/somebody/rows\n"
                                   "model:\n"
                                   "  path: ../models/bert   # a copy of ~/bert\n"
                                   "data:  # https://example.org/rows\n"
                                   "  train: $TUNEDESK_DATA/imdb/train.csv  # ours\n"
                                   "  validation_split: 0.1\n");
        const std::vector<std::string> sets = {"data.validation_split=0.2"};
        QCOMPARE(make_bundle(root() / "presets/mine.yaml", sets, {}).preset_yaml,
                 std::string("# Reviews, as in the paper and/or the talk.\n"
                             "name: \"my # 1 x\"\n"
                             "model:\n"
                             "  path: models/bert\n"
                             "data:  # https://example.org/rows\n"
                             "  train: $TUNEDESK_DATA/imdb/train.csv  # ours\n"
                             "  validation_split: 0.2\n"));
        // A run's record has every key.
        const Preset preset = load_draft(root() / "presets/mine.yaml").loaded.preset;
        write("presets/record.yaml", to_yaml(preset));
        const std::string record = make_bundle(root() / "presets/record.yaml", {}, {}).preset_yaml;
        QVERIFY2(std::ranges::count(record, '\n') < 12, record.c_str());
    }

    void a_preset_with_mistakes_is_not_shared() {
        write("presets/wrong.yaml", "name: x\nmodel: {path: m}\n");
        QVERIFY_THROWS_EXCEPTION(PresetError, make_bundle(root() / "presets/wrong.yaml", {}, {}));
    }

    void two_files_of_one_name() {
        write("a/data.csv", "text,label\n");
        write("b/data.csv", "text,label\n");
        write("c/more.csv", "text,label\n");
        write("presets/two.yaml", "model: {path: ../models/bert}\ndata: {train: ../a/data.csv, validation: "
                                  "../b/data.csv, extra_validation: [../a/data.csv, ../c/more.csv]}\n");
        const Bundle made = make_bundle(root() / "presets/two.yaml", {}, {});
        QCOMPARE(made.needs[1].place, std::string("data/data.csv"));
        QCOMPARE(made.needs[2].place, std::string("data/validation-data.csv"));
        QCOMPARE(made.needs[3].place, std::string("data/data.csv"));
        QCOMPARE(made.needs[4].place, std::string("data/more.csv"));
        QVERIFY(made.preset_yaml.find("[data/data.csv, data/more.csv]") != std::string::npos);
        QCOMPARE(parse_bundle(bundle_bytes(made), "two").needs.size(), made.needs.size());
    }
};

QTEST_GUILESS_MAIN(BundleTest)
#include "bundle_test.moc"
