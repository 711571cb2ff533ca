// SPDX-License-Identifier: GPL-3.0-or-later
// A linear classifier on the frozen encoder's features learns what the whole model with a frozen encoder
// would.

#include "train/step/trainable_model.h"

#include "data/cache/cache_file.h"
#include "memory/torch_headers.h"
#include "model/loss.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <fstream>

using namespace tunedesk;
using namespace tunedesk::train;

namespace {

const char* const words[] = {"good", "film", "bad", "the", "story", "great", "dull", "not", "very", "movie"};

void write_rows(const fs::path& path, int count) {
    std::ofstream out(path);
    out << "text,label\n";
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k <= i % 13; ++k)
            out << words[(i * 7 + k * k) % 10] << ' ';
        out << ',' << (i * 7) % 10 % 2 << '\n';
    }
}

} // namespace

class FeaturesTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::unique_ptr<event::Channel> channel_ = event::silent_channel();
    Announcer announcer_{*channel_, true};
    parallel::Group group_{parallel::World{}, 10};

    fs::path root() const { return folder_.path().toStdString(); }

    Preset preset(const char* model) const {
        Preset preset;
        preset.model.path = std::string(TUNEDESK_SOURCE_DIR "/tests/golden/models/") + model;
        preset.model.train = Preset::Train::features;
        preset.model.dropout = 0;
        preset.model.ignore_mismatched_sizes = true; // one of them was trained for three labels
        preset.data.train = root() / "rows.csv";
        preset.data.validation_split = 0.3;
        preset.data.max_length = 12;
        return preset;
    }

    Datasets datasets(const Preset& preset) {
        const arch::ModelConfig config = arch::read_model_config(preset.model.path);
        const data::Tokenizer tokenizer = data::Tokenizer::load(preset.model.path);
        return read_datasets(preset, config, &tokenizer, 1, announcer_,
                             [](const std::function<void()>& tokenize) { tokenize(); });
    }

    std::unique_ptr<TrainableModel> trainable(const Preset& preset, const model::Placement& placement = {}) {
        const format::ModelWeights weights(preset.model.path);
        return std::make_unique<TrainableModel>(preset, arch::read_model_config(preset.model.path), 2,
                                                &weights, placement, announcer_);
    }

    void prepare(TrainableModel& trainable, const Datasets& sets) {
        trainable.make_features(sets, group_, announcer_);
        trainable.standardise_features(sets, announcer_);
    }

    int feature_files() const {
        int count = 0;
        for (const auto& entry : fs::directory_iterator(data::token_cache_folder()))
            count += entry.path().extension() == ".features";
        return count;
    }

