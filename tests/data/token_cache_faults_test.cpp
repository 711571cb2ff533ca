// SPDX-License-Identifier: GPL-3.0-or-later
// The token cache when its maker is killed, or fails, at any system call.

#include "data/cache/token_cache.h"
#include "data/cached_rows.h"

#include "tracing.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace tunedesk;
using namespace tunedesk::data;
using namespace tunedesk::test;

class TokenCacheFaultsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        if (!tracing_works()) QSKIP(no_tracing);
    }
    void init();
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
        process->start("strace", QStringList{"-f", "-o", "/dev/null"} + strace +
                                     QStringList{QCoreApplication::applicationFilePath()});
        return process;
    }
    std::unique_ptr<QTemporaryDir> folder_;
    fs::path root_, cache_;
    std::unique_ptr<Table> table_;
    std::unique_ptr<Tokenizer> tokenizer_;
};

void TokenCacheFaultsTest::init() {
    folder_ = std::make_unique<QTemporaryDir>();
    root_ = folder_->path().toStdString();
    cache_ = root_ / "cache";
    write_rows(root_ / "rows.csv", 1000);
    table_ = std::make_unique<Table>(read_table(root_ / "rows.csv", {}));
    tokenizer_ = std::make_unique<Tokenizer>(small_tokenizer());
    QCOMPARE(table_->rows().size(), std::size_t{1000});
}

void TokenCacheFaultsTest::killed_at_any_call_data() {
    QTest::addColumn<QString>("call");
    for (const char* call : {"openat", "write", "fsync", "rename", "mkdir", "unlink", "flock"})
        QTest::newRow(call) << call;
}

// FAULTS 2
void TokenCacheFaultsTest::killed_at_any_call() {
    QFETCH(QString, call);
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

void TokenCacheFaultsTest::failing_calls_data() {
    QTest::addColumn<QString>("inject");
    QTest::newRow("disk full") << "write:error=ENOSPC";
    QTest::newRow("disk full later") << "write:error=ENOSPC:when=3+";
    QTest::newRow("fsync fails") << "fsync:error=EIO";
    QTest::newRow("rename fails") << "rename:error=EACCES";
    QTest::newRow("no locks") << "flock:error=ENOLCK";
}

// FAULTS 17, 19
void TokenCacheFaultsTest::failing_calls() {
    QFETCH(QString, inject);
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
    if (const char* folder = std::getenv("TUNEDESK_CACHE_CHILD")) return make_cache_below(folder);
    QCoreApplication app(argc, argv);
    TokenCacheFaultsTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "token_cache_faults_test.moc"
