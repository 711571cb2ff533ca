// SPDX-License-Identifier: GPL-3.0-or-later
// Opening below a folder, temporary files that cannot be planted, and processes that may not write.

#include "base/error.h"
#include "base/files/beneath.h"
#include "base/files/landlock.h"

#include <QTemporaryDir>
#include <QTest>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tunedesk;

class TestConfinement : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> temporary_;
    fs::path root_, outside_;

    mode_t mode_of(const fs::path& path) const {
        struct stat status {};
        return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
    }

    /// What `act` returns in a process of its own.
    template <typename Act>
    static int in_child(Act act) {
        const pid_t child = ::fork();
        if (child == 0) ::_exit(act());
        int status = 0;
        ::waitpid(child, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

private Q_SLOTS:
    void init() {
        temporary_ = std::make_unique<QTemporaryDir>();
        root_ = fs::path(temporary_->path().toStdString()) / "root";
        outside_ = fs::path(temporary_->path().toStdString()) / "outside";
        fs::create_directories(root_ / "folder");
        fs::create_directories(outside_);
        write_file_atomically(outside_ / "file", "outside");
    }

    void linksAreNotFollowed_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("reason");
        QTest::newRow("last part") << "link" << ELOOP;
        QTest::newRow("dangling") << "dangling" << ELOOP;
        QTest::newRow("inner part") << "linked-folder/file" << ELOOP;
        QTest::newRow("parent") << "folder/../../outside/file" << EXDEV;
        QTest::newRow("parent within") << "folder/../../root/new" << EXDEV;
        QTest::newRow("no folder") << "missing/new" << ENOENT;
    }

    void linksAreNotFollowed() {
        QFETCH(QString, name);
        QFETCH(int, reason);
        fs::create_symlink(outside_ / "file", root_ / "link");
        fs::create_symlink(outside_ / "not-there", root_ / "dangling");
        fs::create_symlink(outside_, root_ / "linked-folder");
        const FileDescriptor file =
            open_beneath(root_, name.toStdString(), O_WRONLY | O_CREAT | O_APPEND, 0600);
        const int number = errno;
        QVERIFY(!file);
        QCOMPARE(number, reason);
        QCOMPARE(read_file(outside_ / "file", ErrorId::file_unreadable), std::string("outside"));
        QVERIFY(!fs::exists(outside_ / "not-there") && !fs::exists(root_ / "new"));
    }

    void filesBelowAreOpened() {
        QVERIFY(open_beneath(root_, "folder/new", O_WRONLY | O_CREAT, 0600));
        QCOMPARE(mode_of(root_ / "folder" / "new"), mode_t(0600));
        QVERIFY(open_beneath(root_, "folder/new", O_RDONLY));
        // The folder itself may be reached through a link: it is the user who named it.
        fs::create_symlink(root_, outside_ / "way");
        QVERIFY(open_beneath(outside_ / "way", "folder/new", O_RDONLY));
    }

    void aFifoDoesNotBlock() {
        QCOMPARE(::mkfifo((root_ / "fifo").c_str(), 0600), 0);
        QVERIFY(!open_beneath(root_, "fifo", O_WRONLY | O_APPEND));
        QCOMPARE(errno, ENXIO);
    }

    void plantedTemporariesAreLetBe() {
        const fs::path file = root_ / "owner.json";
        for (int pid = 1; pid < 300; ++pid)
            fs::create_symlink(outside_ / "file", file.string() + ".tmp" + std::to_string(pid));
        write_private_file(file, "new");
        QCOMPARE(read_file(file, ErrorId::file_unreadable), std::string("new"));
        QCOMPARE(mode_of(file), mode_t(0600));
        QCOMPARE(read_file(outside_ / "file", ErrorId::file_unreadable), std::string("outside"));
    }

    void leftoversAreKnownByTheirNames() {
        const TemporaryFile made = make_temporary_beside(root_ / "exit.json", 0600);
        QVERIFY(made.descriptor);
        QVERIFY(is_leftover_of(made.path.filename().string(), "exit.json"));
        for (const char* name : {"exit.json", "exit.json.tmp-", "exit.json.tmp-0123456789abcdeg",
                                 "exit.json.tmp-0123456789abcdef0", "other.json.tmp-0123456789abcdef"})
            QVERIFY2(!is_leftover_of(name, "exit.json"), name);
    }

    void foldersAreMadeWithTheirAncestors() {
        make_folders(root_ / "a" / "b" / "c", ErrorId::run_folder_not_writable, 0700);
        QCOMPARE(mode_of(root_ / "a" / "b" / "c"), mode_t(0700));
        make_folders(root_ / "a" / "b" / "c" / "", ErrorId::run_folder_not_writable); // again, with a slash
        int id = 0;
        try {
            make_folders(outside_ / "file" / "below", ErrorId::run_folder_not_writable);
        } catch (const Error& error) {
            id = error.id();
        }
        QCOMPARE(id, 5011);
    }

    void aConfinedProcessWritesNowhereElse() {
        enum { written = 10, refused, allowed_failed, device_failed, unsupported };
        const int code = in_child([&] {
            const fs::path writable[] = {root_ / "folder"};
            if (!forbid_writes_outside(writable)) return int(unsupported);
            const auto opens = [](const fs::path& path, int flags) {
                return ::open(path.c_str(), flags | O_CLOEXEC, 0600) >= 0;
            };
            if (!opens(root_ / "folder" / "new", O_WRONLY | O_CREAT)) return int(allowed_failed);
            if (!opens("/dev/null", O_WRONLY)) return int(device_failed);
            const bool any =
                opens(outside_ / "file", O_WRONLY) || opens(outside_ / "new", O_WRONLY | O_CREAT) ||
                ::truncate((outside_ / "file").c_str(), 0) == 0 ||
                ::unlink((outside_ / "file").c_str()) == 0 ||
                ::rename((root_ / "folder" / "new").c_str(), (outside_ / "moved").c_str()) == 0 ||
                ::mkdir((outside_ / "folder").c_str(), 0700) == 0;
            if (!opens(outside_ / "file", O_RDONLY)) return int(allowed_failed);
            return int(any ? written : refused);
        });
        if (code == unsupported) QSKIP("this kernel has no Landlock");
        QCOMPARE(code, int(refused));
        QCOMPARE(read_file(outside_ / "file", ErrorId::file_unreadable), std::string("outside"));
    }
};

QTEST_GUILESS_MAIN(TestConfinement)
#include "confinement_test.moc"
