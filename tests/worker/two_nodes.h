// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "worker/worker_bench.h"

#include <memory>
#include <string>

namespace tunedesk::test {

/// Two nodes on this machine: network namespaces joined by a cable (veth), each with a host name of its own,
/// which it resolves to 127.0.1.1 as Debian does, while the other one resolves it to the cable's address.
/// Lifetime: what runs in them is the caller's; the namespaces go with the object, and those of killed tests
/// with the next one.
class TwoNodes {
public:
    TwoNodes();
    ~TwoNodes();
    TwoNodes(const TwoNodes&) = delete;
    TwoNodes& operator=(const TwoNodes&) = delete;

    /// Why they could not be made; "" where they are there.
    const std::string& problem() const { return problem_; }
    std::string host(int node) const;
    std::string address(int node) const;
    /// A program on a node, in the bench's world.
    std::unique_ptr<QProcess> start(int node, const WorkerBench& bench, const QString& program,
                                    const QStringList& arguments, const Environment& environment = {}) const;
    /// Pulls the cable out, or puts it in again.
    void cut(bool off = true) const;

private:
    std::string name(int node) const;
    void make();

    std::string problem_;
};

} // namespace tunedesk::test
