// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "data/cache/token_cache.h"
#include "data/cached_rows.h"

#include <QDir>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

using namespace tunedesk;
using namespace tunedesk::data;
using namespace tunedesk::test;

class TestTokenCache : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void made_once_then_opened();
    void settings_make_other_files();
    void other_labels_find_the_same_file();
    void pairs_and_sides();
    void damaged_file_is_made_anew();
    void memory_where_the_folder_fails();
    void refuses_a_length_below_the_special_tokens();
    void processes_at_once();

private:
    std::vector<fs::path> cache_files() const {
        std::vector<fs::path> files;
        for (const auto& entry : fs::directory_iterator(cache_))
            files.push_back(entry.path());
        return files;
    }
    std::string check(TokenizeSpec spec, bool* made = nullptr) {
        spec.cache_folder = cache_;
        bool called = false;
        const TokenizedSet set =
            tokenize(*table_, *tokenizer_, spec, [&](std::uint64_t, std::uint64_t) { called = true; });
        if (made) *made = called;
        return difference(set, *table_, *tokenizer_, spec);
    }
    QProcess* start_child(QObject* parent) {
        auto* process = new QProcess(parent);
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("TUNEDESK_CACHE_CHILD", QString::fromStdString(root_.string()));
        process->setProcessEnvironment(environment);
        process->start(QCoreApplication::applicationFilePath(), QStringList());
        return process;
    }
    std::unique_ptr<QTemporaryDir> folder_;
    fs::path root_, cache_;
    std::unique_ptr<Table> table_;
    std::unique_ptr<Tokenizer> tokenizer_;
};

void TestTokenCache::init() {
    folder_ = std::make_unique<QTemporaryDir>();
    root_ = folder_->path().toStdString();
    cache_ = root_ / "cache";
    write_rows(root_ / "rows.csv", 1000);
    table_ = std::make_unique<Table>(read_table(root_ / "rows.csv", {}));
    tokenizer_ = std::make_unique<Tokenizer>(small_tokenizer());
    QCOMPARE(table_->rows().size(), std::size_t{1000});
}

void TestTokenCache::made_once_then_opened() {
    TokenizeSpec spec;
    spec.cache_folder = cache_;
    std::vector<std::uint64_t> steps;
    const TokenizedSet set =
        tokenize(*table_, *tokenizer_, spec, [&](std::uint64_t done, std::uint64_t total) {
            QCOMPARE(total, std::uint64_t{1000});
            steps.push_back(done);
        });
    QCOMPARE(difference(set, *table_, *tokenizer_, spec), std::string());
    QVERIFY(std::is_sorted(steps.begin(), steps.end()) && steps.back() == 1000);
    QCOMPARE(cache_files().size(), std::size_t{1});
    const auto made = fs::last_write_time(cache_files()[0]);
    bool again = true;
    QCOMPARE(check(spec, &again), std::string());
    QVERIFY(!again);
    QCOMPARE(fs::last_write_time(cache_files()[0]).time_since_epoch().count(),
             made.time_since_epoch().count());
}

void TestTokenCache::settings_make_other_files() {
    TokenizeSpec plain, shorter, left, pair;
    shorter.max_length = left.max_length = 9;
    left.truncate_left = true;
    pair.has_pair = true;
    for (const TokenizeSpec& spec : {plain, shorter, left, pair})
        QCOMPARE(check(spec), std::string());
    QCOMPARE(cache_files().size(), std::size_t{4});
    *tokenizer_ = small_tokenizer("cased");
    QCOMPARE(check(plain), std::string());
    QCOMPARE(cache_files().size(), std::size_t{5});
    write_rows(root_ / "rows.csv", 999);
    *table_ = read_table(root_ / "rows.csv", {});
    QCOMPARE(check(plain), std::string());
    QCOMPARE(cache_files().size(), std::size_t{6});
}

void TestTokenCache::other_labels_find_the_same_file() {
    QCOMPARE(check({}), std::string());
    TableSpec other;
    other.label_column = "other";
    *table_ = read_table(root_ / "rows.csv", other);
    bool made = true;
    QCOMPARE(check({}, &made), std::string());
    QVERIFY(!made);
}

void TestTokenCache::pairs_and_sides() {
    TableSpec columns;
    columns.text_pair_column = "other";
    *table_ = read_table(root_ / "rows.csv", columns);
    for (const int max_length : {3, 4, 9, 64})
        for (const bool left : {false, true}) {
            TokenizeSpec spec;
            spec.has_pair = true;
            spec.max_length = max_length;
            spec.truncate_left = left;
            spec.threads = max_length % 3 + 1;
            QCOMPARE(check(spec), std::string());
        }
}

void TestTokenCache::damaged_file_is_made_anew() {
    TokenizeSpec spec;
    spec.max_length = 16;
    QCOMPARE(check(spec), std::string());
    const fs::path file = cache_files()[0];
    const std::string whole = read_file(file, ErrorId::cache_unreadable);
    std::vector<std::string> damaged = {"", whole + "x", whole.substr(0, 87),
                                        whole.substr(0, whole.size() - 1)};
    for (std::size_t i = 0; i < whole.size(); i += i < 100 ? 1 : whole.size() / 60) {
        damaged.push_back(whole);
        damaged.back()[i] ^= 1 << i % 8;
    }
    for (std::size_t i = 0; i < damaged.size(); ++i) {
        std::ofstream(file, std::ios::binary | std::ios::trunc) << damaged[i];
        bool made = false;
        QCOMPARE(check(spec, &made), std::string());
        QVERIFY2(made, qPrintable(QString("damage %1 went unseen").arg(i)));
        QVERIFY(read_file(file, ErrorId::cache_unreadable) == whole);
    }
}

void TestTokenCache::memory_where_the_folder_fails() {
    for (const char* folder : {"", "/dev/null/cache"}) {
        TokenizeSpec spec;
        spec.cache_folder = folder;
        QCOMPARE(difference(tokenize(*table_, *tokenizer_, spec), *table_, *tokenizer_, spec), std::string());
    }
    TokenizeSpec full;
    full.cache_folder = "/dev/full";
    QCOMPARE(difference(tokenize(*table_, *tokenizer_, full), *table_, *tokenizer_, full), std::string());
}

void TestTokenCache::refuses_a_length_below_the_special_tokens() {
    TokenizeSpec spec;
    for (const int max_length : {1, 0, -5}) {
        spec.max_length = max_length;
        try {
            tokenize(*table_, *tokenizer_, spec);
            QFAIL("accepted");
        } catch (const Error& error) {
            QCOMPARE(error.id(), 2251);
        }
    }
}

void TestTokenCache::processes_at_once() {
    QObject owner;
    std::vector<QProcess*> processes;
    for (int i = 0; i < 6; ++i)
        processes.push_back(start_child(&owner));
    for (QProcess* process : processes) {
        QVERIFY(process->waitForFinished(60000));
        QCOMPARE(process->exitStatus(), QProcess::NormalExit);
        QCOMPARE(process->exitCode(), 0);
    }
    QCOMPARE(cache_files().size(), std::size_t{1});
}

int main(int argc, char** argv) {
    if (const char* folder = std::getenv("TUNEDESK_CACHE_CHILD")) return make_cache_below(folder);
    QCoreApplication app(argc, argv);
    TestTokenCache test;
    return QTest::qExec(&test, argc, argv);
}
#include "token_cache_test.moc"
