// SPDX-License-Identifier: GPL-3.0-or-later
// The mean of models' weights, as a model folder.

#include "run/best/mean_model.h"

#include "base/error.h"
#include "format/safetensors.h"

#include <QTemporaryDir>
#include <QTest>
#include <cstring>
#include <fstream>

using namespace tunedesk;

namespace {

using Values = std::vector<float>;

struct Tensor {
    std::string name;
    std::vector<std::int64_t> shape;
    Values values;
};

fs::path write_model(const fs::path& folder, const std::vector<Tensor>& tensors, const char* config) {
    fs::create_directories(folder);
    std::ofstream(folder / "config.json") << config;
    std::ofstream(folder / "manifest.json") << "{}";
    fs::create_directories(folder / "1_Pooling");
    std::ofstream(folder / "1_Pooling" / "config.json") << "pooling";
    std::vector<format::TensorView> views;
    for (const Tensor& each : tensors)
        views.push_back({each.name, format::DType::F32, each.shape, std::as_bytes(std::span(each.values))});
    format::write_safetensors(folder / "model.safetensors", views, {{"format", "pt"}});
    return folder;
}

Values values_of(const fs::path& folder, const std::string& name) {
    const format::ModelWeights weights(folder);
    const auto bytes = weights.data(name);
    Values values(bytes.size() / sizeof(float));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

} // namespace

class MeanModelTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    fs::path path(const char* name) const { return fs::path(folder_.path().toStdString()) / name; }

private Q_SLOTS:
    void each_element_is_the_mean() {
        const std::vector<fs::path> models{
            write_model(path("a"), {{"w", {2, 2}, {1, 2, 3, 4}}, {"x", {1}, {1e8f}}}, "first"),
            write_model(path("b"), {{"w", {2, 2}, {3, 2, -3, 0}}, {"x", {1}, {3}}}, "second"),
            write_model(path("c"), {{"w", {2, 2}, {2, 2, 3, 0.5f}}, {"x", {1}, {-1e8f}}}, "third")};
        QVERIFY(run::write_mean_model(models, path("mean")));
        QCOMPARE(values_of(path("mean"), "w"), (Values{2, 2, 1, 1.5f}));
        QCOMPARE(values_of(path("mean"), "x"), (Values{1})); // in double precision: floats would lose the 3
        std::string config;
        std::getline(std::ifstream(path("mean") / "config.json"), config);
        QCOMPARE(config, std::string("first"));
        QVERIFY(fs::exists(path("mean") / "1_Pooling" / "config.json"));
        QVERIFY(!fs::exists(path("mean") / "manifest.json")); // its hashes are of the first one's weights
    }

    void models_that_differ_have_none() {
        const fs::path one = write_model(path("d"), {{"w", {2}, {1, 2}}}, "");
        const fs::path longer = write_model(path("e"), {{"w", {3}, {1, 2, 3}}}, "");
        const fs::path other = write_model(path("f"), {{"v", {2}, {1, 2}}}, "");
        for (const fs::path& second : {longer, other}) {
            QVERIFY(!run::write_mean_model(std::vector<fs::path>{one, second}, path("none")));
            QVERIFY(!fs::exists(path("none")));
        }
        const std::vector<std::uint16_t> halves{1, 2};
        const std::vector<format::TensorView> views{
            {"w", format::DType::BF16, {2}, std::as_bytes(std::span(halves))}};
        fs::create_directories(path("g"));
        format::write_safetensors(path("g") / "model.safetensors", views, {});
        QVERIFY(!run::write_mean_model(std::vector<fs::path>{path("g"), path("g")}, path("none")));
        QVERIFY_EXCEPTION_THROWN(
            run::write_mean_model(std::vector<fs::path>{one, path("gone")}, path("none")), Error);
    }

    void adapters_and_random_models_are_not_averaged() {
        Preset preset;
        QVERIFY(run::can_be_averaged(preset));
        preset.model.train = Preset::Train::lora;
        QVERIFY(!run::can_be_averaged(preset));
        preset.model.train = Preset::Train::last_layers;
        QVERIFY(run::can_be_averaged(preset));
        preset.model.init = Preset::Init::random;
        QVERIFY(!run::can_be_averaged(preset));
    }
};

QTEST_GUILESS_MAIN(MeanModelTest)
#include "mean_model_test.moc"
