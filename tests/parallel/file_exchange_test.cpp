// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/network/file_exchange.h"

#include "base/error.h"
#include "base/hash.h"
#include "memory/torch_headers.h"

#include <QTemporaryDir>
#include <QTest>
#include <future>
#include <torch/csrc/distributed/c10d/HashStore.hpp>

using namespace tunedesk;
using namespace tunedesk::parallel;

/// A file that goes through a store from one thread to others.
class FileExchangeTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    c10::intrusive_ptr<c10d::HashStore> store_ = c10::make_intrusive<c10d::HashStore>();

    fs::path path(const std::string& name) const { return folder_.path().toStdString() + '/' + name; }
    std::string write(const std::string& name, std::size_t bytes) const {
        std::string text(bytes, '\0');
        for (std::size_t i = 0; i < bytes; ++i)
            text[i] = static_cast<char>(i * 7 + i / 4099);
        write_file_atomically(path(name), text);
        return text;
    }
    std::future<std::string> receive(const std::string& name, std::uint64_t bytes,
                                     const std::string& transfer, int readers) {
        return std::async(std::launch::async, [=, this] {
            return FileExchange(*store_, transfer).receive(path(name), bytes, 3, readers);
        });
    }

private Q_SLOTS:
    void init() { store_->setTimeout(std::chrono::seconds(20)); }

    void a_file_arrives_data() {
        QTest::addColumn<int>("bytes");
        QTest::addColumn<int>("readers");
        QTest::newRow("empty") << 0 << 1;
        QTest::newRow("one byte") << 1 << 1;
        QTest::newRow("one chunk") << (1 << 20) << 1;
        QTest::newRow("more chunks than may wait") << 9 * (1 << 20) + 5 << 1;
        QTest::newRow("to three") << 6 * (1 << 20) + 1 << 3;
    }
    void a_file_arrives() {
        QFETCH(int, bytes);
        QFETCH(int, readers);
        const std::string transfer = std::string("t ") + QTest::currentDataTag();
        const std::string text = write(transfer, static_cast<std::size_t>(bytes));
        std::vector<std::future<std::string>> hashes;
        for (int reader = 0; reader < readers; ++reader)
            hashes.push_back(receive(transfer + std::to_string(reader), static_cast<std::uint64_t>(bytes),
                                     transfer, readers));
        FileExchange(*store_, transfer).send(path(transfer), static_cast<std::uint64_t>(bytes), readers);
        for (int reader = 0; reader < readers; ++reader) {
            QCOMPARE(hashes[static_cast<std::size_t>(reader)].get(), content_hash(text));
            QVERIFY(read_file(path(transfer + std::to_string(reader)), ErrorId::file_unreadable) == text);
        }
        QCOMPARE(store_->getNumKeys(), std::int64_t{0}); // nothing stays behind
    }

    /// The sender does not run ahead of its readers.
    void few_chunks_wait() {
        write("large", 12 << 20);
        auto sending = std::async(std::launch::async,
                                  [this] { FileExchange(*store_, "slow").send(path("large"), 12 << 20, 1); });
        QTest::qWait(300);
        QCOMPARE(store_->getNumKeys(), std::int64_t{4});
        QCOMPARE(receive("copy", 12 << 20, "slow", 1).get(),
                 file_hash(path("large"), ErrorId::file_unreadable));
        sending.get();
    }

    void what_the_sender_lacks_is_an_error_of_the_reader_data() {
        QTest::addColumn<int>("there");
        QTest::newRow("the file") << -1;
        QTest::newRow("its end") << (2 << 20) + 17;
    }
    void what_the_sender_lacks_is_an_error_of_the_reader() {
        QFETCH(int, there);
        const std::string transfer = std::string("lacks ") + QTest::currentDataTag();
        if (there >= 0) write(transfer, static_cast<std::size_t>(there));
        auto receiving = receive(transfer + " copy", 3 << 20, transfer, 1);
        FileExchange(*store_, transfer).send(path(transfer), 3 << 20, 1);
        try {
            receiving.get();
            QFAIL("it has arrived");
        } catch (const Error& error) {
            QVERIFY(error.is(ErrorId::run_file_not_collected));
            QCOMPARE(static_cast<int>(error.code()), 4);
            QVERIFY(error.message().find("of rank 3") != std::string::npos);
        }
    }

    void a_file_that_cannot_be_written_lets_the_sender_through() {
        write("whole", 6 << 20);
        auto receiving = receive("no folder/copy", 6 << 20, "refused", 1);
        FileExchange(*store_, "refused").send(path("whole"), 6 << 20, 1);
        try {
            receiving.get();
            QFAIL("it was written");
        } catch (const Error& error) {
            QVERIFY(error.is(ErrorId::write_failed));
        }
    }
};

QTEST_GUILESS_MAIN(FileExchangeTest)
#include "file_exchange_test.moc"
