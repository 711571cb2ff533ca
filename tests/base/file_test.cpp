// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/file.h"

#include "base/error.h"

#include <QTest>

#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

using namespace tunedesk;

namespace {

fs::path below(const QTemporaryDir& folder, const char* name) {
    return fs::path(folder.path().toStdString()) / name;
}

template <class Call>
int error_id(Call&& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.id();
    }
    return 0;
}

} // namespace

class FileTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void reads_and_maps() {
        QTemporaryDir folder;
        const fs::path path = below(folder, "x");
        const std::string contents = std::string(200'000, 'x') + '\0' + "end";
        write_file_atomically(path, contents);
        QCOMPARE(read_file(path, ErrorId::data_unreadable), contents);
        QCOMPARE(read_file(path, ErrorId::data_unreadable, contents.size()), contents);
        QCOMPARE(error_id([&] { read_file(path, ErrorId::data_unreadable, contents.size() - 1); }), 3102);
        MappedFile map(path, ErrorId::data_unreadable);
        QCOMPARE(map.text(), std::string_view(contents));
        MappedFile moved(std::move(map));
        QCOMPARE(moved.text().size(), contents.size());
        QVERIFY(map.bytes().empty()); // NOLINT: moved from on purpose
        write_file_atomically(path, "");
        QVERIFY(MappedFile(path, ErrorId::data_unreadable).bytes().empty());
        QCOMPARE(read_file(path, ErrorId::data_unreadable), std::string());
    }

    void refuses_what_is_no_file() {
        QTemporaryDir folder;
        QCOMPARE(error_id([&] { read_file(below(folder, "absent"), ErrorId::model_folder_unreadable); }),
                 4301);
        QCOMPARE(error_id([&] { read_file(below(folder, ""), ErrorId::model_folder_unreadable); }), 4301);
        QCOMPARE(error_id([&] { MappedFile(below(folder, "absent"), ErrorId::model_folder_unreadable); }),
                 4301);
        QCOMPARE(error_id([&] { MappedFile(below(folder, ""), ErrorId::model_folder_unreadable); }), 4301);
        QCOMPARE(error_id([&] { MappedFile("/dev/null", ErrorId::model_folder_unreadable); }), 4301);
        QCOMPARE(error_id([&] { write_file_atomically(below(folder, "absent/x"), "x"); }), 5001);
    }

    void replaces_and_leaves_nothing_beside() {
        QTemporaryDir folder;
        for (const char* contents : {"first", "second, longer", "3"}) {
            write_file_atomically(below(folder, "x"), contents);
            QCOMPARE(read_file(below(folder, "x"), ErrorId::data_unreadable), std::string(contents));
        }
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{"x"});
    }

    /// A pipe takes 64 KiB at a time: the rest of a write must follow.
    void continues_short_writes() {
        int ends[2];
        QCOMPARE(::pipe2(ends, O_CLOEXEC), 0);
        FileDescriptor reader(ends[0]), writer(ends[1]);
        const std::string data(1'000'000, 'd');
        const std::unique_ptr<QThread> thread(QThread::create([&] {
            if (!write_all(writer.get(), data)) qFatal("the write failed");
            writer.reset();
        }));
        thread->start();
        std::string got;
        char buffer[5000];
        for (ssize_t n; (n = ::read(reader.get(), buffer, sizeof buffer)) > 0;)
            got.append(buffer, static_cast<std::size_t>(n));
        QVERIFY(thread->wait(20'000));
        QCOMPARE(got.size(), data.size());
        QVERIFY(!write_all(-1, "x"));
        QCOMPARE(errno, EBADF);
    }

    void owns_descriptors() {
        FileDescriptor first(::open("/dev/null", O_RDONLY | O_CLOEXEC));
        const int number = first.get();
        FileDescriptor second(std::move(first));
        QCOMPARE(second.get(), number);
        QVERIFY(::fcntl(number, F_GETFD) >= 0);
        second.reset();
        QCOMPARE(::fcntl(number, F_GETFD), -1);
        QVERIFY(!second);
    }

    void private_folders() {
        QTemporaryDir folder;
        const fs::path path = below(folder, "a/b");
        make_private_folder(path);
        make_private_folder(path);
        struct stat status {};
        QCOMPARE(::stat(path.c_str(), &status), 0);
        QCOMPARE(status.st_mode & 0777u, 0700u);
        fs::permissions(path, fs::perms::all);
        make_private_folder(path);
        QCOMPARE(::stat(path.c_str(), &status), 0);
        QCOMPARE(status.st_mode & 0777u, 0700u);
        fs::create_directory_symlink(path, below(folder, "link"));
        QCOMPARE(error_id([&] { make_private_folder(below(folder, "link")); }), 5002);
        std::ofstream(below(folder, "file")) << "x";
        QCOMPARE(error_id([&] { make_private_folder(below(folder, "file")); }),
                 static_cast<int>(ErrorId::folder_not_created));
        if (::getuid() != 0) QSKIP("only root can make a folder somebody else's");
        fs::create_directory(below(folder, "theirs"));
        QCOMPARE(::chown(below(folder, "theirs").c_str(), 65534, 65534), 0);
        QCOMPARE(error_id([&] { make_private_folder(below(folder, "theirs")); }), 5002);
    }

    void homes() {
        qputenv("XDG_CACHE_HOME", "/c");
        qputenv("XDG_STATE_HOME", "relative is ignored");
        qputenv("HOME", "/h");
        qputenv("XDG_RUNTIME_DIR", "");
        QCOMPARE(cache_home(), fs::path("/c/tunedesk"));
        QCOMPARE(state_home(), fs::path("/h/.local/state/tunedesk"));
        QCOMPARE(runtime_home(), fs::path("/tmp/tunedesk-" + std::to_string(::getuid())));
        qputenv("XDG_RUNTIME_DIR", "/r");
        QCOMPARE(runtime_home(), fs::path("/r/tunedesk"));
    }

    void free_space_of_what_is_not_there_yet() {
        QTemporaryDir folder;
        const std::uint64_t here = free_space(below(folder, ""));
        QVERIFY(here > 0);
        QVERIFY(free_space(below(folder, "not/yet/there")) > 0);
    }
};

QTEST_GUILESS_MAIN(FileTest)
#include "file_test.moc"
