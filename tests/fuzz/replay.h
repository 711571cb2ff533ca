// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "fuzz/slow_inputs.h"

#include <QTest>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <string>
#include <vector>

/// Replays a fuzz corpus inside a Qt Test: all its files, then seeded mutations of them. `fuzz_one` is a
/// fuzzer's entry point; it catches the documented errors of its subject, so that any other exception,
/// sanitizer report or crash is a fault. A program that links this counts all its allocations.
namespace fuzz {

using FuzzOne = int (*)(const std::uint8_t*, std::size_t);
using Input = std::vector<std::uint8_t>;

/// The fault of an input: an escaped exception, or a cost beyond the limits; empty if there is none.
QString fault_of(const Input& input, FuzzOne fuzz_one);

/// Additional inputs of a replay, besides the corpus and its mutations.
struct Slow {
    Grammar grammar;
    FuzzOne read = nullptr; ///< the reader alone, whose cost is measured; null: `fuzz_one`
};

/// The files of tests/fuzz/corpus/NAME (or of an absolute folder): names and contents.
std::vector<Named> corpus_of(const QString& name);

/// Replays the folder tests/fuzz/corpus/NAME (or an absolute one), then inputs of one megabyte that are
/// constructed to be slow, then a sixth of `mutations` changed inputs (with TUNEDESK_LONG_TESTS all), the
/// same on every machine. Reports with QFAIL; call it as the last statement of a test function.
/// TUNEDESK_FUZZ_KEEP=FILE writes each input there before it runs, TUNEDESK_FUZZ_COSTS prints the cost of
/// each slow input.
void replay(const QString& corpus, int mutations, FuzzOne fuzz_one, const Slow& slow);

/// Writes the bytes to a file of this process, for readers that need a path.
std::string file_with(const std::uint8_t* data, std::size_t size, const std::string& name);

} // namespace fuzz

using fuzz::Grammar;
using fuzz::replay;

#ifdef TUNEDESK_FUZZER
// libFuzzer provides main(); such a target is the test's file with another entry point.
#undef QTEST_GUILESS_MAIN
#define QTEST_GUILESS_MAIN(Class)                                                                            \
    extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {                      \
        const fuzz::Input input(data, data + size);                                                          \
        const QString fault = fuzz::fault_of(input, fuzz_one);                                               \
        if (!fault.isEmpty()) qFatal("%s", qPrintable(fault));                                               \
        return 0;                                                                                            \
    }
#endif
