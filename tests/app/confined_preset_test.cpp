// SPDX-License-Identifier: GPL-3.0-or-later
// What a preset or a bundle of somebody else's may make the real programs write: nothing outside of the run
// folder or the folder that the user names, and it runs no command.

#include "run/run_bench.h"
#include "texts.h"

#include <QTest>
#include <fstream>
#include <map>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

/// Path -> contents of all below, links by their targets.
std::map<std::string, std::string> contents_below(const fs::path& root) {
    std::map<std::string, std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
        const std::string name = fs::relative(entry.path(), root).string();
        if (entry.is_symlink())
            found[name] = "-> " + fs::read_symlink(entry.path()).string();
        else
            found[name] = entry.is_regular_file() ? read_file(entry.path(), ErrorId::file_unreadable) : "/";
    }
    return found;
}

} // namespace

class ConfinedPresetTest : public QObject {
    Q_OBJECT

    RunBench bench_;

    /// The bench's preset with these lines more, in a folder of its own three levels down.
    fs::path preset(const char* name, const std::string& lines) {
        const fs::path folder = bench_.root() / "given" / "to" / name;
        fs::create_directories(folder);
        std::ofstream(folder / "preset.yaml")
            << "tunedesk: 1\nmodel: {path: " << (bench_.root() / "model").string()
            << "}\ndata: {train: " << (bench_.root() / "train.csv").string()
            << "}\nevaluation: {strategy: \"no\"}\n"
            << lines;
        return folder / "preset.yaml";
    }

private Q_SLOTS:
    void a_name_is_no_path_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"../../../outside", "/outside", "..", "a/../../b", "x\\\\..\\\\y"})
            QTest::newRow(name) << name;
    }
    // FAULTS 35
    /// The run's default folder is named after the preset.
    void a_name_is_no_path() {
        QFETCH(QString, name);
        const fs::path file = preset("named", "name: \"" + name.toStdString() + "\"\n");
        const auto before = contents_below(bench_.root());
        const Ended ended = bench_.call({"run", to_qt(file)});
        QVERIFY2(ended.code == 2 && has(ended.err, "preset.yaml:5") && has(ended.err, "name: "),
                 ended.err.c_str());
        QVERIFY(contents_below(bench_.root()) == before);
        for (const fs::path& place : {bench_.root().parent_path(), fs::path("/")})
            QVERIFY(!fs::exists(place / "outside"));
    }

    void keys_of_commands_and_places_are_unknown_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("key");
        QTest::newRow("command") << "notify_command: touch CANARY"
                                 << "notify_command";
        QTest::newRow("run folder") << "run_dir: CANARY"
                                    << "run_dir";
        QTest::newRow("logs") << "logging: {dir: CANARY}"
                              << "dir";
        QTest::newRow("checkpoints") << "checkpoint: {path: CANARY}"
                                     << "path";
        QTest::newRow("cache") << "memory: {cache_folder: CANARY}"
                               << "cache_folder";
    }
    // FAULTS 35
    void keys_of_commands_and_places_are_unknown() {
        QFETCH(QString, line);
        QFETCH(QString, key);
        const fs::path canary = bench_.root() / "canary";
        const fs::path file = preset("keyed", line.replace("CANARY", to_qt(canary)).toStdString() + "\n");
        const Ended ended = bench_.call({"run", to_qt(file)});
        QVERIFY2(ended.code == 2 && has(ended.err, key.toStdString()) && has(ended.err, "preset.yaml:5"),
                 ended.err.c_str());
        QVERIFY(!fs::exists(canary));
    }

    void a_value_is_no_command_data() {
        QTest::addColumn<QString>("lines");
        QTest::newRow("substitution") << "name: $(touch canary)";
        QTest::newRow("backticks") << "name: \"`touch canary`\"";
        QTest::newRow("separator") << "name: \"x; touch canary\"";
    }
    // FAULTS 35
    void a_value_is_no_command() {
        QFETCH(QString, lines);
        const fs::path file = preset("valued", lines.toStdString() + "\n");
        const Ended ended = bench_.call({"run", to_qt(file)});
        QVERIFY2(ended.code == 0, ended.err.c_str());
        for (const auto& entry : fs::recursive_directory_iterator(bench_.root()))
            QVERIFY(entry.path().filename() != "canary");
    }

    void a_bundle_stays_where_it_is_unpacked_data() {
        QTest::addColumn<QString>("name");
        const QDir folder(QStringLiteral(TUNEDESK_SOURCE_DIR "/tests/fuzz/corpus/bundle"));
        for (const QString& name : folder.entryList(QDir::Files))
            QTest::newRow(qPrintable(name)) << name;
    }
    // FAULTS 35
    /// Links, absolute paths, `..`, bombs and commands among them: see make_bundles.py.
    void a_bundle_stays_where_it_is_unpacked() {
        QFETCH(QString, name);
        const fs::path place = bench_.root() / "bundles";
        fs::remove_all(place);
        fs::create_directories(place / "outer" / "inner");
        std::ofstream(place / "canary.txt") << "as it was";
        std::ofstream(place / "outer" / "canary.txt") << "as it was";
        const fs::path bundle = place / "outer" / "given.tunedesk", out = place / "outer" / "inner" / "out";
        fs::copy_file(fs::path(TUNEDESK_SOURCE_DIR "/tests/fuzz/corpus/bundle") / name.toStdString(), bundle);
        auto before = contents_below(bench_.root());
        const Ended ended = bench_.call({"preset", "import", to_qt(bundle), "--out", to_qt(out)});
        QVERIFY2(ended.code == 0 || ended.code == 2, ended.err.c_str());
        auto after = contents_below(bench_.root());
        const std::string inside = fs::relative(out, bench_.root()).string();
        std::erase_if(after, [&](const auto& file) { return file.first.starts_with(inside); });
        QVERIFY(after == before);
        if (ended.code == 2) QVERIFY2(has(ended.err, "error[TD2") && !fs::exists(out), ended.err.c_str());
    }
};

QTEST_GUILESS_MAIN(ConfinedPresetTest)
#include "confined_preset_test.moc"
