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

/// Replays a fuzz corpus inside a Qt Test: every file of it, then seeded mutations of them. `fuzz_one` is the
/// entry point a fuzzer would call; it catches the errors its subject documents, so that anything else that
/// escapes it (or a sanitizer, or a crash) is a fault. A program that links this counts all its allocations.
namespace fuzz {

using FuzzOne = int (*)(const std::uint8_t*, std::size_t);
using Input = std::vector<std::uint8_t>;

/// What is wrong with an input: what escaped, or what it cost beyond the limits; empty where nothing is.
QString fault_of(const Input& input, FuzzOne fuzz_one);

/// What is replayed of a corpus beside its files and their mutations.
struct Slow {
    Grammar grammar;
    FuzzOne read = nullptr; ///< the reader alone, whose cost counts; else what is fuzzed
};

/// The files of tests/fuzz/corpus/NAME (or of an absolute folder): names and contents.
std::vector<Named> corpus_of(const QString& name);

/// Replays the folder tests/fuzz/corpus/NAME (or an absolute one), then the inputs of a megabyte that are
/// built to be slow, then a sixth of `mutations` changed inputs, with TUNEDESK_LONG_TESTS all, the same ones
/// on every machine. Reports through QFAIL; call it as the last statement of a test function.
/// TUNEDESK_FUZZ_KEEP=FILE writes each input there before it runs, TUNEDESK_FUZZ_COSTS prints what each slow
/// input takes.
void replay(const QString& corpus, int mutations, FuzzOne fuzz_one, const Slow& slow);

/// A file of this process for readers that take a path, with these bytes.
std::string file_with(const std::uint8_t* data, std::size_t size, const std::string& name);

} // namespace fuzz

using fuzz::Grammar;
using fuzz::replay;

#ifdef TUNEDESK_FUZZER
// libFuzzer brings main(); a target is the test's file with another entry.
#undef QTEST_GUILESS_MAIN
#define QTEST_GUILESS_MAIN(Class)                                                                            \
    extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {                      \
        const fuzz::Input input(data, data + size);                                                          \
        const QString fault = fuzz::fault_of(input, fuzz_one);                                               \
        if (!fault.isEmpty()) qFatal("%s", qPrintable(fault));                                               \
        return 0;                                                                                            \
    }
#endif
