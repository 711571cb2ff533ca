// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/two_nodes.h"

#include "base/files/file.h"
#include "texts.h"

#include <csignal>
#include <unistd.h>

namespace tunedesk::test {

namespace {

const QString prefix = "tunedesk-";

/// What failed, or "".
std::string call_ip(const QStringList& arguments) {
    QProcess ip;
    ip.start("ip", arguments);
    if (!ip.waitForFinished(10'000)) return "ip does not run: " + ip.errorString().toStdString();
    if (ip.exitCode() == 0) return {};
    return ("ip " + arguments.join(' ') + ": " + ip.readAllStandardError()).toStdString();
}

void remove_namespace(const QString& name) {
    call_ip({"netns", "delete", name});
    std::error_code ignored;
    fs::remove_all("/etc/netns/" + name.toStdString(), ignored);
}

/// Of tests that were killed: tunedesk-PID-NODE.
void remove_stale_namespaces() {
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator("/run/netns", failed)) {
        const QString name = QString::fromStdString(entry.path().filename().string());
        const int pid = name.section('-', 1, 1).toInt();
        if (name.startsWith(prefix) && pid > 0 && ::kill(pid, 0) != 0 && errno == ESRCH)
            remove_namespace(name);
    }
}

} // namespace

TwoNodes::TwoNodes() {
    remove_stale_namespaces();
    make();
}

TwoNodes::~TwoNodes() {
    for (const int node : {0, 1})
        remove_namespace(to_qt(name(node)));
}

std::string TwoNodes::host(int node) const {
    return node == 0 ? "node-a" : "node-b";
}

std::string TwoNodes::address(int node) const {
    return node == 0 ? "10.213.7.1" : "10.213.7.2";
}

std::string TwoNodes::name(int node) const {
    return prefix.toStdString() + std::to_string(::getpid()) + (node == 0 ? "-a" : "-b");
}

void TwoNodes::make() {
    const auto step = [this](const QStringList& arguments) {
        if (problem_.empty()) problem_ = call_ip(arguments);
    };
    for (const int node : {0, 1})
        step({"netns", "add", to_qt(name(node))});
    step({"-n", to_qt(name(0)), "link", "add", "cable", "type", "veth", "peer", "name", "cable", "netns",
          to_qt(name(1))});
    for (const int node : {0, 1}) {
        const QString in = to_qt(name(node));
        step({"-n", in, "address", "add", to_qt(address(node)) + "/24", "dev", "cable"});
        step({"-n", in, "link", "set", "cable", "up"});
        step({"-n", in, "link", "set", "lo", "up"});
        if (!problem_.empty()) return;
        const fs::path folder = "/etc/netns/" + name(node);
        fs::create_directories(folder);
        write_file_atomically(folder / "hosts", "127.0.0.1 localhost\n127.0.1.1 " + host(node) + "\n" +
                                                    address(1 - node) + " " + host(1 - node) + "\n");
    }
}

std::unique_ptr<QProcess> TwoNodes::start(int node, const WorkerBench& bench, const QString& program,
                                          const QStringList& arguments,
                                          const Environment& environment) const {
    QStringList words{"netns",
                      "exec",
                      to_qt(name(node)),
                      "unshare",
                      "--uts",
                      "/bin/sh",
                      "-c",
                      "hostname \"$0\" && exec \"$@\"",
                      to_qt(host(node)),
                      program};
    return bench.start_program("ip", words + arguments, environment);
}

void TwoNodes::cut(bool off) const {
    const std::string failed = call_ip({"-n", to_qt(name(0)), "link", "set", "cable", off ? "down" : "up"});
    if (!failed.empty()) qFatal("%s", failed.c_str());
}

} // namespace tunedesk::test
