// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/socket/long_message.h"

#include "base/error.h"
#include "event/socket/frame.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::event;

class LongMessageTest : public QObject {
    Q_OBJECT

    static std::vector<std::string> read(const std::string& bytes) {
        FrameReader reader;
        MessageJoiner joiner;
        std::vector<std::string> messages;
        for (std::string& payload : reader.feed(bytes))
            if (auto message = joiner.take(std::move(payload))) messages.push_back(std::move(*message));
        return messages;
    }

private Q_SLOTS:
    void comes_back() {
        std::vector<std::string> messages;
        std::string bytes;
        for (const std::size_t size : {std::size_t{0}, std::size_t{2}, std::size_t{max_frame_bytes},
                                       std::size_t{max_frame_bytes} + 1, std::size_t{5} << 20}) {
            messages.push_back(size == 0 ? "" : "{" + std::string(size - 1, 'x'));
            bytes += make_frames(messages.back());
        }
        QVERIFY(read(bytes) == messages);
        QCOMPARE(make_frames("{}"), make_frame("{}"));
    }

    void is_limited() {
        QVERIFY_THROWS_EXCEPTION(Error, make_frames(std::string(max_message_bytes + 1, '{')));
        MessageJoiner joiner;
        const std::string part = "+" + std::string(max_frame_bytes - 1, 'x');
        const auto fill = [&] {
            for (std::size_t i = 0; i <= max_message_bytes / part.size() + 1; ++i)
                joiner.take(part);
        };
        QVERIFY_THROWS_EXCEPTION(Error, fill());
    }
};

QTEST_GUILESS_MAIN(LongMessageTest)
#include "long_message_test.moc"
