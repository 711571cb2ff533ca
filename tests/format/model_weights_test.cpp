// SPDX-License-Identifier: GPL-3.0-or-later
#include "format/safetensors.h"

#include "format/support.h"

using namespace tunedesk;
using namespace tunedesk::format;

namespace {

constexpr float value_a[] = {1, 2}, value_b[] = {3};

void write_one(const fs::path& path, const std::string& name, std::span<const float> values) {
    const std::vector<TensorView> tensors{
        {name, DType::F32, {static_cast<std::int64_t>(values.size())}, std::as_bytes(values)}};
    write_safetensors(path, tensors, {{"format", "pt"}});
}

/// Two shards and their index; `map` is the weight_map's JSON.
void write_shards(const fs::path& folder, const std::string& map) {
    fs::create_directories(folder);
    write_one(folder / "model-1.safetensors", "a", value_a);
    write_one(folder / "model-2.safetensors", "b", value_b);
    put(folder / "model.safetensors.index.json",
        "{\"metadata\":{\"total_size\":12},\"weight_map\":" + map + "}");
}

const std::string good_map = R"({"a":"model-1.safetensors","b":"model-2.safetensors"})";

} // namespace

class ModelWeightsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void single() {
        QTemporaryDir folder;
        write_one(below(folder, "model.safetensors"), "a", value_a);
        put(below(folder, "pytorch_model.bin"), "a pickle that must not matter");
        const ModelWeights weights(below(folder, ""));
        QCOMPARE(weights.names(), std::vector<std::string>{"a"});
        QCOMPARE(weights.info("a").shape, std::vector<std::int64_t>{2});
        QVERIFY(std::ranges::equal(weights.data("a"), std::as_bytes(std::span(value_a))));
        QVERIFY(weights.contains("a") && !weights.contains("b"));
        QCOMPARE(error_of([&] { weights.info("b"); }).id(), 4309);
        QCOMPARE(error_of([&] { weights.data("b"); }).id(), 4309);
    }

    void sharded() {
        QTemporaryDir folder;
        write_shards(below(folder, ""), good_map);
        const ModelWeights weights(below(folder, ""));
        QCOMPARE(weights.names(), (std::vector<std::string>{"a", "b"}));
        QVERIFY(std::ranges::equal(weights.data("b"), std::as_bytes(std::span(value_b))));
        QVERIFY(std::ranges::equal(weights.data("a"), std::as_bytes(std::span(value_a))));
    }

    /// Paths that lead out of the folder, and indexes that name what is missing.
    void refused_maps_data() {
        QTest::addColumn<QString>("map");
        QTest::addColumn<int>("id");
        QTest::addColumn<QString>("names");
        const auto row = [](const char* title, const char* map, ErrorId id, const char* names) {
            QTest::newRow(title) << map << static_cast<int>(id) << names;
        };
        row("parent", R"({"a":"../model-1.safetensors"})", ErrorId::shard_name_not_plain, "tensor \"a\"");
        row("inner parent", R"({"a":"x/../model-1.safetensors"})", ErrorId::shard_name_not_plain,
            "tensor \"a\"");
        row("absolute", R"({"a":"/etc/model.safetensors"})", ErrorId::shard_name_not_plain,
            "/etc/model.safetensors");
        row("subfolder", R"({"a":"sub/model-1.safetensors"})", ErrorId::shard_name_not_plain, "tensor \"a\"");
        row("backslash", R"({"a":"..\\model-1.safetensors"})", ErrorId::shard_name_not_plain, "tensor \"a\"");
        row("NUL", R"({"a":"model-1.safetensors\u0000.safetensors"})", ErrorId::shard_name_not_plain,
            "tensor \"a\"");
        row("no name", R"({"a":""})", ErrorId::shard_name_not_plain, "tensor \"a\"");
        row("pickle", R"({"a":"pytorch_model.bin"})", ErrorId::shard_name_not_plain, "pytorch_model.bin");
        row("escape sequence", "{\"a\":\"\\u001b[31m/x.safetensors\"}", ErrorId::shard_name_not_plain,
            " [31m/x");
        row("missing shard", R"({"a":"model-3.safetensors"})", ErrorId::model_file_unreadable,
            "model-3.safetensors");
        row("missing tensor", R"({"a":"model-1.safetensors","c":"model-2.safetensors"})",
            ErrorId::indexed_tensor_missing, "\"c\"");
        row("wrong shard", R"({"a":"model-2.safetensors"})", ErrorId::indexed_tensor_missing, "\"a\"");
        row("folder", R"({"a":"folder.safetensors"})", ErrorId::model_file_not_regular, "folder.safetensors");
        row("link outside", R"({"a":"link.safetensors"})", ErrorId::link_leaves_model_folder,
            "link.safetensors");
        row("link to a link", R"({"a":"link2.safetensors"})", ErrorId::link_leaves_model_folder,
            "link2.safetensors");
        row("dangling link", R"({"a":"dangling.safetensors"})", ErrorId::model_file_unreadable,
            "dangling.safetensors");
        row("duplicate", R"({"a":"model-1.safetensors","a":"model-1.safetensors"})",
            ErrorId::weight_index_damaged, "\"a\"");
        row("second map", R"({"a":"model-1.safetensors"},"weight_map":{})", ErrorId::weight_index_damaged,
            "weight_map");
        row("number", R"({"a":1})", ErrorId::weight_index_damaged, "tensor \"a\"");
        row("nested", R"({"a":{"b":"model-1.safetensors"}})", ErrorId::weight_index_damaged, "tensor \"a\"");
        row("list", "[]", ErrorId::weight_index_damaged, "weight_map");
        row("null", "null", ErrorId::weight_index_damaged, "weight_map");
        row("deep", R"({},"x":[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]])", ErrorId::weight_index_damaged,
            "deeper");
        row("not JSON", "{", ErrorId::weight_index_damaged, "invalid JSON");
    }
    // FAULTS 33
    void refused_maps() {
        QFETCH(QString, map);
        QFETCH(int, id);
        QFETCH(QString, names);
        QTemporaryDir parent;
        const fs::path folder = below(parent, "model");
        write_shards(folder, map.toStdString());
        write_one(below(parent, "outside.safetensors"), "a", value_a);
        fs::create_directory(folder / "folder.safetensors");
        fs::create_symlink(below(parent, "outside.safetensors"), folder / "link.safetensors");
        fs::create_symlink("link.safetensors", folder / "link2.safetensors");
        fs::create_symlink("nowhere", folder / "dangling.safetensors");
        const Error error = error_of([&] { ModelWeights weights(folder); });
        QVERIFY2(error.id() == id, error.line().c_str());
        QVERIFY2(holds(error.line(), names.toStdString()), error.line().c_str());
        QVERIFY2(holds(error.where(), folder.string()), error.line().c_str());
    }

    void an_index_without_a_map() {
        QCOMPARE(error_of([&] { parse_weight_map("{}", "x"); }).id(), 4310);
        QCOMPARE(error_of([&] { parse_weight_map("[]", "x"); }).id(), 4310);
        QCOMPARE(error_of([&] { parse_weight_map("", "x"); }).id(), 4310);
        QCOMPARE(error_of([&] { parse_weight_map("\"weight_map\"", "x"); }).id(), 4310);
        QCOMPARE(error_of([&] { parse_weight_map(std::string("{\"weight_map\":{}}\0{", 19), "x"); }).id(),
                 4310);
        // A map of that name elsewhere is not the map.
        QCOMPARE(
            error_of([&] { parse_weight_map(R"({"x":{"weight_map":{"a":"b.safetensors"}}})", "x"); }).id(),
            4310);
        const WeightMap map = parse_weight_map(
            R"({"weight_map":{"a":"2.safetensors","b":"1.safetensors","c":"2.safetensors"}})", "x");
        QCOMPARE(map.shards, (std::vector<std::string>{"2.safetensors", "1.safetensors"}));
        QCOMPARE(map.shard_of.at("b"), 1u);
        QCOMPARE(map.shard_of.at("c"), 0u);
    }

    /// A snapshot of the hub's cache links its files into the blobs beside it.
    void a_hub_cache_is_read() {
        QTemporaryDir cache;
        const fs::path snapshot = below(cache, "models--x/snapshots/1234"),
                       blobs = below(cache, "models--x/blobs");
        write_shards(snapshot, good_map);
        fs::create_directories(blobs);
        for (const char* name : {"model-1.safetensors", "model-2.safetensors"}) {
            fs::rename(snapshot / name, blobs / name);
            fs::create_symlink(fs::path("../../blobs") / name, snapshot / name);
        }
        QCOMPARE(ModelWeights(snapshot).names().size(), 2u);
    }

    /// FAULTS 33: neither the weights nor their index may be a link out of the folder.
    void single_files_are_contained_too() {
        QTemporaryDir parent;
        const fs::path folder = below(parent, "model"), outside = below(parent, "outside.safetensors");
        fs::create_directories(folder);
        write_one(outside, "a", value_a);
        fs::create_symlink(outside, folder / "model.safetensors");
        Error error = error_of([&] { ModelWeights weights(folder); });
        QVERIFY2(error.is(ErrorId::link_leaves_model_folder) && holds(error.line(), "model.safetensors"),
                 error.line().c_str());
        fs::remove(folder / "model.safetensors");
        fs::create_symlink("nowhere", folder / "model.safetensors");
        QCOMPARE(error_of([&] { ModelWeights weights(folder); }).id(), 4312);
        fs::remove(folder / "model.safetensors");
        fs::create_symlink(outside, folder / "model.safetensors.index.json");
        error = error_of([&] { ModelWeights weights(folder); });
        QVERIFY2(error.is(ErrorId::link_leaves_model_folder) && holds(error.line(), "index.json"),
                 error.line().c_str());
    }

    void a_damaged_shard_is_named() {
        QTemporaryDir folder;
        write_shards(below(folder, ""), good_map);
        fs::resize_file(below(folder, "model-2.safetensors"), 70);
        const Error error = error_of([&] { ModelWeights weights(below(folder, "")); });
        QCOMPARE(error.code(), ExitCode::model);
        QVERIFY(holds(error.where(), "model-2.safetensors"));
    }

    // FAULTS 32
    /// Nothing is unpickled; the conversion that is offered works.
    void pickles_are_not_read() {
        QTemporaryDir folder;
        const fs::path trace = below(folder, "evil-was-here");
        const std::string call = "cposix\nsystem\n(S'touch " + trace.string() + "'\ntR.";
        put(below(folder, "pytorch_model.bin"), call);
        const Error error = error_of([&] { ModelWeights weights(below(folder, "")); });
        QCOMPARE(error.id(), 4300);
        QVERIFY(holds(error.message(), "pytorch_model.bin"));
        QVERIFY(holds(error.next(), "safetensors"));
        QVERIFY(!fs::exists(trace));
        if (python().isEmpty()) QSKIP("no Python with torch: set TUNEDESK_PYTHON");
        QTemporaryDir honest;
        run_python("import torch, sys; w = torch.nn.Parameter(torch.ones(2, 2)); "
                   "torch.save({'w': w, 'tied': w}, sys.argv[1] + '/pytorch_model.bin')",
                   {honest.path()});
        const std::size_t begin = error.next().find('"') + 1, end = error.next().rfind('"');
        run_python(QString::fromStdString("import os, sys; os.chdir(sys.argv[1]); " +
                                          error.next().substr(begin, end - begin)),
                   {honest.path()});
        QCOMPARE(ModelWeights(below(honest, "")).names(), (std::vector<std::string>{"tied", "w"}));
    }

    void folders_without_weights_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("id");
        for (const char* file : {"pytorch_model.bin.index.json", "x.pt", "x.PTH", "model.ckpt", "evil.pkl"})
            QTest::newRow(file) << file << 4300;
        for (const char* file : {"tf_model.h5", "other.safetensors"})
            QTest::newRow(file) << file << static_cast<int>(ErrorId::weights_of_other_format);
        QTest::newRow("config.json") << "config.json" << static_cast<int>(ErrorId::weights_missing);
    }
    void folders_without_weights() {
        QFETCH(QString, file);
        QFETCH(int, id);
        QTemporaryDir folder;
        put(below(folder, file.toUtf8().constData()), "x");
        const Error error = error_of([&] { ModelWeights weights(below(folder, "")); });
        QCOMPARE(error.id(), id);
        QVERIFY(!error.next().empty());
        QCOMPARE(error_of([&] { ModelWeights weights(below(folder, "absent")); }).id(), 4301);
    }

    void the_real_model() {
        const fs::path folder = TUNEDESK_SOURCE_DIR "/.deps/models/all-MiniLM-L6-v2";
        if (!fs::exists(folder)) QSKIP("MiniLM is not here: packaging/setup.sh fetches it");
        const ModelWeights weights(folder);
        QVERIFY(weights.names().size() > 100);
        QCOMPARE(weights.info("embeddings.word_embeddings.weight").shape,
                 (std::vector<std::int64_t>{30522, 384}));
    }
};

QTEST_GUILESS_MAIN(ModelWeightsTest)
#include "model_weights_test.moc"
