// SPDX-License-Identifier: GPL-3.0-or-later
// Files of the cache folder: what the size limit removes and what it must leave.

#include "data/cache/cache_file.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <ctime>
#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tunedesk;
using namespace tunedesk::data;

class CacheFileTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> folder_;

    fs::path root() const { return folder_->path().toStdString(); }
    CacheName name(char digit, const char* kind = "tokens") const {
        return {root(), std::string(32, digit), kind};
    }

    /// A file of 1,000 numbers that was used so many hours ago.
    CacheName make(char digit, int hours_ago, const char* kind = "tokens") const {
        const CacheName made = name(digit, kind);
        const std::vector<std::uint64_t> values(1000, static_cast<std::uint64_t>(digit));
        const std::uint64_t numbers[] = {7, 8};
        const CachePieces sections[] = {{bytes_of(values)}, {"abc", "de"}};
        if (!write_cache_file(made, numbers, sections)) qFatal("not written");
        const timespec times[] = {{std::time(nullptr) - hours_ago * 3600, 0}, {0, UTIME_OMIT}};
        ::utimensat(AT_FDCWD, made.path().c_str(), times, 0);
        return made;
    }

    std::uint64_t size() const { return fs::file_size(name('a').path()); }

private Q_SLOTS:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    void gives_back_what_was_written() {
        const CacheName made = make('a', 0);
        const auto file = CacheFile::open(made);
        QVERIFY(file.has_value());
        QCOMPARE(file->number(0), std::uint64_t{7});
        QCOMPARE(file->number(1), std::uint64_t{8});
        QCOMPARE(file->section<std::uint64_t>(0).size(), std::size_t{1000});
        QCOMPARE(file->section<std::uint64_t>(0)[999], std::uint64_t{'a'});
        const auto text = file->section<char>(1);
        QCOMPARE(std::string(text.begin(), text.end()), std::string("abcde"));
        QVERIFY(file->section<std::uint64_t>(1).empty()); // five bytes hold no such number
        QVERIFY(file->section<char>(2).empty());
        QVERIFY(!CacheFile::open(name('b')).has_value());
    }

    void another_name_finds_nothing() {
        make('a', 0);
        fs::rename(name('a').path(), name('b').path()); // its key says it was made for something else
        QVERIFY(!CacheFile::open(name('b')).has_value());
        make('a', 0);
        fs::rename(name('a').path(), name('a', "features").path());
        QVERIFY(!CacheFile::open(name('a', "features")).has_value());
    }

    void longest_unused_goes_first() {
        for (const char digit : {'a', 'b', 'c', 'd'})
            make(digit, 'd' - digit + 1);                // a was used first
        QVERIFY(CacheFile::open(name('a')).has_value()); // and just now again
        evict_cache_files(root(), 0);                    // no limit
        QVERIFY(fs::exists(name('b').path()));
        evict_cache_files(root(), 4 * size());
        QVERIFY(fs::exists(name('b').path()));
        evict_cache_files(root(), 4 * size() - 1);
        QVERIFY(!fs::exists(name('b').path()));
        QVERIFY(fs::exists(name('a').path()) && fs::exists(name('c').path()) && fs::exists(name('d').path()));
        evict_cache_files(root(), size());
        QVERIFY(fs::exists(name('a').path()));
        QVERIFY(!fs::exists(name('c').path()) && !fs::exists(name('d').path()));
    }

    void what_is_in_use_stays() {
        make('a', 3);
        make('b', 2);
        make('c', 1);
        std::optional<CacheFile> used = CacheFile::open(make('d', 4));
        const timespec long_ago[] = {{0, 0}, {0, UTIME_OMIT}};
        ::utimensat(AT_FDCWD, name('d').path().c_str(), long_ago, 0);
        evict_cache_files(root(), 1);
        QVERIFY(fs::exists(name('d').path()));
        QVERIFY(!fs::exists(name('a').path()) && !fs::exists(name('b').path()) &&
                !fs::exists(name('c').path()));
        used.reset();
        evict_cache_files(root(), 1);
        QVERIFY(!fs::exists(name('d').path()));
    }

    void another_process_uses_it_too() {
        make('a', 1);
        int ready[2], done[2];
        QVERIFY(::pipe(ready) == 0 && ::pipe(done) == 0);
        const pid_t child = ::fork();
        char byte = 0;
        if (child == 0) {
            const auto file = CacheFile::open(name('a'));
            if (!file || ::write(ready[1], "x", 1) != 1 || ::read(done[0], &byte, 1) != 1) ::_exit(1);
            // Still readable, whatever happened to the name.
            ::_exit(file->section<std::uint64_t>(0)[999] == 'a' ? 0 : 2);
        }
        QVERIFY(::read(ready[0], &byte, 1) == 1);
        evict_cache_files(root(), 1);
        QVERIFY(fs::exists(name('a').path()));
        QVERIFY(::write(done[1], "x", 1) == 1);
        int status = -1;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QCOMPARE(status, 0);
        evict_cache_files(root(), 1);
        QVERIFY(!fs::exists(name('a').path()));
        for (const int fd : {ready[0], ready[1], done[0], done[1]})
            ::close(fd);
    }

    void only_cache_files_are_removed() {
        for (const char* other :
             {"notes.txt", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "README",
              "0123456789abcdef0123456789abcdef.lock", "0123456789abcdef0123456789abcdef.tokens.1.tmp"})
            std::ofstream(root() / other) << "mine";
        fs::create_directory(root() / (std::string(32, 'e') + ".tokens"));
        make('a', 1);
        evict_cache_files(root(), 1);
        QVERIFY(!fs::exists(name('a').path()));
        QCOMPARE(std::distance(fs::directory_iterator(root()), {}), 6);
        evict_cache_files(root() / "none", 1); // no such folder: nothing to do
    }
};

QTEST_GUILESS_MAIN(CacheFileTest)
#include "cache_file_test.moc"
