// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/sshd.h"

#include <QStandardPaths>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <csignal>
#include <fstream>
#include <set>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace tunedesk::test {

namespace {

constexpr const char* sshd_program = "/usr/sbin/sshd"; // it insists on an absolute path

void write(const fs::path& path, const std::string& text,
           fs::perms mode = fs::perms::owner_read | fs::perms::owner_write) {
    std::ofstream(path) << text;
    fs::permissions(path, mode);
}

std::string contents(const fs::path& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

bool make_key(const fs::path& path) {
    return QProcess::execute("ssh-keygen", {"-q", "-t", "ed25519", "-N", "", "-f",
                                            QString::fromStdString(path.string())}) == 0;
}

int free_port() {
    QTcpServer probe;
    probe.listen(QHostAddress::LocalHost);
    return probe.serverPort();
}

/// "ssh-ed25519 AAAA..."
std::string public_key(const fs::path& key) {
    std::istringstream text(contents(key.string() + ".pub"));
    std::string type, value;
    text >> type >> value;
    return type + " " + value;
}

} // namespace

Sshd::Sshd(const std::map<std::string, std::string>& environment) : root_(temporary_.path().toStdString()) {
    if (::access(sshd_program, X_OK) != 0 || QStandardPaths::findExecutable("ssh").isEmpty()) {
        why_not_ = "ssh and sshd are not installed (openssh-client, openssh-server)";
        return;
    }
    if (::getuid() == 0) ::mkdir("/run/sshd", 0755); // where its unprivileged part lives
    for (const char* key : {"host_key", "other_host_key", "client_key", "other_client_key"})
        if (!make_key(root_ / key)) {
            why_not_ = "ssh-keygen made no key";
            return;
        }
    port_ = free_port();
    write_files(environment);
    start();
}

Sshd::~Sshd() {
    signal_sessions(SIGCONT);
    signal_sessions(SIGKILL);
    if (server_) {
        server_->kill();
        server_->waitForFinished();
    }
}

void Sshd::write_files(const std::map<std::string, std::string>& environment) {
    const std::string root = root_.string(), port = std::to_string(port_);
    std::string set;
    for (const auto& [name, value] : environment)
        set += " \"" + name + "=" + value + "\"";
    write(root_ / "authorized_keys", public_key(root_ / "client_key") + "\n");
    write(root_ / "sshd_config",
          "Port " + port + "\nListenAddress 127.0.0.1\nHostKey " + root +
              "/host_key\nPidFile none\nAuthorizedKeysFile " + root +
              "/authorized_keys\nStrictModes no\nUsePAM no\nPasswordAuthentication no\n"
              "KbdInteractiveAuthentication no\nPermitRootLogin yes\nMaxStartups 100\n" +
              (set.empty() ? "" : "SetEnv" + set + "\n"));
    write(root_ / "known_hosts", "[127.0.0.1]:" + port + " " + public_key(root_ / "host_key") + "\n");
    write(root_ / "other_known_hosts",
          "[127.0.0.1]:" + port + " " + public_key(root_ / "other_host_key") + "\n");
    const auto host = [&](const std::string& name, const std::string& address, const std::string& at,
                          const std::string& key, const std::string& known) {
        return "Host " + name + "\n  HostName " + address + "\n  Port " + at + "\n  IdentityFile " + root +
               "/" + key + "\n  UserKnownHostsFile " + root + "/" + known + "\n";
    };
    write(root_ / "ssh_config",
          host("box", "127.0.0.1", port, "client_key", "known_hosts") +
              host("locked", "127.0.0.1", port, "other_client_key", "known_hosts") +
              host("stranger", "127.0.0.1", port, "client_key", "other_known_hosts") +
              host("nowhere", "127.0.0.1", std::to_string(free_port()), "client_key", "known_hosts") +
              host("missing", "no-such-machine.invalid", port, "client_key", "known_hosts") +
              "Host *\n  IdentitiesOnly yes\n  IdentityAgent none\n  StrictHostKeyChecking yes\n"
              "  GlobalKnownHostsFile /dev/null\n");
    write(root_ / "ssh", "#!/bin/sh\nexec ssh -F '" + root + "/ssh_config' \"$@\"\n", fs::perms::owner_all);
}

void Sshd::start() {
    server_ = std::make_unique<QProcess>();
    server_->setStandardOutputFile(QProcess::nullDevice());
    server_->setStandardErrorFile(QString::fromStdString((root_ / "sshd.log").string()));
    server_->start(sshd_program,
                   {"-D", "-e", "-f", QString::fromStdString((root_ / "sshd_config").string())});
    for (int i = 0; i < 200; ++i) {
        QTcpSocket probe;
        probe.connectToHost(QHostAddress::LocalHost, static_cast<quint16>(port_));
        if (probe.waitForConnected(100)) break;
        if (server_->waitForFinished(50)) break;
    }
    if (!is_running()) why_not_ = "sshd does not start: " + contents(root_ / "sshd.log");
    // The probe's own session is over before anybody counts sessions.
    for (int i = 0; i < 100 && !sessions().empty(); ++i)
        QTest::qWait(50);
}

std::vector<int> Sshd::sessions() const {
    std::vector<int> found;
    if (!server_) return found;
    std::set<int> parents{static_cast<int>(server_->processId())};
    // A session has a child where it runs for another user; both are called sshd, and so they are told from
    // the programs that they start.
    for (int generation = 0; generation < 2; ++generation) {
        std::set<int> children;
        for (const auto& entry : fs::directory_iterator("/proc")) {
            const std::string name = entry.path().filename().string();
            if (name.find_first_not_of("0123456789") != std::string::npos) continue;
            const std::string stat = contents(entry.path() / "stat");
            const std::size_t begin = stat.find('('), end = stat.rfind(')');
            if (begin == std::string::npos || end == std::string::npos) continue;
            if (stat.substr(begin + 1, end - begin - 1).rfind("sshd", 0) != 0) continue;
            std::istringstream rest(stat.substr(end + 2));
            char state = 0;
            int parent = 0;
            rest >> state >> parent;
            if (state != 'Z' && parents.contains(parent)) children.insert(std::stoi(name));
        }
        found.insert(found.end(), children.begin(), children.end());
        parents = std::move(children);
    }
    return found;
}

int Sshd::signal_sessions(int signal) const {
    const std::vector<int> all = sessions();
    for (const int pid : all)
        ::kill(pid, signal);
    return static_cast<int>(all.size());
}

void Sshd::vanish() {
    const std::vector<int> all = sessions();
    server_->kill();
    server_->waitForFinished();
    for (const int pid : all)
        ::kill(pid, SIGKILL);
}

} // namespace tunedesk::test
