#pragma once

#include "base/error.h"
#include "base/philox.h"

#include <QtTest>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <vector>

/// Replays a fuzz corpus inside a Qt Test: every file of it, then seeded mutations of them. `fuzz_one` is the
/// entry point a fuzzer would call; it catches the errors its subject documents, so that anything else that
/// escapes it (or a sanitizer, or a crash) is a fault.
namespace fuzz {

using FuzzOne = int (*)(const std::uint8_t*, std::size_t);
using Input = std::vector<std::uint8_t>;

inline constexpr std::size_t max_input = 1u << 20;
/// "At most 1 s per MB", with room for sanitizers and a busy machine.
inline constexpr qint64 hang_milliseconds = 20'000;

/// One change of the kinds that find faults in readers: flipped bits, other bytes, cuts, repeats, pieces of
/// other inputs, and numbers at the edges of their range.
inline void mutate(Input& input, const std::vector<Input>& corpus, tunedesk::PhiloxStream& random) {
    const auto at = [&](std::size_t size) { return static_cast<std::ptrdiff_t>(random.below(size + 1)); };
    const auto inside = [&] { return static_cast<std::size_t>(random.below(input.size())); };
    const std::uint64_t kind = input.empty() ? 3 : random.below(8);
    switch (kind) {
    case 0:
        input[inside()] ^= static_cast<std::uint8_t>(1u << random.below(8));
        break;
    case 1:
        input[inside()] = static_cast<std::uint8_t>(random.below(256));
        break;
    case 2:
        input.resize(inside());
        break;
    case 3:
        input.insert(input.begin() + at(input.size()), static_cast<std::uint8_t>(random.below(256)));
        break;
    case 4: {
        const auto first = input.begin() + static_cast<std::ptrdiff_t>(inside());
        input.erase(first,
                    first + at(std::min<std::size_t>(16, static_cast<std::size_t>(input.end() - first))));
        break;
    }
    case 5: {
        const std::size_t begin = inside();
        const std::size_t length = random.below(std::min<std::size_t>(64, input.size() - begin)) + 1;
        const auto first = input.begin() + static_cast<std::ptrdiff_t>(begin);
        const Input piece(first, first + static_cast<std::ptrdiff_t>(length));
        for (std::uint64_t repeats = random.below(20) + 1; repeats > 0; --repeats)
            input.insert(input.begin() + at(input.size()), piece.begin(), piece.end());
        break;
    }
    case 6: {
        const Input& other = corpus[random.below(corpus.size())];
        if (other.empty()) break;
        const auto first = other.begin() + static_cast<std::ptrdiff_t>(random.below(other.size()));
        input.insert(input.begin() + at(input.size()), first, other.end());
        break;
    }
    default: {
        static constexpr const char* tokens[] = {"0",
                                                 "-1",
                                                 "18446744073709551615",
                                                 "9223372036854775808",
                                                 "1e9",
                                                 "{",
                                                 "}",
                                                 "[",
                                                 "]",
                                                 "\"",
                                                 ",",
                                                 ":",
                                                 "\\",
                                                 "../",
                                                 "\xEF\xBB\xBF",
                                                 "\xED\xA0\x80",
                                                 "\n",
                                                 "\r",
                                                 "null",
                                                 "\t"};
        const std::string_view token = tokens[random.below(std::size(tokens))];
        input.insert(input.begin() + at(input.size()), token.begin(), token.end());
    }
    }
    if (input.size() > max_input) input.resize(max_input);
}

/// Runs one input; false (with the input kept in a file that the message names) where something escaped.
inline bool run(const Input& input, FuzzOne fuzz_one, const QString& label) {
    // A sanitizer or a crash ends the process before it can say which input it was.
    const QByteArray kept = qgetenv("TUNEDESK_FUZZ_KEEP");
    const auto keep = [&](const QString& name) {
        QFile file(name);
        if (file.open(QIODevice::WriteOnly))
            file.write(reinterpret_cast<const char*>(input.data()), static_cast<qint64>(input.size()));
    };
    if (!kept.isEmpty()) keep(QString::fromLocal8Bit(kept));
    QElapsedTimer timer;
    timer.start();
    QString fault;
    try {
        fuzz_one(input.data(), input.size());
    } catch (const std::exception& error) {
        fault = QStringLiteral("escaped: ") + QString::fromUtf8(error.what());
    } catch (...) {
        fault = QStringLiteral("an unknown exception escaped");
    }
    if (fault.isEmpty() && timer.elapsed() > hang_milliseconds)
        fault = QStringLiteral("took %1 ms").arg(timer.elapsed());
    if (fault.isEmpty()) return true;
    const QString place = QDir::temp().filePath(QStringLiteral("tunedesk-fuzz-%1").arg(label));
    keep(place);
    const QByteArray message = QStringLiteral("%1: %2 (input kept in %3)").arg(label, fault, place).toUtf8();
    QTest::qFail(message.constData(), __FILE__, __LINE__);
    return false;
}

/// Replays the folder tests/fuzz/corpus/NAME (or an absolute one), then `mutations` changed inputs, the same
/// ones on every machine. Reports through QFAIL; call it as the last statement of a test function.
/// TUNEDESK_FUZZ_KEEP=FILE writes each input there before it runs.
inline void replay(const QString& corpus, int mutations, FuzzOne fuzz_one) {
    const QDir folder(QDir::isAbsolutePath(corpus)
                          ? corpus
                          : QStringLiteral(TUNEDESK_SOURCE_DIR "/tests/fuzz/corpus/") + corpus);
    std::vector<Input> inputs;
    for (const QString& name : folder.entryList(QDir::Files, QDir::Name)) {
        QFile file(folder.filePath(name));
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
        const QByteArray bytes = file.readAll();
        inputs.emplace_back(bytes.begin(), bytes.end());
        if (!run(inputs.back(), fuzz_one, name)) return;
    }
    QVERIFY2(!inputs.empty(), qPrintable("no corpus in " + folder.path()));
    for (int i = 0; i < mutations; ++i) {
        tunedesk::PhiloxStream random(20261121, static_cast<std::uint64_t>(i));
        Input input = inputs[random.below(inputs.size())];
        for (std::uint64_t changes = random.below(4) + 1; changes > 0; --changes)
            mutate(input, inputs, random);
        if (!run(input, fuzz_one, QStringLiteral("%1-%2").arg(folder.dirName()).arg(i))) return;
    }
}

} // namespace fuzz

using fuzz::replay;
