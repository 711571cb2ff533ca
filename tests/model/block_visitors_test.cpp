// SPDX-License-Identifier: GPL-3.0-or-later
// What a network's visitors are told, and in which order.

#include "support.h"

using namespace tunedesk;
using namespace tunedesk::model;

namespace {

using Log = std::vector<std::string>;

/// Writes down what it is told, under its name.
class Recorder : public BlockVisitor {
public:
    Recorder(std::string name, Log& log) : name_(std::move(name)), log_(log) {}

    void begin_pass(const Pass& pass, bool has_backward) override {
        log_.push_back(name_ + " pass " + std::to_string(pass.step) + "." + std::to_string(pass.micro_batch) +
                       (has_backward ? " and backward" : ""));
    }
    void before_forward(std::size_t block) override { write(" >", block); }
    void after_forward(std::size_t block) override { write(" <", block); }
    void before_backward(std::size_t block) override { write(" back", block); }
    void end_without_backward() override { log_.push_back(name_ + " end"); }

private:
    void write(const char* what, std::size_t block) { log_.push_back(name_ + what + std::to_string(block)); }

    std::string name_;
    Log& log_;
};

/// What both are told of a block that goes forward.
void add_forward(Log& log, std::size_t block) {
    const std::string number = std::to_string(block);
    for (const char* event : {"a >", "b >", "b <", "a <"})
        log.push_back(event + number);
}

void add_backward(Log& log, std::size_t block) {
    for (const char* event : {"a back", "b back"})
        log.push_back(event + std::to_string(block));
}

Log forward_of(std::size_t first, std::size_t last) {
    Log log;
    for (std::size_t block = first; block < last; ++block)
        add_forward(log, block);
    return log;
}

void append(Log& log, const Log& more) {
    log.insert(log.end(), more.begin(), more.end());
}

} // namespace

class BlockVisitorsTest : public QObject {
    Q_OBJECT

    const Samples samples{{5, 17, 1, 9}, 40, 2};
    const Pass pass{.training = true, .seed = 42, .step = 3, .micro_batch = 1, .micro_batches = 2};

private Q_SLOTS:
    void initTestCase() { at::set_num_threads(1); }

    void order_data() {
        QTest::addColumn<bool>("aten");
        QTest::addColumn<int>("checkpointed");
        QTest::addColumn<int>("trained"); // layers of three; -1: all and the embeddings
        for (const bool aten : {false, true})
            for (const int checkpointed : {0, 1, 2})
                for (const int trained : {-1, 2})
                    QTest::addRow("%s, checkpoints every %d, trained %d", aten ? "aten" : "fused",
                                  checkpointed, trained)
                        << aten << checkpointed << trained;
    }
    /// Two visitors of three layers: first in, last out, also where layers are recomputed.
    void order() {
        QFETCH(bool, aten);
        QFETCH(int, checkpointed);
        QFETCH(int, trained);
        SequenceClassifier model =
            golden_model("tiny-bert", 0.2, aten ? aten_operations() : fused_operations());
        if (trained > 0) model.train_only_last(trained);
        model.network().checkpoint_activations(checkpointed);
        Log log;
        Recorder a("a", log), b("b", log);
        model.network().add_visitor(a);
        model.network().add_visitor(b);
        train_pass(model, samples.batch(false, model), pass, 4);

        const std::size_t first = trained > 0 ? 2 : 0, first_layer = std::max<std::size_t>(first, 1);
        Log expected{"a pass 3.1 and backward", "b pass 3.1 and backward"};
        append(expected, forward_of(0, 4));
        const std::size_t length = checkpointed > 0 ? static_cast<std::size_t>(checkpointed) : 1;
        std::vector<std::size_t> segments;
        for (std::size_t block = first_layer; block < 4; block += length)
            segments.push_back(block);
        for (auto segment = segments.rbegin(); segment != segments.rend(); ++segment) {
            const std::size_t end = std::min<std::size_t>(*segment + length, 4);
            if (checkpointed > 0) append(expected, forward_of(*segment, end));
            for (std::size_t block = end; block-- > *segment;)
                add_backward(expected, block);
        }
        if (first == 0) add_backward(expected, 0);
        QCOMPARE(log, expected);
    }

    void withoutGradients() {
        SequenceClassifier model = golden_model("tiny-bert", 0.2, fused_operations());
        Log log;
        Recorder a("a", log), b("b", log);
        model.network().add_visitor(a);
        model.network().add_visitor(b);
        const auto batch = samples.batch(false, model);
        Log expected{"a pass 3.1", "b pass 3.1"};
        append(expected, forward_of(0, 4));
        append(expected, {"b end", "a end"});
        {
            const at::NoGradGuard no_gradients;
            model.forward(batch, pass);
        }
        QCOMPARE(log, expected);
        log.clear();
        model.train_only_classifier(); // no block has a backward pass
        train_pass(model, batch, pass, 4);
        QCOMPARE(log, expected);
    }

    void aRemovedVisitorIsToldNothing() {
        SequenceClassifier model = golden_model("tiny-bert", 0, fused_operations());
        const auto batch = samples.batch(false, model);
        Log log;
        Recorder a("a", log), b("b", log);
        model.network().add_visitor(a);
        model.network().add_visitor(b);
        model.network().remove_visitor(a);
        train_pass(model, batch, {}, 4);
        QVERIFY(!log.empty());
        for (const std::string& event : log)
            QVERIFY2(event.starts_with("b "), event.c_str());
        log.clear();
        model.network().remove_visitor(b);
        train_pass(model, batch, {}, 4);
        QVERIFY(log.empty());
    }
};

QTEST_APPLESS_MAIN(BlockVisitorsTest)
#include "block_visitors_test.moc"
