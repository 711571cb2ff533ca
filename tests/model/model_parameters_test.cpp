// SPDX-License-Identifier: GPL-3.0-or-later
// Making, loading and freezing parameters.

#include "support.h"

#include "base/error.h"

#include <QTemporaryDir>
#include <algorithm>
#include <fstream>
#include <functional>
#include <malloc.h>

using namespace tunedesk;
using namespace tunedesk::model;

namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

const fs::path tiny = golden_folder / "models/tiny-bert";

/// A folder with the tiny model's weights, changed by the test before it is written.
struct Folder {
    QTemporaryDir dir;
    std::vector<format::TensorView> tensors;
    format::ModelWeights source{tiny};

    Folder() {
        for (const std::string& name : source.names())
            tensors.push_back({name, source.info(name).dtype, source.info(name).shape, source.data(name)});
    }
    fs::path path() const { return dir.path().toStdString(); }
    format::ModelWeights write() const {
        format::write_safetensors(path() / "model.safetensors", tensors, {});
        return format::ModelWeights(path());
    }
    void rename(const std::function<std::string(std::string)>& to) {
        for (format::TensorView& tensor : tensors)
            tensor.name = to(tensor.name);
    }
    void erase(const std::function<bool(const std::string&)>& which) {
        std::erase_if(tensors, [&](const format::TensorView& tensor) { return which(tensor.name); });
    }
    format::TensorView& find(const std::string& name) {
        return *std::find_if(tensors.begin(), tensors.end(),
                             [&](const format::TensorView& tensor) { return tensor.name == name; });
    }
};

SequenceClassifier fresh() {
    SequenceClassifier model(arch::read_model_config(tiny), 3);
    model.initialise(1);
    return model;
}

/// The largest resident memory since the peak was last cleared, in bytes.
std::uint64_t resident_peak() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:")) return std::stoull(line.substr(6)) * 1024;
    return 0;
}

bool loaded_like_golden(const SequenceClassifier& model, double tolerance = 0) {
    SequenceClassifier golden(arch::read_model_config(tiny), 3);
    golden.load(format::ModelWeights(tiny));
    for (std::size_t i = 0; i < golden.parameters().all().size(); ++i)
        if (difference(values_of(model.parameters().all()[i].value),
                       values_of(golden.parameters().all()[i].value)) > tolerance)
            return false;
    return true;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

/// The id and the place of the error that loading gives, or 0.
std::pair<int, std::string> load_error(const Folder& folder) {
    SequenceClassifier model = fresh();
    try {
        model.load(folder.write());
    } catch (const Error& error) {
        return {error.id(), error.where()};
    }
    return {};
}

} // namespace

class ModelParametersTest : public QObject {
    Q_OBJECT

    QTemporaryDir large_; ///< a model that memory is measured with

private Q_SLOTS:
    /// Weights of fp32 become parameters of any type without a second copy of them in memory, in whatever
    /// type they are made at random too. The tensor that is half of the model is the hard one. The model is
    /// large and its code has run before, as the peak counts the code's pages and the heap's rests too.
    void loadingTakesNoMoreThanTheWeights_data() {
        QTest::addColumn<int>("type");
        for (const auto& [name, type] :
             {std::pair{"fp32", at::kFloat}, std::pair{"bf16", at::kBFloat16}, std::pair{"fp16", at::kHalf}})
            QTest::newRow(name) << static_cast<int>(type);
    }
    void loadingTakesNoMoreThanTheWeights() {
        if (sanitized) QSKIP("the sanitizer keeps what is freed for a while");
        QFETCH(int, type);
        ::mallopt(M_MMAP_THRESHOLD, 64 << 10); // what is freed goes back to the kernel at once
        arch::ModelConfig config = arch::read_model_config(tiny);
        config.vocab_size = 200'000;
        config.hidden_size = 128;
        config.intermediate_size = 8'000;
        config.num_hidden_layers = 12;
        config.num_attention_heads = 2;
        const fs::path folder = large_.path().toStdString();
        if (!fs::exists(folder / "model.safetensors")) { // all types load the same file
            SequenceClassifier source(config, 2);
            source.initialise(5);
            HostTensors tensors;
            tensors.add(source.parameters());
            format::write_safetensors(folder / "model.safetensors", tensors.views(), {});
        }
        const Placement placement{at::kCPU, &fused_operations(), at::kFloat,
                                  static_cast<at::ScalarType>(type)};
        SequenceClassifier first(arch::read_model_config(tiny), 3, placement);
        first.initialise(1);
        first.load(format::ModelWeights(tiny));
        const format::ModelWeights weights(folder);
        for (const bool loads : {true, false}) {
            ::malloc_trim(0); // or what was freed before would be taken again unseen
            std::ofstream("/proc/self/clear_refs") << "5"; // the peak begins anew
            const std::uint64_t before = resident_peak();
            SequenceClassifier model(config, 2, placement);
            if (loads)
                model.load(weights);
            else
                model.initialise(5);
            std::uint64_t bytes = 0;
            for (const Parameter& parameter : model.parameters().all())
                bytes += parameter.value.nbytes();
            QVERIFY(bytes > 90u << 20);
            const double ratio = static_cast<double>(resident_peak() - before) / static_cast<double>(bytes);
            QVERIFY2(ratio > 0.9 && ratio <= 1.05, qPrintable(QString::number(ratio)));
        }
    }

