// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "parallel/store_message.h"

#include <mutex>
#include <torch/csrc/distributed/c10d/Store.hpp>

namespace tunedesk::parallel {

/// A client of StoreServer. Every call throws c10::DistError if the server is gone or does not answer in
/// time; get() and wait() also if a key is not set in time. Thread rule: any thread.
class SocketStore : public c10d::Store {
public:
    /// `socket`: connected and admitted.
    SocketStore(FileDescriptor socket, std::chrono::milliseconds timeout);

    c10::intrusive_ptr<c10d::Store> clone() override;
    void set(const std::string& key, const std::vector<std::uint8_t>& value) override;
    std::vector<std::uint8_t> get(const std::string& key) override;
    std::vector<std::uint8_t> compareSet(const std::string& key, const std::vector<std::uint8_t>& expected,
                                         const std::vector<std::uint8_t>& desired) override;
    std::int64_t add(const std::string& key, std::int64_t value) override;
    bool deleteKey(const std::string& key) override;
    bool check(const std::vector<std::string>& keys) override;
    std::int64_t getNumKeys() override;
    void wait(const std::vector<std::string>& keys) override;
    void wait(const std::vector<std::string>& keys, const std::chrono::milliseconds& timeout) override;

private:
    StoreMessage request(const StoreMessage& message);

    FileDescriptor socket_;
    std::string received_;
    std::mutex mutex_;
};

/// Sends a message and receives the answer on a blocking socket. Throws c10::DistNetworkError where the other
/// end is gone or does not answer in time. `received` holds what came behind earlier answers.
StoreMessage exchange_messages(int socket, const StoreMessage& message, std::string& received,
                               std::chrono::milliseconds timeout);

} // namespace tunedesk::parallel
