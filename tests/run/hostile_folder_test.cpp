// SPDX-License-Identifier: GPL-3.0-or-later
// A run folder that was prepared by a stranger: what its names lead to is neither written nor waited for
// (FAULTS 41).

#include "run/run_bench.h"
#include "texts.h"

#include <QTest>
#include <map>
#include <sys/stat.h>
#include <unistd.h>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

constexpr const char* file_names[] = {
    "preset.yaml",     "environment.json", "exit.json",          "owner.json", "run.lock",
    "events.jsonl",    "metrics.csv",      "report.json",        "report.txt", "confusion.csv",
    "predictions.csv", "logs/rank0.log",   "logs/supervisor.log"};
constexpr const char* folder_names[] = {"tensorboard", "checkpoints", "best",      "best.tmp", "best.old",
                                        "final",       "final.tmp",   "final.old", "plots",    "logs"};
constexpr const char* nested_names[] = {"tensorboard/events.out.tfevents.0000000001.h",
                                        "checkpoints/step-00000003",
                                        "checkpoints/step-00000003.tmp",
                                        "checkpoints/step-00000003/model.safetensors",
                                        "best/model.safetensors",
                                        "plots/metrics.png"};

/// Every path below `root` with what it is: a file's contents and mode, a link's target.
std::map<std::string, std::string> contents_of(const fs::path& root) {
    std::map<std::string, std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
        struct stat status {};
        ::lstat(entry.path().c_str(), &status);
        std::string what = std::to_string(status.st_mode) + " " + std::to_string(status.st_ino) + " ";
        if (S_ISLNK(status.st_mode)) what += fs::read_symlink(entry.path()).string();
        if (S_ISREG(status.st_mode)) what += read_file(entry.path(), ErrorId::file_unreadable);
        found[entry.path().lexically_relative(root).string()] = what;
    }
    return found;
}

} // namespace

class TestHostileFolder : public QObject {
    Q_OBJECT

    std::unique_ptr<RunBench> bench_;
    fs::path victim_; ///< what nobody may change

    static QString text(const fs::path& path) { return QString::fromStdString(path.string()); }

    event::RunFolder copy_of_run(const char* name) const {
        const event::RunFolder copy = bench_->folder(name);
        fs::remove_all(copy.root);
        fs::copy(bench_->folder().root, copy.root, fs::copy_options::recursive);
        return copy;
    }

    void plant(const fs::path& path, const QString& kind) const {
        fs::create_directories(path.parent_path());
        fs::remove_all(path);
        if (kind == "link to a file") fs::create_symlink(victim_ / "bashrc", path);
        if (kind == "dangling link") fs::create_symlink(victim_ / "not-there", path);
        if (kind == "link to a folder") fs::create_symlink(victim_ / "folder", path);
        if (kind == "FIFO") QCOMPARE(::mkfifo(path.c_str(), 0666), 0);
        if (kind == "socket") QCOMPARE(::mknod(path.c_str(), S_IFSOCK | 0666, 0), 0);
        if (kind == "another user's") {
            write_file_atomically(path, "x");
            if (::chown(path.c_str(), 65534, 65534) != 0) fs::create_symlink(victim_, path); // not root
        }
    }

private Q_SLOTS:
    /// A stopped run, as a stranger may have sent it.
    void initTestCase() {
        bench_ = std::make_unique<RunBench>();
        bench_->with_window();
        victim_ = bench_->root() / "victim";
        fs::create_directories(victim_ / "folder");
        write_file_atomically(victim_ / "bashrc", "export A=1\n# an unterminated last line");
        write_file_atomically(victim_ / "folder" / "mine", "mine");
        bench_->set("TUNEDESK_FAKE_STEPS", "5000");
        const auto run = bench_->start(bench_->run_arguments(1));
        QVERIFY(RunBench::journal_has(bench_->folder(), "\"Step\""));
        run->terminate();
        QCOMPARE(RunBench::wait(*run).code, 75);
        bench_->set("TUNEDESK_FAKE_STEPS", "5");
    }

    void cleanupTestCase() { bench_.reset(); }

