// SPDX-License-Identifier: GPL-3.0-or-later
#include "format/safetensors.h"

#include "format/support.h"

#include <malloc.h>

using namespace tunedesk;
using namespace tunedesk::format;

namespace {

long peak_kib() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:")) return std::stol(line.substr(6));
    return 0;
}

} // namespace

class SafetensorsLimitsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void a_hostile_header_costs_little_memory_data();
    void a_hostile_header_costs_little_memory();
};

void SafetensorsLimitsTest::a_hostile_header_costs_little_memory_data() {
    QTest::addColumn<QByteArray>("header");
#ifdef __SANITIZE_ADDRESS__
    constexpr qsizetype size = max_safetensors_header / 16; // only faults are looked for
#else
    constexpr qsizetype size = max_safetensors_header;
#endif
    QByteArray many = "{";
    for (int i = 0; many.size() < size - 100; ++i)
        many += "\"" + QByteArray::number(i, 36) + R"(":{"dtype":"U8","shape":[0],"data_offsets":[0,0]},)";
    QTest::newRow("tensors") << many.chopped(1) + "}";
    QByteArray texts = R"({"__metadata__":{)";
    for (int i = 0; texts.size() < size - 100; ++i)
        texts += "\"" + QByteArray::number(i, 36) + R"(":"",)";
    QTest::newRow("metadata") << texts.chopped(1) + "}}";
    QTest::newRow("brackets") << "{" + QByteArray(size - 1, '[');
    QTest::newRow("one name") << "{\"" + QByteArray(size - 3, 'n') + "\"";
    QTest::newRow("one number") << R"({"w":{"shape":[)" + QByteArray(size - 100, '1');
    QTest::newRow("one shape") << R"({"w":{"shape":[)" + QByteArray("1,").repeated(size / 2 - 100);
    QTest::newRow("spaces") << "{" + QByteArray(size - 2, ' ');
    QTest::newRow("inner spaces") << "{" + QByteArray(size - 2, ' ') + "}";
    QTest::newRow("escapes") << "{\"" + QByteArray("\\u0000").repeated(size / 6 - 10) + "\"";
}

// FAULTS 31
void SafetensorsLimitsTest::a_hostile_header_costs_little_memory() {
    QFETCH(QByteArray, header);
    QVERIFY(header.size() <= static_cast<qsizetype>(max_safetensors_header));
    ::malloc_trim(0);
    put("/proc/self/clear_refs", "5"); // resets the peak
    const long before = peak_kib();
    QElapsedTimer timer;
    timer.start();
    try {
        std::map<std::string, TensorInfo> tensors;
        std::map<std::string, std::string> metadata;
        parse_safetensors_header({header.constData(), static_cast<std::size_t>(header.size())}, 0, "x",
                                 tensors, metadata);
    } catch (const Error& error) {
        QCOMPARE(error.id() / 100, 43);
    }
#ifndef __SANITIZE_ADDRESS__
    QVERIFY2(timer.elapsed() <= 16'000, "1 s per MB");
#endif
    const long grown = peak_kib() - before;
    qInfo("%ld KiB, %lld ms", grown, timer.elapsed());
#ifndef __SANITIZE_ADDRESS__
    QVERIFY2(grown < 64 * 1024, qPrintable(QString::number(grown) + " KiB"));
#endif
}

QTEST_GUILESS_MAIN(SafetensorsLimitsTest)
#include "safetensors_limits_test.moc"
