#include "base/error.h"
#include "base/json.h"
#include "data/token_cache.h"

#include "tracing.h"

#include <QDir>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

using namespace tunedesk;
using namespace tunedesk::data;

namespace {

const char* const words[] = {"The",   "film",      "good.",  "bad", "unplayable",
                             "[SEP]", "caf\u00e9", "great!", "123"};

void write_rows(const fs::path& path, int count) {
    std::ofstream out(path);
    out << "text,label,other\n";
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k <= i % 40; ++k)
            out << words[(i * 7 + k * k) % 9] << ' ';
        out << ',' << i % 2 << ",second text " << i << '\n';
    }
}

Tokenizer small_tokenizer(const char* variant = "uncased") {
    const fs::path path = fs::path(TUNEDESK_SOURCE_DIR) / "tests/golden/tokenizer_cases.json";
    const Json all = parse_json(read_file(path, 3000), path.string(), 3000);
    return Tokenizer::parse(all.at(variant).at("tokenizer").dump(), variant);
}

/// What is wrong with the set, or "".
std::string difference(const TokenizedSet& set, const Table& table, const Tokenizer& tokenizer,
                       const TokenizeSpec& spec) {
    if (set.size() != table.rows().size()) return "size";
    std::uint64_t tokens = 0, truncated = 0;
    for (std::size_t i = 0; i < set.size(); ++i) {
        std::vector<std::int32_t> ids, whole;
        std::size_t type_one = 0, ignored = 0;
        const Table::Row& row = table.rows()[i];
        tokenizer.encode(row.text, row.pair, spec.has_pair, static_cast<std::size_t>(spec.max_length),
                         spec.truncate_left, ids, type_one);
        tokenizer.encode(row.text, row.pair, spec.has_pair, 1u << 20, false, whole, ignored);
        if (!std::equal(ids.begin(), ids.end(), set.ids(i).begin(), set.ids(i).end()) ||
            set.type_one(i) != type_one || set.length(i) != ids.size())
            return "row " + std::to_string(i);
        tokens += ids.size();
        truncated += ids.size() < whole.size();
    }
    if (set.tokens() != tokens) return "tokens";
    return set.truncated() == truncated ? "" : "truncated";
}

/// The child of the tests that kill a process: makes the cache below `folder` and checks what it got.
int child(const fs::path& folder) {
    const Table table = read_table(folder / "rows.csv", {});
    const Tokenizer tokenizer = small_tokenizer();
    TokenizeSpec spec;
    spec.max_length = 16;
    spec.cache_folder = folder / "cache";
    return difference(tokenize(table, tokenizer, spec), table, tokenizer, spec).empty() ? 0 : 9;
}

} // namespace

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
    void killed_at_any_call_data();
    void killed_at_any_call();
    void failing_calls_data();
    void failing_calls();

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
    QProcess* start_child(const QStringList& strace, QObject* parent) {
        auto* process = new QProcess(parent);
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("TUNEDESK_CACHE_CHILD", QString::fromStdString(root_.string()));
        process->setProcessEnvironment(environment);
        const QString program = QCoreApplication::applicationFilePath();
        if (strace.isEmpty())
            process->start(program, QStringList());
        else
            process->start("strace", QStringList{"-f", "-o", "/dev/null"} + strace + QStringList{program});
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
    const std::string whole = read_file(file, 5000);
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
        QVERIFY(read_file(file, 5000) == whole);
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
        processes.push_back(start_child({}, &owner));
    for (QProcess* process : processes) {
        QVERIFY(process->waitForFinished(60000));
        QCOMPARE(process->exitStatus(), QProcess::NormalExit);
        QCOMPARE(process->exitCode(), 0);
    }
    QCOMPARE(cache_files().size(), std::size_t{1});
}

void TestTokenCache::killed_at_any_call_data() {
    QTest::addColumn<QString>("call");
    for (const char* call : {"openat", "write", "fsync", "rename", "mkdir", "unlink", "flock"})
        QTest::newRow(call) << call;
}

void TestTokenCache::killed_at_any_call() {
    QFETCH(QString, call);
    if (!tracing_works()) QSKIP("strace cannot trace here");
    TokenizeSpec spec;
    spec.max_length = 16;
    int killed = 0;
    for (int n = 1;; ++n) {
        QVERIFY(n < 400);
        fs::remove_all(cache_);
        QObject owner;
        QProcess* process = start_child(
            {"-e", "trace=" + call, "-e", QString("inject=%1:signal=KILL:when=%2").arg(call).arg(n)}, &owner);
        QVERIFY(process->waitForFinished(60000));
        const bool survived = process->exitStatus() == QProcess::NormalExit && process->exitCode() == 0;
        killed += !survived;
        bool made = false;
        QCOMPARE(check(spec, &made), std::string());
        if (!survived) continue;
        QVERIFY(!made);
        break;
    }
    QVERIFY(killed > 0);
}

void TestTokenCache::failing_calls_data() {
    QTest::addColumn<QString>("inject");
    QTest::newRow("disk full") << "write:error=ENOSPC";
    QTest::newRow("disk full later") << "write:error=ENOSPC:when=3+";
    QTest::newRow("fsync fails") << "fsync:error=EIO";
    QTest::newRow("rename fails") << "rename:error=EACCES";
    QTest::newRow("no locks") << "flock:error=ENOLCK";
}

void TestTokenCache::failing_calls() {
    QFETCH(QString, inject);
    if (!tracing_works()) QSKIP("strace cannot trace here");
    QObject owner;
    QProcess* process =
        start_child({"-e", "trace=" + inject.section(':', 0, 0), "-e", "inject=" + inject}, &owner);
    QVERIFY(process->waitForFinished(60000));
    QCOMPARE(process->exitStatus(), QProcess::NormalExit);
    QCOMPARE(process->exitCode(), 0);
    for (const fs::path& file : cache_files())
        QVERIFY2(file.extension() != ".tmp", file.c_str());
    TokenizeSpec spec;
    spec.max_length = 16;
    QCOMPARE(check(spec), std::string());
}

int main(int argc, char** argv) {
    if (const char* folder = std::getenv("TUNEDESK_CACHE_CHILD")) return child(folder);
    QCoreApplication app(argc, argv);
    TestTokenCache test;
    return QTest::qExec(&test, argc, argv);
}
#include "token_cache_test.moc"
