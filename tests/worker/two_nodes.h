// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "worker/worker_bench.h"

#include <memory>
#include <string>

namespace tunedesk::test {

/// Two simulated nodes on this machine: network namespaces joined by a virtual cable (veth), each with its
/// own host name, which it resolves to 127.0.1.1 as Debian does, while the other one resolves it to the
/// cable's address. Lifetime: the caller ends its processes; the namespaces are removed with the object, and
/// those of killed tests by the next one.
class TwoNodes {
public:
    TwoNodes();
    ~TwoNodes();
    TwoNodes(const TwoNodes&) = delete;
    TwoNodes& operator=(const TwoNodes&) = delete;

    /// Why they could not be created; "" if they were.
    const std::string& problem() const { return problem_; }
    std::string host(int node) const;
    std::string address(int node) const;
    /// Starts a program on a node, in the bench's environment.
    std::unique_ptr<QProcess> start(int node, const WorkerBench& bench, const QString& program,
                                    const QStringList& arguments, const Environment& environment = {}) const;
    /// Disconnects or reconnects the cable.
    void cut(bool off = true) const;

private:
    std::string name(int node) const;
    void make();

    std::string problem_;
};

} // namespace tunedesk::test
