// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz/replay.h"

#include "base/philox.h"
#include "fuzz/meter.h"
#include "long_tests.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace fuzz {

namespace {

constexpr std::size_t max_input = 1u << 20;

// FAULTS: at most 1 s and 64 MB for a megabyte. Time is the processor's, which another program's load changes
// little; a sanitizer takes several times as long. What checks a reader's answer may cost as much again: of
// inputs that are built to be slow the reader alone is measured.
constexpr double least_seconds = 0.5, seconds_per_megabyte = 1;
constexpr std::int64_t most_bytes = 64 << 20;

double most_seconds(std::size_t bytes) {
    const double slowdown = meter::is_sanitized ? 8 : 2;
    return slowdown * (least_seconds + seconds_per_megabyte * static_cast<double>(bytes) / (1 << 20));
}

/// One change of the kinds that find faults in readers: flipped bits, other bytes, cuts, repeats, pieces of
/// other inputs, and numbers at the edges of their range.
void mutate(Input& input, const std::vector<Input>& corpus, tunedesk::PhiloxStream& random) {
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

} // namespace

QString fault_of(const Input& input, FuzzOne fuzz_one) {
    const meter::Cost cost;
    try {
        fuzz_one(input.data(), input.size());
    } catch (const std::exception& error) {
        return QStringLiteral("escaped: ") + QString::fromUtf8(error.what());
    } catch (...) {
        return QStringLiteral("an unknown exception escaped");
    }
    const double seconds = cost.seconds(), limit = most_seconds(input.size());
    if (seconds > limit) return QStringLiteral("took %1 s, the limit is %2").arg(seconds).arg(limit);
    if (cost.bytes() > most_bytes) return QStringLiteral("took %1 MiB of memory").arg(cost.bytes() >> 20);
    return {};
}

namespace {

void keep(const Input& input, const QString& name) {
    QFile file(name);
    if (file.open(QIODevice::WriteOnly))
        file.write(reinterpret_cast<const char*>(input.data()), static_cast<qint64>(input.size()));
}

/// Runs one input; false (with the input kept in a file that the message names) where something is wrong.
bool run(const Input& input, FuzzOne fuzz_one, const QString& label) {
    // A sanitizer or a crash ends the process before it can say which input it was.
    const QByteArray kept = qgetenv("TUNEDESK_FUZZ_KEEP");
    if (!kept.isEmpty()) keep(input, QString::fromLocal8Bit(kept));
    const QString fault = fault_of(input, fuzz_one);
    if (fault.isEmpty()) return true;
    QString name = label;
    const QString place = QDir::temp().filePath(
        QStringLiteral("tunedesk-fuzz-%1").arg(name.replace(u'/', u'_').replace(u' ', u'_')));
    keep(input, place);
    const QByteArray message = QStringLiteral("%1: %2 (input kept in %3)").arg(label, fault, place).toUtf8();
    QTest::qFail(message.constData(), __FILE__, __LINE__);
    return false;
}

} // namespace

std::vector<Named> corpus_of(const QString& name) {
    const QDir folder(
        QDir::isAbsolutePath(name) ? name : QStringLiteral(TUNEDESK_SOURCE_DIR "/tests/fuzz/corpus/") + name);
    std::vector<Named> all;
    for (const QString& file_name : folder.entryList(QDir::Files, QDir::Name)) {
        QFile file(folder.filePath(file_name));
        if (file.open(QIODevice::ReadOnly))
            all.emplace_back(file_name.toStdString(), file.readAll().toStdString());
    }
    return all;
}

void replay(const QString& corpus, int mutations, FuzzOne fuzz_one, const Slow& slow) {
    const std::vector<Named> files = corpus_of(corpus);
    QVERIFY2(!files.empty(), qPrintable("no corpus " + corpus));
    std::vector<Input> inputs;
    for (const auto& [name, text] : files) {
        inputs.emplace_back(text.begin(), text.end());
        if (!run(inputs.back(), fuzz_one, QString::fromStdString(name))) return;
    }
    for (const auto& [name, text] : slow_inputs(slow.grammar, files)) {
        const meter::Cost cost;
        const Input input(text.begin(), text.end());
        if (!run(input, slow.read ? slow.read : fuzz_one, QString::fromStdString(name))) return;
        if (!qgetenv("TUNEDESK_FUZZ_COSTS").isEmpty())
            qInfo("%-40s %8.3f s %6lld MiB", name.c_str(), cost.seconds(), (long long)cost.bytes() >> 20);
    }
    const QString label = corpus.section(u'/', -1);
    const int count = tunedesk::test::rounds(mutations / 6, mutations);
    for (int i = 0; i < count; ++i) {
        tunedesk::PhiloxStream random(20261121, static_cast<std::uint64_t>(i));
        Input input = inputs[random.below(inputs.size())];
        for (std::uint64_t changes = random.below(4) + 1; changes > 0; --changes)
            mutate(input, inputs, random);
        if (!run(input, fuzz_one, QStringLiteral("%1-%2").arg(label).arg(i))) return;
    }
}

std::string file_with(const std::uint8_t* data, std::size_t size, const std::string& name) {
    static const QTemporaryDir place;
    const QString path = place.filePath(QString::fromStdString(name));
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    file.remove(); // some file systems flush a file that is truncated and written again
    if (!file.open(QIODevice::WriteOnly)) throw std::logic_error("no temporary file");
    file.write(reinterpret_cast<const char*>(data), static_cast<qint64>(size));
    return path.toStdString();
}

} // namespace fuzz
