// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "data/files/compression.h"
#include "data/packed.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::data;

namespace {

std::string varied(std::size_t bytes) {
    std::string text;
    std::uint32_t state = 7;
    while (text.size() < bytes) {
        state = state * 1664525 + 1013904223;
        text += std::to_string(state) + "\n";
    }
    return text;
}

int error_of(const std::string& bytes, const DecompressionLimits& limits = {}) {
    try {
        (void)decompress(bytes, compression_of(bytes), "f", limits);
    } catch (const Error& error) {
        return error.id();
    }
    return 0;
}

} // namespace

class TestCompression : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void restores_data() {
        QTest::addColumn<QByteArray>("packed");
        QTest::addColumn<QByteArray>("text");
        const std::string small = "text,label\nfine,1\n", large = varied(5 << 20);
        const auto add = [](const char* name, const std::string& packed, const std::string& text) {
            QTest::newRow(name) << QByteArray::fromStdString(packed) << QByteArray::fromStdString(text);
        };
        add("gzip", gzip(small), small);
        add("gzip large", gzip(large), large);
        add("gzip empty", gzip(""), "");
        add("gzip two members", gzip(small) + gzip(large), small + large);
        add("gzip zero padding", gzip(small) + std::string(100, '\0'), small);
        add("zstd", zstd(small), small);
        add("zstd large", zstd(large), large);
        add("zstd empty", zstd(""), "");
        add("zstd two frames", zstd(large) + zstd(small), large + small);
    }
    void restores() {
        QFETCH(QByteArray, packed);
        QFETCH(QByteArray, text);
        const std::string bytes = packed.toStdString();
        const ByteBuffer out = decompress(bytes, compression_of(bytes), "f");
        QVERIFY(out.text() == text.toStdString());
    }

    void every_cut_is_noticed() {
        const std::string text = varied(2000);
        for (const std::string& packed : {gzip(text), zstd(text)})
            for (std::size_t n = 4; n < packed.size(); ++n)
                QCOMPARE(error_of(packed.substr(0, n)), 3105);
    }

    void damage_is_noticed() {
        std::string packed = gzip(varied(2000));
        packed[packed.size() - 6] ^= 1; // the checksum
        QCOMPARE(error_of(packed), 3105);
        QCOMPARE(error_of(gzip("a") + "tail"), 3105);
        QCOMPARE(error_of(zstd("a") + "tail"), 3105);
    }

    void bombs_are_refused() {
        const std::string zeros(std::size_t{200} << 20, 'a');
        QCOMPARE(error_of(gzip(zeros)), 3105);
        QCOMPARE(error_of(zstd(zeros)), 3105);
        QCOMPARE(error_of(gzip(varied(3 << 20)), {.max_bytes = 1 << 20}), 3105);
        QCOMPARE(error_of(zstd(varied(3 << 20)), {.max_bytes = 1 << 20}), 3105);
    }
};

QTEST_APPLESS_MAIN(TestCompression)
#include "compression_test.moc"
