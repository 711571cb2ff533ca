// SPDX-License-Identifier: GPL-3.0-or-later
// The checker of stream order, tested: waits of real runs that offload are left out one at a time. The run
// must end with the fault named, unless another wait told the same in time; then its bits stay as they are,
// also where copies or all other work are late. TUNEDESK_SEED chooses other waits, TUNEDESK_WAITS more of
// them.

#include "long_tests.h"
#include "simulated/simulated_bench.h"
#include "simulated/verdict.h"
#include "texts.h"

#include <QTest>
#include <algorithm>
#include <numeric>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

/// A kind of wait: what leaves out the n-th that tells something, and the figure that counts them.
struct Kind {
    const char* name;
    const char* setting;
    const char* figure;
};
constexpr Kind kinds[] = {
    {"a stream's for an event", "TUNEDESK_SIMULATED_WITHOUT_STREAM_WAIT", "stream_waits"},
    {"the host's for an event", "TUNEDESK_SIMULATED_WITHOUT_HOST_WAIT", "host_event_waits"},
    {"the host's for a stream", "TUNEDESK_SIMULATED_WITHOUT_SYNCHRONIZATION", "synchronizations"}};

constexpr double least_share = 0.95;

int number_of(const char* variable, int otherwise) {
    bool given = false;
    const int number = qEnvironmentVariableIntValue(variable, &given);
    return given ? number : otherwise;
}

} // namespace

class SimulatedCheckerTest : public QObject {
    Q_OBJECT

    SimulatedBench bench_;
    fs::path preset_;
    std::string whole_; ///< weights with all waits

    struct Started {
        event::RunFolder folder;
        std::unique_ptr<QProcess> process;

        fs::path report() const { return folder.root.string() + ".json"; }
        Json figures() const {
            return parse_json(read_file(report(), ErrorId::file_unreadable), report().string(),
                              ErrorId::file_unreadable);
        }
    };
    Started start(Environment more) {
        const event::RunFolder run = bench_.next_folder();
        more["TUNEDESK_SIMULATED_REPORT"] = run.root.string() + ".json";
        return {run, bench_.worker.start(run, preset_, SimulatedBench::on_device(more))};
    }

    struct Case {
        const Kind* kind;
        int number;

        Environment late(const char* side) const {
            return {{kind->setting, std::to_string(number)},
                    {"TUNEDESK_SIMULATED_DELAYED", side},
                    {"TUNEDESK_SIMULATED_DELAY_US", *side ? "300" : "60"},
                    {"TUNEDESK_SIMULATED_SEED", std::to_string(number)}};
        }
    };
    /// Some of each kind's waits; all where they are few.
    static std::vector<Case> sample(const Json& figures) {
        const int seed = number_of("TUNEDESK_SEED", 1);
        const auto most = static_cast<std::size_t>(number_of("TUNEDESK_WAITS", rounds(5, 10)));
        std::mt19937 random(static_cast<unsigned>(seed));
        std::vector<Case> cases;
        for (const Kind& kind : kinds) {
            std::vector<int> numbers(figures.at(kind.figure).get<std::size_t>());
            std::iota(numbers.begin(), numbers.end(), 1);
            qInfo("%s: %zu, of which %zu are left out, seed %d", kind.name, numbers.size(),
                  std::min(most, numbers.size()), seed);
            std::ranges::shuffle(numbers, random);
            if (numbers.size() > most) numbers.resize(most);
            for (const int number : numbers)
                cases.push_back({&kind, number});
        }
        return cases;
    }

    enum class Found { named, implied, unused, missed };
    Found judge(const Started& run) const {
        const Ended ended = WorkerBench::wait(*run.process);
        if (ended.code == simulated::fault_code && has(ended.err, "simulated device: "))
            return has(ended.err, "nothing orders them") || has(ended.err, "the host touches")
                       ? Found::named
                       : Found::missed;
        if (ended.code != 0 || SimulatedBench::weights(run.folder) != whole_) return Found::missed;
        return run.figures().at("left_out").at("taught_by") == "" ? Found::unused : Found::implied;
    }
    /// Nothing was named: the bits must be the same whatever is late.
    bool can_matter(const Case& one) {
        const Started copies = start(one.late("copies")), work = start(one.late("work"));
        const Found found[] = {judge(copies), judge(work)};
        return found[0] == Found::missed || found[1] == Found::missed;
    }

private Q_SLOTS:
    void waitsThatAreLeftOutAreNamed_data() {
        QTest::addColumn<QString>("settings");
        QTest::addRow("optimizer") << "memory.offload=[optimizer]";
        QTest::addRow("parameters") << "memory.offload=[parameters]";
        QTest::addRow("activations") << "memory.offload=[activations]";
        QTest::addRow("all") << "memory.offload=[optimizer,parameters,activations]";
    }
    void waitsThatAreLeftOutAreNamed() {
        QFETCH(QString, settings);
        preset_ = bench_.worker.preset(with_words(bench_.wide(), settings + " training.max_steps=3"));
        const Started whole = start({});
        const Ended ended = WorkerBench::wait(*whole.process);
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        whole_ = SimulatedBench::weights(whole.folder);
        const std::vector<Case> cases = sample(whole.figures());
        std::map<Found, int> count;
        std::map<const Kind*, std::pair<int, int>> by_kind; ///< named, missed
        for (std::size_t i = 0; i < cases.size(); i += 2) {
            std::vector<Started> both; // two processors
            for (std::size_t k = i; k < std::min(i + 2, cases.size()); ++k)
                both.push_back(start(cases[k].late("")));
            for (std::size_t k = 0; k < both.size(); ++k) {
                const Case& one = cases[i + k];
                Found found = judge(both[k]);
                if ((found == Found::implied || found == Found::unused) && can_matter(one))
                    found = Found::missed;
                ++count[found];
                if (found == Found::named) ++by_kind[one.kind].first;
                if (found == Found::missed) ++by_kind[one.kind].second;
                if (found == Found::missed) qWarning("missed: %s, number %d", one.kind->name, one.number);
                if (found == Found::unused) qInfo("unused: %s, number %d", one.kind->name, one.number);
            }
        }
        const int named = count[Found::named], missed = count[Found::missed];
        qInfo("%d named, %d implied by other waits, %d unused, %d missed", named, count[Found::implied],
              count[Found::unused], missed);
        QVERIFY(named > 0);
        for (const auto& [kind, found] : by_kind) {
            qInfo("%s: %d of %d named", kind->name, found.first, found.first + found.second);
            QVERIFY(found.first >= least_share * (found.first + found.second));
        }
    }
};

QTEST_GUILESS_MAIN(SimulatedCheckerTest)
#include "simulated_checker_test.moc"
