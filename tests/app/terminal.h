// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run_bench.h"
#include "texts.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace tunedesk::test {

/// Runs a program on its own pseudo-terminal.
class Terminal {
public:
    Terminal(const RunBench& bench, int columns, const QStringList& arguments, const char* term = "xterm") {
        master_ = FileDescriptor(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
        ::grantpt(master_.get());
        ::unlockpt(master_.get());
        resize(columns);
        // QProcess cannot set a terminal: a shell redirects the streams.
        const QString slave = ::ptsname(master_.get());
        const QString line =
            QString("export TERM=%1 LANG=C.UTF-8; exec \"$@\" <%2 >%2 2>%2").arg(term, slave);
        process_ = bench.start_program(
            "/bin/sh", QStringList{"-c", line, "sh", TUNEDESK_BIN_DIR "/tunedesk"} + arguments);
    }

    void resize(int columns) const {
        winsize size{};
        size.ws_col = static_cast<unsigned short>(columns);
        size.ws_row = 24;
        ::ioctl(master_.get(), TIOCSWINSZ, &size);
    }

    /// Reads until the program has ended; returns its output.
    const std::string& read_all(int seconds = 60) {
        return read_until(std::string(1, '\0'), seconds); // no program prints this
    }
    /// Reads until the text occurs or the program has ended; returns the output so far.
    const std::string& read_until(const std::string& text, int seconds = 30) {
        for (int i = 0; i < seconds * 10 && !has(seen_, text); ++i) {
            pollfd poll{master_.get(), POLLIN, 0};
            char buffer[4096];
            if (::poll(&poll, 1, 100) > 0) {
                const ssize_t n = ::read(master_.get(), buffer, sizeof buffer);
                if (n > 0)
                    seen_.append(buffer, static_cast<std::size_t>(n));
                else if (process_->waitForFinished(100))
                    break;
            }
        }
        return seen_;
    }
    void hang_up() { master_.reset(); }
    void forget() { seen_.clear(); }
    QProcess& process() { return *process_; }

private:
    FileDescriptor master_;
    std::unique_ptr<QProcess> process_;
    std::string seen_;
};

} // namespace tunedesk::test
