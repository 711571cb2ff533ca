// SPDX-License-Identifier: GPL-3.0-or-later
// Times the tokenizer on a file of rows and prints one JSON line. Run by bench_tokenizer.py and bpe_rows.py.
#include "base/clock.h"
#include "base/error.h"
#include "data/cache/token_cache.h"

#include <cstdio>
#include <ctime>
#include <zlib.h>

using namespace tunedesk;
using namespace tunedesk::data;

namespace {

double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

struct Times {
    double wall, cpu;
};

template <typename Work>
Times time(Work work) {
    const double wall = monotonic_seconds(), cpu = cpu_seconds();
    work();
    return {monotonic_seconds() - wall, cpu_seconds() - cpu};
}

/// CRC-32 of the offsets of all rows' tokens, in code points.
uLong offsets_crc(const Table& table, const Tokenizer& tokenizer) {
    uLong crc = 0;
    std::vector<std::uint32_t> places, offsets; // the code points before each byte
    for (const auto& row : table.rows()) {
        places.clear();
        std::uint32_t count = 0;
        for (const char byte : row.text) {
            count += (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
            places.push_back(count - 1);
        }
        places.push_back(count);
        std::vector<std::int32_t> ids;
        std::vector<ByteSpan> spans;
        std::size_t type_one = 0;
        tokenizer.encode_with_spans(row.text, {}, false, 1 << 20, false, ids, spans, type_one);
        offsets.clear();
        for (const ByteSpan& span : spans)
            offsets.insert(offsets.end(), {places[span.begin], places[span.end]});
        crc = crc32(crc, reinterpret_cast<const Bytef*>(offsets.data()),
                    static_cast<uInt>(offsets.size() * sizeof(std::uint32_t)));
    }
    return crc;
}

} // namespace

int main(int argc, char** argv) try {
    if (argc < 6) {
        std::fprintf(stderr, "usage: bench_tokenizer MODEL FILE COLUMN THREADS CACHE_FOLDER [offsets]\n");
        return 2;
    }
    std::unique_ptr<Tokenizer> tokenizer;
    const Times load = time([&] { tokenizer = std::make_unique<Tokenizer>(Tokenizer::load(argv[1])); });
    TableSpec columns;
    columns.text_column = argv[3];
    std::unique_ptr<Table> table;
    const Times read = time([&] { table = std::make_unique<Table>(read_table(argv[2], columns)); });
    TokenizeSpec spec;
    spec.threads = std::atoi(argv[4]);
    std::uint64_t tokens = 0;
    uLong crc = 0; // of all rows' ids
    spec.max_length = 1 << 20;
    const Times whole = time([&] { tokens = tokenize(*table, *tokenizer, spec).tokens(); });
    const TokenizedSet all_ids = tokenize(*table, *tokenizer, spec);
    for (std::size_t row = 0; row < all_ids.size(); ++row) {
        const auto ids = all_ids.ids(row);
        crc = crc32(crc, reinterpret_cast<const Bytef*>(ids.data()), static_cast<uInt>(ids.size_bytes()));
    }
    spec.max_length = 512;
    const Times cut = time([&] { tokenize(*table, *tokenizer, spec); });
    spec.cache_folder = argv[5];
    const Times made = time([&] { tokenize(*table, *tokenizer, spec); });
    const Times opened = time([&] { tokenize(*table, *tokenizer, spec); });
    std::uint64_t bytes = 0;
    for (const auto& row : table->rows())
        bytes += row.text.size();
    std::printf("{\"bytes\": %llu, \"tokens\": %llu, \"rows\": %zu, \"crc\": %lu",
                static_cast<unsigned long long>(bytes), static_cast<unsigned long long>(tokens),
                all_ids.size(), crc);
    const std::pair<const char*, Times> all[] = {{"load", load}, {"read", read}, {"whole", whole},
                                                 {"cut", cut},   {"made", made}, {"opened", opened}};
    for (const auto& [name, times] : all)
        std::printf(", \"%s\": {\"wall\": %.4f, \"cpu\": %.4f}", name, times.wall, times.cpu);
    if (argc > 6) std::printf(", \"offsets\": %lu", offsets_crc(*table, *tokenizer));
    std::printf("}\n");
    return 0;
} catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.line().c_str());
    return static_cast<int>(error.code());
}