    void initTestCase() { at::set_num_threads(1); } // tiny tensors: threads would only wait for each other

    void namesOfFolders_data() {
        QTest::addColumn<int>("kind");
        QTest::addRow("own") << 0;
        QTest::addRow("without prefix") << 1;
        QTest::addRow("gamma and beta") << 2;
        QTest::addRow("both") << 3;
    }
    void namesOfFolders() {
        QFETCH(int, kind);
        Folder folder;
        folder.rename([&](std::string name) {
            if (kind & 1) name = replaced(name, "bert.", "");
            if (kind & 2)
                name = replaced(replaced(name, "LayerNorm.weight", "LayerNorm.gamma"), "LayerNorm.bias",
                                "LayerNorm.beta");
            return name;
        });
        SequenceClassifier model = fresh();
        const LoadReport report = model.load(folder.write());
        QVERIFY(report.created.empty());
        QVERIFY(report.unexpected.empty());
        QVERIFY(loaded_like_golden(model));
    }

    void prefixInTheFolderAlone() {
        // A DistilBERT's head has no prefix of its own; a folder may still give it one.
        const fs::path source = golden_folder / "models/tiny-distilbert";
        Folder folder;
        folder.source = format::ModelWeights(source);
        folder.tensors.clear();
        for (const std::string& name : folder.source.names())
            folder.tensors.push_back({replaced("distilbert." + name, "distilbert.distilbert.", "distilbert."),
                                      folder.source.info(name).dtype, folder.source.info(name).shape,
                                      folder.source.data(name)});
        SequenceClassifier model(arch::read_model_config(source), 2);
        const LoadReport report = model.load(folder.write());
        QVERIFY(report.created.empty());
        QVERIFY(report.unexpected.empty());
    }

    void missingAndUnexpected() {
        Folder folder;
        const std::string lost = "bert.encoder.layer.1.output.dense.weight";
        folder.erase([&](const std::string& name) { return name == lost || name == "classifier.bias"; });
        format::TensorView extra = folder.find("classifier.weight");
        extra.name = "cls.predictions.decoder.weight";
        folder.tensors.push_back(extra);
        SequenceClassifier model = fresh();
        const at::Tensor made = model.parameters().find(lost)->value.detach().clone();
        const LoadReport report = model.load(folder.write());
        QCOMPARE(report.created, (std::vector<std::string>{lost, "classifier.bias"}));
        QCOMPARE(report.unexpected, std::vector<std::string>{"cls.predictions.decoder.weight"});
        QVERIFY(made.equal(model.parameters().find(lost)->value)); // still as initialise() made it
        QVERIFY(!loaded_like_golden(model));
    }

    void wrongShape() {
        Folder folder;
        format::TensorView& bias = folder.find("bert.pooler.dense.bias");
        bias.shape = {bias.shape[0] - 1};
        bias.data = bias.data.first(bias.data.size() - 4);
        QCOMPARE(load_error(folder), (std::pair<int, std::string>{4330, "bert.pooler.dense.bias"}));

        Folder turned; // as many elements, another shape
        format::TensorView& up = turned.find("bert.encoder.layer.0.intermediate.dense.weight");
        std::swap(up.shape[0], up.shape[1]);
        QCOMPARE(load_error(turned).first, 4330);
    }

    // What is made anew has the values it would have, had everything been made first.
    void initialisesWhatIsMissing() {
        Folder folder;
        folder.erase([](const std::string& name) {
            return name.starts_with("bert.pooler.") || name == "bert.encoder.layer.1.output.dense.weight";
        });
        const format::ModelWeights weights = folder.write();
        SequenceClassifier first = fresh(), last(arch::read_model_config(tiny), 3);
        const LoadReport expected = first.load(weights);
        const LoadReport report = last.load_or_initialise(weights, 1, false);
        QCOMPARE(report.created, expected.created);
        QCOMPARE(report.created.size(), std::size_t{3});
        for (std::size_t i = 0; i < first.parameters().all().size(); ++i)
            QVERIFY2(first.parameters().all()[i].value.equal(last.parameters().all()[i].value),
                     first.parameters().all()[i].name.c_str());
    }

    void anotherNumberOfLabels() {
        const Folder folder; // of three labels
        SequenceClassifier model(arch::read_model_config(tiny), 5);
        model.initialise(3);
        const at::Tensor made = model.parameters().find("classifier.weight")->value.detach().clone();
        const format::ModelWeights weights = folder.write();
        try {
            model.load(weights);
            QFAIL("loaded a head of other labels");
        } catch (const Error& error) {
            QVERIFY(error.is(ErrorId::weight_shape_mismatch));
            QCOMPARE(error.where(), std::string("classifier.weight"));
        }
        const LoadReport report = model.load(weights, true);
        QCOMPARE(report.mismatched, (std::vector<std::string>{"classifier.weight", "classifier.bias"}));
        QVERIFY(report.created.empty() && report.unexpected.empty());
        QVERIFY(made.equal(model.parameters().find("classifier.weight")->value));
    }

