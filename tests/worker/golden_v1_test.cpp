// SPDX-License-Identifier: GPL-3.0-or-later
// What a TuneDesk of November 2026 left in tests/golden/v1 (make_v1.py) opens, resumes, reports and plots as
// it did.

#include "base/json_object.h"
#include "base/text.h"
#include "texts.h"
#include "worker/worker_bench.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

constexpr const char* then = "/tmp/tunedesk-golden-v1"; // where make_v1.py worked

/// Lines of a CSV file, cut at commas.
std::vector<std::vector<std::string>> cells(const fs::path& file) {
    std::vector<std::vector<std::string>> rows;
    const std::string text = read_file(file, ErrorId::file_unreadable);
    for (const std::string_view line : split(text, '\n')) {
        std::vector<std::string>& row = rows.emplace_back();
        for (const std::string_view cell : split(line, ','))
            row.emplace_back(cell);
    }
    return rows;
}

/// What of `old` is missing in `now`, or is another value there; empty where nothing is.
std::string missing(const Json& old, const Json& now, const std::string& path) {
    if (!old.is_object()) return old == now ? "" : path + ": " + old.dump() + " is " + now.dump() + " now\n";
    std::string all;
    for (const auto& [key, value] : old.items())
        all += now.is_object() && now.contains(key) ? missing(value, now.at(key), path + "." + key)
                                                    : path + "." + key + " is gone\n";
    return all;
}

} // namespace

class GoldenV1Test : public QObject {
    Q_OBJECT

    WorkerBench bench_;
    fs::path place_;

    QString at(const char* name) const { return QString::fromStdString((place_ / name).string()); }
    Ended call(const QStringList& arguments) const {
        return WorkerBench::wait(
            *bench_.start_tunedesk(arguments, {{"TUNEDESK_WINDOW", TUNEDESK_BIN_DIR "/tunedesk-gui"}}));
    }
    /// The file with its old place replaced by where it is now.
    std::string moved(const fs::path& file) const {
        return QString::fromStdString(read_file(file, ErrorId::file_unreadable))
            .replace(QLatin1String(then), QString::fromStdString(place_.string()))
            .toStdString();
    }

private Q_SLOTS:
    void initTestCase() {
        place_ = bench_.root() / "v1";
        fs::copy(TUNEDESK_SOURCE_DIR "/tests/golden/v1", place_, fs::copy_options::recursive);
        for (const char* file :
             {"preset.yaml", "finished/preset.yaml", "interrupted/preset.yaml", "interrupted/exit.json"})
            write_file_atomically(place_ / file, moved(place_ / file));
    }

    void runs_report_as_they_did_data() {
        QTest::addColumn<QString>("run");
        QTest::addRow("finished") << "finished";
        QTest::addRow("killed, resumed and killed") << "interrupted";
    }
    void runs_report_as_they_did() {
        QFETCH(QString, run);
        const std::string name = run.toStdString();
        const Ended ended = call({"report", "--json", at(name.c_str())});
        QVERIFY2(ended.code == 0, ended.err.c_str());
        Json old = Json::parse(moved(place_ / (name + ".json"))), now = Json::parse(ended.out);
        old.erase("model"); // a name in the run's preset, which is another by now
        const std::string differs = missing(old, now, name);
        QVERIFY2(differs.empty(), differs.c_str());
    }

    void it_is_shown_by_attach() {
        const Ended ended = call({"attach", at("finished")});
        QVERIFY2(ended.code == 0 && has(ended.out, "acc 0.8750"), (ended.out + ended.err).c_str());
    }

    void it_plots() {
        const fs::path pictures = place_ / "pictures";
        const Ended ended = call({"plot", at("finished"), "--out", at("pictures")});
#ifdef TUNEDESK_HAS_WINDOW
        QVERIFY2(ended.code == 0, ended.err.c_str());
        for (const char* name : {"accuracy", "confusion", "learning_rate", "loss"})
            for (const char* kind : {".pdf", ".png"})
                QVERIFY2(fs::exists(pictures / (std::string(name) + kind)) &&
                             fs::file_size(pictures / (std::string(name) + kind)) > 3000,
                         name);
#else
        QVERIFY2(ended.code == 2 && has(ended.err, "TD2016"), ended.err.c_str());
#endif
    }

    void it_predicts() {
        const Ended ended = call({"predict", at("finished"), "--file", at("rows/test.csv"), "--json"});
        QVERIFY2(ended.code == 0, ended.err.c_str());
        const auto rows = cells(place_ / "finished/predictions.csv");
        std::size_t row = 0;
        for (const std::string_view line : split(ended.out, '\n')) {
            if (line.empty()) continue;
            QVERIFY(++row < rows.size());
            const Json answer = Json::parse(line);
            QVERIFY2(has(answer.dump(), '"' + rows[row][2] + '"'), answer.dump().c_str());
        }
        QCOMPARE(row, std::size_t(24));
    }

    // From step 14, in mid-epoch, to the end of the run that was never interrupted. Kernels of other
    // processors round otherwise.
    void its_checkpoint_resumes() {
        const Ended changed = call({"resume", at("interrupted")});
        QVERIFY2(changed.code == 4 && has(changed.err, "TD4420"), changed.err.c_str()); // paths are others
        const Ended ended = call({"resume", "--allow-change", at("interrupted")});
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        const auto then = cells(place_ / "finished/metrics.csv"),
                   now = cells(place_ / "interrupted/metrics.csv");
        QCOMPARE(now.size(), then.size());
        QVERIFY(now[0] == then[0]);
        for (std::size_t row = 1; row + 1 < now.size(); ++row) {
            QCOMPARE(now[row][0], then[row][0]);
            for (const std::size_t loss : {2, 6, 9}) {
                QCOMPARE(now[row][loss].empty(), then[row][loss].empty());
                if (now[row][loss].empty()) continue;
                QVERIFY2(std::abs(std::stod(now[row][loss]) - std::stod(then[row][loss])) < 0.02,
                         now[row][loss].c_str());
            }
        }
    }

    void its_preset_is_right() {
        const Ended ended = call({"check", at("preset.yaml")});
        QVERIFY2(ended.code == 0 && has(ended.out, "Preset is valid."), (ended.out + ended.err).c_str());
    }

    void its_bundle_is_unpacked() {
        const Ended ended = call({"preset", "import", at("shared.tunedesk"), "-o", at("unpacked")});
        QVERIFY2(has(ended.out, "for every later version"), (ended.out + ended.err).c_str());
        const std::string preset = read_file(place_ / "unpacked/preset.yaml", ErrorId::file_unreadable);
        QVERIFY2(has(preset, "learning_rate: 0.01"), preset.c_str());
    }
};

QTEST_GUILESS_MAIN(GoldenV1Test)
#include "golden_v1_test.moc"
