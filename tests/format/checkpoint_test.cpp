// SPDX-License-Identifier: GPL-3.0-or-later
#include "format/checkpoint.h"

#include "base/hash.h"
#include "format/manifest.h"
#include "format/support.h"

using namespace tunedesk;
using namespace tunedesk::format;

namespace {

std::vector<Manifest::Entry> fill_with(const fs::path& folder, const std::string& contents) {
    std::vector<Manifest::Entry> entries{write_entry(folder, "state.json", "{\"step\": 1}")};
    put(folder / "model.safetensors", contents);
    entries.push_back(existing_entry(folder, "model.safetensors"));
    return entries;
}

void commit(const fs::path& path, const std::string& contents) {
    commit_folder(path, [&](const fs::path& folder) { return fill_with(folder, contents); });
}

std::string contents_of(const fs::path& folder) {
    return read_file(folder / "model.safetensors", ErrorId::checkpoint_file_unreadable);
}

} // namespace

class CheckpointTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void commits_verifies_and_lists() {
        QTemporaryDir run;
        const fs::path checkpoints = below(run, "checkpoints");
        fs::create_directory(checkpoints);
        for (const std::int64_t step : {5, 100, 20})
            commit(checkpoints / checkpoint_name(step), "weights of " + std::to_string(step));
        fs::create_directory(checkpoints / "step-00000200.tmp");
        fs::create_directory(checkpoints / "step-7");
        fs::create_directory(checkpoints / "other");
        put(checkpoints / "step-00000300", "a file");
        fs::create_symlink(checkpoints / "step-00000005", checkpoints / "step-00000400");
        QCOMPARE(list_checkpoints(checkpoints), (std::vector<std::int64_t>{100, 20, 5}));
        verify_folder(checkpoints / "step-00000020");
        const Manifest manifest = parse_manifest(
            read_file(checkpoints / "step-00000020/manifest.json", ErrorId::manifest_unreadable),
            "manifest.json");
        QCOMPARE(manifest.files.size(), 2u);
        QCOMPARE(manifest.files[1].name, std::string("model.safetensors"));
        QCOMPARE(manifest.files[1].bytes, 13u);
        QCOMPARE(manifest.files[1].hash, content_hash("weights of 20"));
    }

    void replaces_a_folder_of_the_same_name() {
        QTemporaryDir run;
        const fs::path best = below(run, "best");
        commit(best, "old");
        commit(best, "new");
        verify_folder(best);
        QCOMPARE(contents_of(best), std::string("new"));
        QCOMPARE(QDir(run.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList{"best"});
    }

    void a_failing_fill_leaves_the_old_folder() {
        QTemporaryDir run;
        const fs::path best = below(run, "best");
        commit(best, "old");
        const Error error = error_of([&] {
            commit_folder(best, [&](const fs::path& folder) -> std::vector<Manifest::Entry> {
                fill_with(folder, "half");
                throw Error::in_words(5001, "no space");
            });
        });
        QCOMPARE(error.id(), 5001);
        verify_folder(best);
        QCOMPARE(contents_of(best), std::string("old"));
        QVERIFY(!fs::exists(below(run, "best.tmp")));
        commit(best, "next");
        QCOMPARE(contents_of(best), std::string("next"));
    }

    void a_stale_partial_save_is_cleared() {
        QTemporaryDir run;
        const fs::path best = below(run, "best");
        fs::create_directories(below(run, "best.tmp/deep"));
        put(below(run, "best.tmp/model.safetensors"), "half");
        commit(best, "whole");
        verify_folder(best);
        QVERIFY(!fs::exists(below(run, "best.tmp")));
    }

    void an_old_folder_gets_its_name_back() {
        QTemporaryDir run;
        commit(below(run, "step-00000009"), "nine");
        fs::rename(below(run, "step-00000009"), below(run, "step-00000009.old"));
        QCOMPARE(list_checkpoints(below(run, "")), (std::vector<std::int64_t>{9}));
        verify_folder(below(run, "step-00000009"));
    }

    void rotates() {
        QTemporaryDir run;
        const fs::path folder = below(run, "");
        for (const std::int64_t step : {1, 2, 3, 4})
            commit(folder / checkpoint_name(step), "x");
        fs::create_directory(folder / "step-00000009.tmp");
        fs::create_directory(folder / "mine.tmp");
        fs::create_directory(folder / "step-00000004.old");
        QCOMPARE(rotate_checkpoints(folder, 2), (std::vector<std::int64_t>{2, 1}));
        QCOMPARE(list_checkpoints(folder), (std::vector<std::int64_t>{4, 3}));
        QVERIFY(!fs::exists(folder / "step-00000009.tmp"));
        QVERIFY(!fs::exists(folder / "step-00000004.old"));
        QVERIFY(fs::exists(folder / "mine.tmp"));
        commit(folder / checkpoint_name(1), "x");
        QCOMPARE(rotate_checkpoints(folder, 0, 1), (std::vector<std::int64_t>{3}));
        QCOMPARE(list_checkpoints(folder), (std::vector<std::int64_t>{4, 1}));
        QVERIFY(rotate_checkpoints(folder / "absent", 1).empty());
    }

    void names() {
        QCOMPARE(checkpoint_name(1000), std::string("step-00001000"));
        QCOMPARE(checkpoint_name(1234567890), std::string("step-1234567890"));
        QCOMPARE(checkpoint_step("step-00001000"), std::optional<std::int64_t>(1000));
        QCOMPARE(checkpoint_step("step-1234567890"), std::optional<std::int64_t>(1234567890));
        for (const char* name :
             {"step-1000", "step-00001000.tmp", "step-", "step--0000001", "step-01234567890", "Step-00001000",
              "step-9999999999999999999", "step-0000100a", "", "step-00001000 "})
            QVERIFY2(!checkpoint_step(name), name);
    }

    /// Flipped bits and every cut of each committed file, the manifest included (FAULTS 21).
    void damage_is_found_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"model.safetensors", "state.json", "manifest.json"})
            QTest::newRow(name) << name;
    }
    // FAULTS 21
    void damage_is_found() {
        QFETCH(QString, name);
        QTemporaryDir run;
        const fs::path best = below(run, "best"), file = best / name.toStdString();
        commit(best, std::string(150, 'w').append("eights"));
        const std::string whole = read_file(file, ErrorId::checkpoint_file_unreadable);
        const auto check = [&](const std::string& damaged) {
            put(file, damaged);
            const Error error = error_of([&] { verify_folder(best); });
            QVERIFY2(error.code() == ExitCode::model && error.id() / 100 == 44, error.line().c_str());
            // A damaged manifest may name another file, or a size that differs; it is always the folder's.
            QVERIFY(holds(error.where(), best.string()));
            if (name == "manifest.json") return;
            QVERIFY(holds(error.where(), file.string()));
            QVERIFY(holds(error.message(), content_hash(whole)));
            QVERIFY(holds(error.message(), content_hash(damaged)));
        };
        for (int percent = 0; percent < 100; ++percent)
            check(whole.substr(0, whole.size() * static_cast<std::size_t>(percent) / 100));
        check(whole.substr(0, whole.size() - 1));
        check(whole + '\n' + '\0');
        for (std::size_t bit = 0; bit < whole.size() * 8; bit += 3) {
            std::string flipped = whole;
            flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
            check(flipped);
            if (QTest::currentTestFailed()) return;
        }
        put(file, whole);
        verify_folder(best);
        fs::remove(file);
        QCOMPARE(error_of([&] { verify_folder(best); }).id() / 100, 44);
    }

    void refuses_manifests_that_lead_elsewhere_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << "";
        QTest::newRow("a list") << "[]";
        QTest::newRow("no version") << R"({"files":[]})";
        QTest::newRow("later version") << R"({"version":3,"files":[]})";
        QTest::newRow("no files") << R"({"version":1})";
        const QString entry = R"({"name":"%1","bytes":1,"hash":"00000000000000000000000000000000"})";
        const QString frame = R"({"version":1,"files":[%1],"digest":"x"})";
        for (const char* name : {"../x", "/etc/passwd", "a/b", "..", ".", "", "manifest.json", "a\\u0000b"})
            QTest::newRow(name) << frame.arg(entry.arg(name));
        QTest::newRow("twice") << frame.arg(entry.arg("a") + ',' + entry.arg("a"));
        QTest::newRow("digest") << frame.arg(entry.arg("a"));
        QTest::newRow("negative size") << frame.arg(entry.arg("a").replace(":1,", ":-1,"));
        QTest::newRow("short hash") << frame.arg(entry.arg("a").replace("\"0000", "\"000"));
        const QString pieces = R"({"version":2,"files":[{"name":"a","bytes":1,)"
                               R"("hash":"00000000000000000000000000000000","pieces":%1}],"digest":"x"})";
        QTest::newRow("pieces that are no list") << pieces.arg("{}");
        QTest::newRow("a piece that is no object") << pieces.arg("[3]");
        const QString whole = R"("tensor":"t","dtype":"F32","shape":[2,3])";
        QTest::newRow("a tensor there twice") << pieces.arg("[{" + whole + "},{" + whole + "}]");
        for (const char* members :
             {R"("tensor":"t","dtype":"F31","shape":[2,3])", R"("tensor":"t","dtype":"F32")",
              R"("tensor":"t","dtype":"F32","shape":[2,-3])", R"("tensor":"t","dtype":"F32","shape":6)",
              R"("tensor":"t","dtype":"F32","shape":[9000000000,9000000000])",
              R"("dtype":"F32","shape":[2,3])"})
            QTest::newRow(members) << pieces.arg("[{" + QString(members) + "}]");
        for (const char* members :
             {R"("begin":1)", R"("end":7)", R"("end":"7")", R"("offset":[0,1])",
              R"("offset":[0,1],"extent":[2,3])", R"("offset":[0],"extent":[2])", R"("key":3)"})
            QTest::newRow(members) << pieces.arg("[{" + whole + ',' + members + "}]");
        QTest::newRow("deep") << QString(100, '[');
    }
    void refuses_manifests_that_lead_elsewhere() {
        QFETCH(QString, text);
        const Error error = error_of([&] { parse_manifest(text.toStdString(), "m"); });
        const std::string row = QTest::currentDataTag();
        const ErrorId expected = row == "later version"       ? ErrorId::manifest_version_unknown
                                 : text.contains("\"dtype\"") ? ErrorId::manifest_tensor_damaged
                                                              : ErrorId::manifest_damaged;
        QCOMPARE(error.id(), static_cast<int>(expected));
        QVERIFY(error.where().starts_with("m"));
        const bool of_digest = row == "digest";
        QCOMPARE(holds(error.message(), "its digest"), of_digest); // what is wrong is found before it
    }

    void a_link_in_a_folder_is_no_file() {
        QTemporaryDir run;
        const fs::path best = below(run, "best");
        commit(best, "weights");
        fs::rename(best / "model.safetensors", below(run, "elsewhere"));
        fs::create_symlink(below(run, "elsewhere"), best / "model.safetensors");
        QCOMPARE(error_of([&] { verify_folder(best); }).id(), 4402);
    }
};

QTEST_GUILESS_MAIN(CheckpointTest)
#include "checkpoint_test.moc"
