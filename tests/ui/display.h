// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QWidget>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tunedesk::test {

/// An X server of this program's own, where the environment names none. The server picks the number itself
/// (-displayfd), so that programs which start at the same time never meet; it dies with the program.
class Display {
public:
    explicit Display(const char* screen = "1600x1000x24") {
        if (const char* given = std::getenv("DISPLAY"); given && *given) return;
        if (const char* platform = std::getenv("QT_QPA_PLATFORM"); platform && *platform) return;
        int ends[2];
        if (::pipe(ends) != 0) return;
        server_ = ::fork();
        if (server_ == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGTERM);
            ::close(ends[0]);
            const std::string fd = std::to_string(ends[1]);
            ::execlp("Xvfb", "Xvfb", "-displayfd", fd.c_str(), "-screen", "0", screen, "-nolisten", "tcp",
                     "-noreset", nullptr);
            std::perror("cannot start Xvfb (packaging/packages.txt)");
            ::_exit(127);
        }
        ::close(ends[1]);
        std::string number;
        for (char c = 0; ::read(ends[0], &c, 1) == 1 && c != '\n';)
            number += c;
        ::close(ends[0]);
        if (!number.empty()) ::setenv("DISPLAY", (":" + number).c_str(), 1);
    }
    ~Display() {
        if (server_ <= 0) return;
        ::kill(server_, SIGTERM);
        ::waitpid(server_, nullptr, 0);
    }
    Display(const Display&) = delete;
    Display& operator=(const Display&) = delete;

private:
    pid_t server_ = -1;
};

/// Folders of this test's own for settings, state, cache, trash and sockets: a test neither reads nor changes
/// what the user has. Without a session bus, whatever the desktop is.
class Home {
public:
    Home() {
        for (const char* name :
             {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"}) {
            const QString folder = folder_.filePath(QString::fromLatin1(name).toLower());
            QDir().mkpath(folder);
            QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
            qputenv(name, folder.toUtf8());
        }
        qunsetenv("DBUS_SESSION_BUS_ADDRESS");
    }
    QString path(const QString& name) const { return folder_.filePath(name); }

private:
    QTemporaryDir folder_;
};

/// Keeps what a person should look at, in the folder that TUNEDESK_SCREENSHOTS names, if it names one.
inline void keep(QWidget& widget, const QString& name) {
    const QString folder = qEnvironmentVariable("TUNEDESK_SCREENSHOTS");
    if (folder.isEmpty()) return;
    QTest::qWait(500); // plots are drawn by a timer
    widget.grab().save(folder + u'/' + name + QStringLiteral(".png"));
}

} // namespace tunedesk::test

/// main() of a test with real windows.
#define TUNEDESK_WINDOW_TEST_MAIN(Test)                                                                      \
    int main(int argc, char** argv) {                                                                        \
        const tunedesk::test::Home home;                                                                     \
        const tunedesk::test::Display display;                                                               \
        QApplication application(argc, argv);                                                                \
        Test test;                                                                                           \
        return QTest::qExec(&test, argc, argv);                                                              \
    }

/// main() of a test that starts itself again, as `PROGRAM --window FILE`, for a second window in a process
/// of its own: be_a_window(FILE) is that process. It shares the first one's home and display.
#define TUNEDESK_TWO_WINDOWS_TEST_MAIN(Test, be_a_window)                                                    \
    int main(int argc, char** argv) {                                                                        \
        const bool is_window = argc == 3 && std::string_view(argv[1]) == "--window";                         \
        const auto home = is_window ? nullptr : std::make_unique<tunedesk::test::Home>();                    \
        const tunedesk::test::Display display;                                                               \
        QApplication application(argc, argv);                                                                \
        if (is_window) return be_a_window(QString::fromLocal8Bit(argv[2]));                                  \
        Test test;                                                                                           \
        return QTest::qExec(&test, argc, argv);                                                              \
    }