    void nothingIsWritten_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("kind");
        const auto add = [](const char* name, const char* kind) {
            QTest::addRow("%s: %s", name, kind) << name << kind;
        };
        for (const char* name : file_names)
            for (const char* kind :
                 {"link to a file", "dangling link", "link to a folder", "FIFO", "another user's"})
                add(name, kind);
        for (const char* name : folder_names)
            for (const char* kind : {"link to a file", "dangling link", "link to a folder", "FIFO", "socket"})
                add(name, kind);
        for (const char* name : nested_names)
            for (const char* kind : {"link to a file", "dangling link", "FIFO"})
                add(name, kind);
    }

    void nothingIsWritten() {
        QFETCH(QString, name);
        QFETCH(QString, kind);
        const event::RunFolder copy = copy_of_run("sent");
        const fs::path planted = copy.root / name.toStdString();
        plant(planted, kind);
        const auto victim = contents_of(victim_), before = contents_of(copy.root);
        for (const char* more : {"", "--detach"}) {
            QStringList arguments{"resume", text(copy.root)};
            if (*more) arguments << more;
            const Ended ended = bench_->call(arguments, 30);
            // A preset that cannot be opened is no run to begin with, and a link to other text no preset.
            const bool no_run = name == "preset.yaml";
            QVERIFY2(ended.code == 4 || (no_run && ended.code == 2), ended.err.c_str());
            if (!no_run)
                QVERIFY2(has(ended.err, "TD4002") && has(ended.err, planted.string()), ended.err.c_str());
        }
        QVERIFY(contents_of(victim_) == victim);
        QVERIFY(contents_of(copy.root) == before);
    }

    /// Links in the places of temporary files, as earlier versions named them and as this one does.
    void temporariesAreNotFollowed() {
        const event::RunFolder copy = copy_of_run("sent");
        for (const char* name : file_names) {
            const std::string path = (copy.root / name).string();
            for (int pid = 1; pid < 400; ++pid)
                fs::create_symlink(victim_ / "bashrc", path + ".tmp" + std::to_string(pid));
            fs::create_symlink(victim_ / "bashrc", path + ".tmp-0123456789abcdef");
        }
        const auto victim = contents_of(victim_);
        const Ended ended = bench_->call({"resume", text(copy.root)});
        // In logs/ a link is refused whatever its name; elsewhere names that no run writes are let be.
        QVERIFY2(ended.code == 4 && has(ended.err, "logs/"), ended.err.c_str());
        for (const auto& entry : fs::directory_iterator(copy.root / "logs"))
            if (entry.is_symlink()) fs::remove(entry.path());
        const Ended again = bench_->call({"resume", text(copy.root)});
        QVERIFY2(again.code == 0, again.err.c_str());
        QVERIFY(contents_of(victim_) == victim);
        QVERIFY2(!fs::exists(fs::symlink_status(copy.owner().string() + ".tmp-0123456789abcdef")),
                 "a leftover of this version's is removed");
    }

    void aNewRunRefusesToo() {
        const fs::path folder = bench_->root() / "prepared";
        fs::create_directories(folder);
        fs::create_symlink(victim_ / "folder", folder / "logs");
        const auto victim = contents_of(victim_);
        const Ended ended = bench_->call({"run", text(bench_->preset()), "--run-dir", text(folder)});
        QVERIFY2(ended.code == 4 && has(ended.err, "TD4002"), ended.err.c_str());
        QVERIFY(contents_of(victim_) == victim);
    }

    /// Nobody else reads what a run writes, whatever the umask.
    void foldersAndFilesArePrivate() {
        const mode_t before = ::umask(0);
        const Ended ended = bench_->call(
            {"run", text(bench_->preset()), "--run-dir", text(bench_->root() / "private" / "run")});
        ::umask(before);
        QVERIFY2(ended.code == 0, ended.err.c_str());
        struct stat status {};
        for (const char* name : {"", "logs"}) {
            QCOMPARE(::stat((bench_->root() / "private" / "run" / name).c_str(), &status), 0);
            QCOMPARE(status.st_mode & 0777, mode_t(0700));
        }
        for (const char* name : {"preset.yaml", "events.jsonl", "metrics.csv", "exit.json"}) {
            QCOMPARE(::stat((bench_->root() / "private" / "run" / name).c_str(), &status), 0);
            QVERIFY2((status.st_mode & 0077) == 0, name);
        }
    }

    void aNameThatIsNotUtf8IsRefused() {
        const fs::path folder = bench_->root() / "not-\xff-utf8";
        auto process = std::make_unique<QProcess>();
        const std::string command = "exec " TUNEDESK_BIN_DIR "/tunedesk run '" + bench_->preset().string() +
                                    "' --run-dir '" + bench_->root().string() +
                                    "'/$(printf 'not-\\377-utf8')";
        process = bench_->start_program("sh", {"-c", QString::fromStdString(command)});
        const Ended ended = RunBench::wait(*process);
        QVERIFY2(ended.code == 2 && has(ended.err, "TD2073"), ended.err.c_str());
        QVERIFY(!fs::exists(folder));
    }
};

QTEST_GUILESS_MAIN(TestHostileFolder)
#include "hostile_folder_test.moc"
