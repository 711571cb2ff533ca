// SPDX-License-Identifier: GPL-3.0-or-later
// Reads data files several times and prints the fastest: bench_table FILE TEXT_COLUMN LABEL_COLUMN [REPEATS]
#include "base/clock.h"
#include "base/error.h"
#include "base/text.h"
#include "data/rows/labels.h"
#include "data/rows/table.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

int main(int argc, char** argv) {
    using namespace tunedesk;
    if (argc < 4) {
        fmt::print("usage: bench_table FILE TEXT_COLUMN LABEL_COLUMN [REPEATS]\n");
        return 2;
    }
    try {
        data::TableSpec spec;
        spec.text_column = argv[2];
        spec.label_column = argv[3];
        const int repeats = argc > 4 ? std::max(1, std::atoi(argv[4])) : 10;
        double best = 1e9, best_duplicates = 1e9;
        for (int i = 0; i < repeats; ++i) {
            const double start = monotonic_seconds();
            const data::Table table = data::read_table(argv[1], spec);
            const double read = monotonic_seconds();
            const auto duplicates = data::find_duplicates(table, table);
            best = std::min(best, read - start);
            best_duplicates = std::min(best_duplicates, monotonic_seconds() - read);
            if (i == 0)
                fmt::print("{}: {} rows, {}, hash {}, {} with themselves\n", argv[1],
                           grouped(table.rows().size()), human_bytes(table.file_bytes()), table.file_hash(),
                           grouped(duplicates.count));
            if (i + 1 == repeats)
                fmt::print("read {:.1f} ms, {:.0f} MB/s; duplicates {:.1f} ms (best of {})\n", best * 1e3,
                           static_cast<double>(table.file_bytes()) / best / 1e6, best_duplicates * 1e3,
                           repeats);
        }
    } catch (const Error& error) {
        fmt::print("{}\n", error.line());
        return static_cast<int>(error.code());
    }
}
