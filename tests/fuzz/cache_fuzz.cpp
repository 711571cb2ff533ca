// SPDX-License-Identifier: GPL-3.0-or-later
// Files of the token cache: the bytes as they are, and with their checksums made right, as an attacker would.
#include "base/hash.h"
#include "base/philox.h"
#include "data/cache/cache_file.h"
#include "data/cache/token_cache.h"
#include "data/rows/table.h"
#include "data/tokenize/tokenizer.h"

#include "fuzz/replay.h"
#include "long_tests.h"

#include <QTemporaryDir>
#include <cstring>
#include <xxhash.h>

using namespace tunedesk;

namespace {

constexpr std::size_t header_bytes = 192, first_number = 64, first_size = 96, first_sum = 128, checksum = 184;
const std::string key(32, 'a');

/// The layout of core/data/cache/cache_file.cpp: magic, version, byte order, kind, key, numbers, sizes,
/// checksums.
void make_right(std::string& file) {
    if (file.size() < header_bytes) return;
    file.replace(0, 8, std::string("TDCACHE\0", 8));
    const std::uint32_t version[] = {1, 0x01020304};
    std::memcpy(file.data() + 8, version, sizeof version);
    file.replace(16, 16, std::string("tokens").append(10, '\0'));
    file.replace(32, 32, key);
    std::size_t at = header_bytes;
    for (std::size_t i = 0; i < 4; ++i) {
        std::uint64_t size = 0;
        std::memcpy(&size, file.data() + first_size + 8 * i, 8);
        const std::uint64_t whole = (size + 63) / 64 * 64;
        if (whole < size || whole > file.size() - at) break;
        const std::uint64_t sum = XXH3_64bits(file.data() + at, whole);
        std::memcpy(file.data() + first_sum + 8 * i, &sum, 8);
        at += whole;
    }
    const std::uint64_t sum = XXH3_64bits(file.data(), checksum);
    std::memcpy(file.data() + checksum, &sum, 8);
}

void open(const std::string& bytes) {
    const fs::path path = fuzz::file_with(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(),
                                          "cache/" + key + ".tokens");
    const data::CacheName name{path.parent_path(), key, "tokens"};
    const auto file = data::CacheFile::open(name);
    if (!file) return;
    std::uint64_t sum = file->number(0);
    for (std::size_t i = 0; i < data::CacheFile::max_sections; ++i)
        for (const std::uint8_t byte : file->section<std::uint8_t>(i))
            sum += byte; // the sanitizer sees a section that is not inside
    if (sum == 1) qInfo("one");
}

int fuzz_one(const std::uint8_t* data, std::size_t size) {
    std::string bytes(reinterpret_cast<const char*>(data), size);
    open(bytes);
    make_right(bytes);
    open(bytes);
    return 0;
}

/// A cache whose file for these texts and this tokenizer holds other things, with right checksums: the ids
/// are those of the tokenizer's table all the same, or the file is not used.
data::Tokenizer tokenizer() {
    constexpr std::string_view vocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\ngood\nfilm\n";
    const fs::path file = fuzz::file_with(reinterpret_cast<const std::uint8_t*>(vocabulary.data()),
                                          vocabulary.size(), "model/vocab.txt");
    return data::Tokenizer::load(file.parent_path());
}

} // namespace

class CacheFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 49
    void corpus() { replay("cache", 2000, fuzz_one, {Grammar::bytes}); }

    void a_planted_file_gives_no_ids_outside_the_table() {
        const QTemporaryDir place;
        const fs::path folder = place.path().toStdString();
        const std::string csv = "text\na good film\nfilm\n";
        const fs::path rows =
            fuzz::file_with(reinterpret_cast<const std::uint8_t*>(csv.data()), csv.size(), "rows.csv");
        data::TableSpec spec;
        spec.label_column.clear();
        const data::Table table = data::read_table(rows, spec);
        const data::Tokenizer of = tokenizer();
        data::TokenizeSpec how;
        how.max_length = 16;
        how.cache_folder = folder;
        const std::string made = data::tokenize(table, of, how).key();
        const fs::path file = folder / (made + ".tokens");
        const std::string right = read_file(file, ErrorId::file_unreadable);
        for (int i = 0; i < tunedesk::test::rounds(600, 3000); ++i) {
            PhiloxStream random(20261122, static_cast<std::uint64_t>(i));
            std::string bytes = right;
            for (std::uint64_t changes = random.below(4) + 1; changes > 0; --changes)
                bytes[first_number + random.below(bytes.size() - first_number)] =
                    static_cast<char>(random.below(256));
            fix(bytes, made);
            fs::remove(file);
            write_file_atomically(file, bytes);
            const data::TokenizedSet set = data::tokenize(table, of, how);
            for (std::size_t row = 0; row < set.size(); ++row) {
                QVERIFY(set.type_one(row) <= set.length(row));
                for (const std::int32_t id : set.ids(row))
                    QVERIFY2(id >= 0 && static_cast<std::size_t>(id) < of.vocab_size(),
                             qPrintable(QString::number(i)));
            }
        }
    }

private:
    static void fix(std::string& bytes, const std::string& name) {
        make_right(bytes);
        bytes.replace(32, 32, name);
        const std::uint64_t sum = XXH3_64bits(bytes.data(), checksum);
        std::memcpy(bytes.data() + checksum, &sum, 8);
    }
};

QTEST_GUILESS_MAIN(CacheFuzz)
#include "cache_fuzz.moc"