private Q_SLOTS:
    void initTestCase() {
        qputenv("XDG_CACHE_HOME", folder_.path().toUtf8());
        write_rows(root() / "rows.csv", 90);
        at::set_num_threads(1);
    }
    void init() { fs::remove_all(data::token_cache_folder()); }

    void equal_the_whole_model_data() {
        QTest::addColumn<QString>("model");
        QTest::newRow("bert") << "tiny-bert";
        QTest::newRow("distilbert") << "tiny-distilbert";
    }
    void equal_the_whole_model() {
        QFETCH(QString, model);
        const Preset chosen = preset(model.toUtf8().constData());
        const Datasets sets = datasets(chosen);
        const auto from_features = trainable(chosen), whole = trainable(chosen);
        prepare(*from_features, sets);
        QCOMPARE(feature_files(), 1); // both splits are rows of one table
        for (const Split* split : {&sets.train, &sets.validation}) {
            std::vector<std::uint32_t> samples;
            for (std::uint32_t i = 0; i < split->size(); i += 3)
                samples.push_back(i);
            const auto batch = whole->batch(*split, samples, false);
            const auto run = [&](const TrainableModel& one, const at::Tensor& logits) {
                model::cross_entropy(logits, batch->labels, {}, 0, static_cast<double>(samples.size()))
                    .total.backward();
                std::map<std::string, at::Tensor> gradients;
                for (const model::Parameter& parameter : one.model().parameters().all())
                    if (parameter.value.grad().defined())
                        gradients[parameter.name] = parameter.value.grad().clone();
                return gradients;
            };
            const at::Tensor ours = from_features->forward(*split, batch, {true, 1, 2});
            const at::Tensor expected = whole->model().forward(batch, {true, 1, 2});
            QVERIFY((ours - expected).abs().max().item<double>() < 1e-6);
            QVERIFY((expected - expected[0]).abs().max().item<double>() > 1e-3); // the rows differ at all
            const auto a = run(*from_features, ours), b = run(*whole, expected);
            QCOMPARE(a.size(), std::size_t{2}); // classifier.weight and classifier.bias
            QCOMPARE(b.size(), std::size_t{2});
            for (const auto& [name, gradient] : a) {
                QVERIFY2(name.starts_with("classifier."), name.c_str());
                QVERIFY((gradient - b.at(name)).abs().max().item<double>() < 1e-6);
            }
        }
    }

    // A folder without the head's dense layer: the layer passes on the features in standard form.
    void a_missing_dense_layer_standardises_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("dense");
        QTest::newRow("bert") << "tiny-bert"
                              << "bert.pooler.";
        QTest::newRow("distilbert") << "tiny-distilbert"
                                    << "pre_classifier.";
    }
    void a_missing_dense_layer_standardises() {
        QFETCH(QString, model);
        QFETCH(QString, dense);
        Preset chosen = preset(model.toUtf8().constData());
        const fs::path source = chosen.model.path, folder = root() / model.toStdString();
        fs::create_directories(folder);
        for (const char* name : {"config.json", "tokenizer.json", "tokenizer_config.json", "vocab.txt"})
            fs::copy_file(source / name, folder / name, fs::copy_options::overwrite_existing);
        const format::SafetensorsFile all(source / "model.safetensors");
        std::vector<format::TensorView> kept;
        for (const auto& [name, info] : all.tensors())
            if (!name.starts_with(dense.toStdString()))
                kept.push_back({name, info.dtype, info.shape, all.data(name)});
        format::write_safetensors(folder / "model.safetensors", kept, {{"format", "pt"}});
        chosen.model.path = folder;

        const Datasets sets = datasets(chosen);
        const auto ours = trainable(chosen);
        prepare(*ours, sets);
        std::vector<std::uint32_t> samples(sets.train.size());
        for (std::uint32_t i = 0; i < samples.size(); ++i)
            samples[i] = i;
        const auto batch = ours->batch(sets.train, samples, false);
        const at::NoGradGuard no_gradients;
        const at::Tensor rows = ours->model().encode(batch, {});
        const at::Tensor standard = (rows - rows.mean(0)) / rows.std(0, /*unbiased=*/false);
        const at::Tensor passed = dense.startsWith("bert") ? (standard / 2).tanh() : (standard + 3).relu();
        const auto& parameters = ours->model().parameters().all();
        const at::Tensor weight = parameters[parameters.size() - 2].value, bias = parameters.back().value;
        const at::Tensor expected = at::linear(passed, weight, bias);
        QVERIFY((ours->forward(sets.train, batch, {}) - expected).abs().max().item<double>() < 1e-4);

        const auto resumed = trainable(chosen); // a checkpoint's dense layer must stay as it was saved
        const at::Tensor& bias_of_dense =
            resumed->model().parameters().find(resumed->model().dense_name() + ".bias")->value;
        const at::Tensor before = bias_of_dense.detach().clone();
        resumed->make_features(sets, group_, announcer_);
        QVERIFY(before.equal(bias_of_dense));
    }

    void other_weights_make_other_features() {
        Preset chosen = preset("tiny-bert");
        const Datasets sets = datasets(chosen);
        prepare(*trainable(chosen), sets);
        prepare(*trainable(chosen), sets);
        QCOMPARE(feature_files(), 1);
        const auto changed = trainable(chosen);
        changed->model().parameters().find("classifier.weight")->value.detach().add_(1); // no part of the
                                                                                         // encoder
        prepare(*changed, sets);
        QCOMPARE(feature_files(), 1);
        const auto other = trainable(chosen);
        other->model().parameters().find("bert.encoder.layer.0.output.dense.bias")->value.detach()[0].add_(1);
        prepare(*other, sets);
        QCOMPARE(feature_files(), 2);
    }

    void belong_to_their_type() {
        const Preset chosen = preset("tiny-bert");
        const Datasets sets = datasets(chosen);
        const auto logits = [&](at::ScalarType compute) {
            const auto ours = trainable(chosen, model::placement_on(at::kCPU, compute));
            prepare(*ours, sets);
            const auto batch = ours->batch(sets.train, {0, 1, 2, 3}, false);
            const at::NoGradGuard no_gradients;
            return ours->forward(sets.train, batch, {});
        };
        const at::Tensor whole = logits(at::kFloat), rounded = logits(at::kBFloat16);
        QCOMPARE(feature_files(), 2);
        QVERIFY(!whole.equal(rounded));
        QVERIFY(logits(at::kFloat).equal(whole)); // each finds its own again
        QVERIFY(logits(at::kBFloat16).equal(rounded));
        QCOMPARE(feature_files(), 2);
    }

    void a_damaged_file_is_made_anew() {
        const Preset chosen = preset("tiny-bert");
        const Datasets sets = datasets(chosen);
        prepare(*trainable(chosen), sets);
        fs::path file;
        for (const auto& entry : fs::directory_iterator(data::token_cache_folder()))
            if (entry.path().extension() == ".features") file = entry.path();
        const std::string whole = read_file(file, ErrorId::file_unreadable);
        std::string damaged = whole;
        damaged[damaged.size() / 2] ^= 1;
        std::ofstream(file, std::ios::binary | std::ios::trunc) << damaged;
        prepare(*trainable(chosen), sets);
        QVERIFY(read_file(file, ErrorId::file_unreadable) == whole);
    }
};

QTEST_GUILESS_MAIN(FeaturesTest)
#include "features_test.moc"