    void otherModel() {
        Folder folder;
        folder.rename([](const std::string& name) { return "vision." + name; });
        QCOMPARE(load_error(folder).first, 4331);
        Folder head;
        head.erase([](const std::string& name) { return name.rfind("classifier.", 0) != 0; });
        QCOMPARE(load_error(head).first, 4331);
    }

    void otherDTypes_data() {
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("dtype");
        QTest::addColumn<double>("tolerance");
        using format::DType;
        const auto row = [](const char* name, at::ScalarType from, DType dtype, double tolerance) {
            QTest::addRow("%s", name) << static_cast<int>(from) << static_cast<int>(dtype) << tolerance;
        };
        row("F16", at::kHalf, DType::F16, 1e-3);
        row("BF16", at::kBFloat16, DType::BF16, 1e-2);
        row("F64", at::kDouble, DType::F64, 0);
    }
    void otherDTypes() {
        QFETCH(int, from);
        QFETCH(int, dtype);
        QFETCH(double, tolerance);
        SequenceClassifier source = fresh();
        source.load(format::ModelWeights(tiny));
        Folder folder;
        std::vector<at::Tensor> kept;
        for (format::TensorView& tensor : folder.tensors) {
            kept.push_back(
                source.parameters().find(tensor.name)->value.detach().to(static_cast<at::ScalarType>(from)));
            tensor.dtype = static_cast<format::DType>(dtype);
            tensor.data = {static_cast<const std::byte*>(kept.back().const_data_ptr()), kept.back().nbytes()};
        }
        SequenceClassifier model = fresh();
        QVERIFY(model.load(folder.write()).created.empty());
        QVERIFY(loaded_like_golden(model, tolerance));
    }

    void integersAreRefused() {
        Folder folder;
        folder.find("classifier.bias").dtype = format::DType::I32;
        QCOMPARE(load_error(folder).first, 4332);
    }

    void trainOnlyLast_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("layers");
        for (const int layers : {0, 1, 2, 3, 9})
            QTest::addRow("bert %d", layers) << "tiny-bert" << layers;
        for (const int layers : {0, 1, 2})
            QTest::addRow("distilbert %d", layers) << "tiny-distilbert" << layers;
    }
    /// The head and the last layers get the gradients they get when everything learns; the others none.
    void trainOnlyLast() {
        QFETCH(QString, name);
        QFETCH(int, layers);
        const fs::path folder = golden_folder / "models" / name.toStdString();
        const arch::ModelConfig config = arch::read_model_config(folder);
        SequenceClassifier whole(config, 2), part(config, 2);
        for (SequenceClassifier* model : {&whole, &part})
            model->initialise(4);
        part.train_only_last(layers);
        const Samples samples({9, 20, 2, 17}, 80, 2);
        const Pass pass{true, 1, 2};
        train_pass(whole, samples.batch(false), pass, 4);
        train_pass(part, samples.batch(false), pass, 4);
        const auto expected = gradients_of(whole.parameters());
        const auto first =
            config.num_hidden_layers - std::min<std::int64_t>(layers, config.num_hidden_layers);
        std::size_t trained = 0;
        for (const Parameter& parameter : part.parameters().all()) {
            const std::size_t at = parameter.name.find(".layer.");
            const bool learns =
                parameter.name.find("classifier") != std::string::npos ||
                parameter.name.find("pooler") != std::string::npos ||
                (at != std::string::npos && std::stol(parameter.name.substr(at + 7)) >= first);
            QCOMPARE(parameter.value.requires_grad(), learns);
            QCOMPARE(parameter.value.grad().defined(), learns);
            if (learns)
                QVERIFY(difference(values_of(parameter.value.grad()), expected.at(parameter.name)) <=
                        1e-6 * (1 + largest(expected.at(parameter.name))));
            trained += learns;
        }
        QCOMPARE(trained, 4 + 16 * static_cast<std::size_t>(config.num_hidden_layers - first));
    }

    void wideHeadsAreRefused() {
        arch::ModelConfig config = arch::read_model_config(tiny);
        config.hidden_size = 257;
        config.num_attention_heads = 1;
        QVERIFY_THROWS_EXCEPTION(Error, SequenceClassifier(config, 3));
        config.hidden_size = 256;
        QCOMPARE(SequenceClassifier(config, 3).labels(), std::int64_t{3});
    }

    void savedViewsHoldTheWeights() {
        SequenceClassifier model = fresh();
        Folder folder;
        HostTensors weights;
        weights.add(model.parameters());
        folder.tensors.assign(weights.views().begin(), weights.views().end());
        SequenceClassifier again(arch::read_model_config(tiny), 3);
        QVERIFY(again.load(folder.write()).created.empty());
        for (const Parameter& parameter : model.parameters().all())
            QVERIFY(parameter.value.equal(again.parameters().find(parameter.name)->value));
    }
};

QTEST_APPLESS_MAIN(ModelParametersTest)
#include "model_parameters_test.moc"
