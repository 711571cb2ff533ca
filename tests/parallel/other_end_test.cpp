// SPDX-License-Identifier: GPL-3.0-or-later
// Who holds the other end of a connection, and which connections are accepted.

#include "parallel/other_end.h"
#include "parallel/strangers.h"
#include "worker/listening.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::parallel;
using namespace tunedesk::test;

namespace {

sockaddr* generic(sockaddr_in& address) {
    return reinterpret_cast<sockaddr*>(&address);
}

/// Listens on a free port of loopback.
struct Listener {
    Listener() : socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        if (::bind(socket.get(), generic(address), size) != 0 || ::listen(socket.get(), 8) != 0 ||
            ::getsockname(socket.get(), generic(address), &size) != 0)
            qFatal("cannot listen");
    }

    FileDescriptor connect() {
        FileDescriptor fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        if (::connect(fd.get(), generic(address), sizeof address) != 0) qFatal("cannot connect");
        return fd;
    }
    /// Another user's connection, held open; its process.
    pid_t connect_as_stranger() {
        const pid_t stranger = as_stranger([this] {
            const FileDescriptor kept = connect();
            for (;;)
                ::pause();
        });
        pollfd polled{socket.get(), POLLIN, 0};
        if (::poll(&polled, 1, 10'000) != 1) qFatal("the stranger did not connect");
        return stranger;
    }
    FileDescriptor accept() {
        return FileDescriptor(static_cast<int>(::accept(socket.get(), nullptr, nullptr)));
    }

    FileDescriptor socket;
    sockaddr_in address{};
};

void end(pid_t stranger) {
    ::kill(stranger, SIGKILL);
    ::waitpid(stranger, nullptr, 0);
}

} // namespace

class OtherEndTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY2(::geteuid() == 0, "this test becomes another user: run it as root"); }

    void own_connections() {
        Listener listener;
        FileDescriptor client = listener.connect();
        const FileDescriptor server = listener.accept();
        QCOMPARE(other_end(server.get()), OtherEnd::own_user);
        QCOMPARE(other_end(client.get()), OtherEnd::own_user);
        client.reset();
        QCOMPARE(other_end(server.get()), OtherEnd::closed);
    }

    void another_users() {
        Listener listener;
        const pid_t stranger = listener.connect_as_stranger();
        const FileDescriptor server = listener.accept();
        QCOMPARE(other_end(server.get()), OtherEnd::another_user);
        end(stranger);
        QCOMPARE(other_end(server.get()), OtherEnd::closed);
    }

    void no_tcp_connection() {
        int ends[2];
        QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
        const FileDescriptor one(ends[0]), other(ends[1]);
        QCOMPARE(other_end(one.get()), OtherEnd::unknown);
    }

    void a_strangers_connection_is_passed_over() {
        Listener listener;
        const pid_t stranger = listener.connect_as_stranger();
        const FileDescriptor client = listener.connect();
        sockaddr_in own{}, accepted{};
        socklen_t size = sizeof own;
        QCOMPARE(::getsockname(client.get(), generic(own), &size), 0);
        {
            const OwnUserOnly only(true);
            const FileDescriptor server(accept_connection(listener.socket.get(), generic(accepted), &size));
            QVERIFY(server);
            QCOMPARE(accepted.sin_port, own.sin_port);
        }
        end(stranger);
        const pid_t another = listener.connect_as_stranger();
        QVERIFY(FileDescriptor(accept_connection(listener.socket.get(), nullptr, nullptr)));
        end(another);
    }
};

QTEST_GUILESS_MAIN(OtherEndTest)
#include "other_end_test.moc"
