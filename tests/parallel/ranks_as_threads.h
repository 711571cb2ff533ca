// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/world.h"

#include <QTcpServer>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace tunedesk::test {

/// Runs `rank` for each rank of a world on its own thread. Returns the message of an exception, or "".
inline std::string run_ranks(int size, const std::function<void(const parallel::World&)>& rank) {
    QTcpServer server;
    server.listen(QHostAddress::LocalHost);
    const int port = server.serverPort();
    server.close();
    std::mutex mutex;
    std::string thrown;
    std::vector<std::thread> threads;
    for (int i = 0; i < size; ++i)
        threads.emplace_back([&, i] {
            parallel::World world;
            world.rank = world.local_rank = i;
            world.size = world.local_size = size;
            world.master_port = port;
            try {
                rank(world);
            } catch (const std::exception& error) {
                const std::lock_guard lock(mutex);
                thrown = "rank " + std::to_string(i) + ": " + error.what();
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    return thrown;
}

} // namespace tunedesk::test
