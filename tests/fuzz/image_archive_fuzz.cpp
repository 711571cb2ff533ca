// SPDX-License-Identifier: GPL-3.0-or-later
// Zip archives and IDX files of unknown origin: what is accepted is inside the file and of the size that is
// allowed.
#include "data/image/source/idx.h"
#include "data/image/source/zip_archive.h"

#include "fuzz/replay.h"

#include <stdexcept>

using namespace tunedesk;

namespace {

constexpr std::uint64_t most_bytes = 1 << 20;

bool is_expected(const Error& error) {
    return error.is(ErrorId::image_archive_refused) || error.is(ErrorId::image_unreadable) ||
           error.is(ErrorId::image_set_unusable);
}

void fuzz_zip(const std::string& path, std::size_t size) {
    const image::ZipArchive archive(path);
    std::uint64_t packed = 0, budget = 64 * most_bytes;
    for (const image::ZipEntry& entry : archive.entries()) {
        if (entry.name.empty() || entry.name.front() == '/' || entry.name.find("..") == 0)
            throw std::logic_error("a name that leads out was accepted");
        packed += entry.packed_bytes;
        if (entry.bytes > budget) continue;
        budget -= entry.bytes;
        try {
            if (archive.read(entry, most_bytes).size() != entry.bytes)
                throw std::logic_error("another size than the directory's");
        } catch (const Error& error) {
            if (!is_expected(error)) throw;
        }
    }
    if (packed > size) throw std::logic_error("entries overlap");
}

int fuzz_one(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    for (const std::size_t rank : {1, 3})
        try {
            const image::IdxArray array = image::parse_idx(bytes, rank, "fuzz");
            std::uint64_t values = 1;
            for (const std::uint32_t length : array.dimensions)
                values *= length;
            if (values != array.values.size()) throw std::logic_error("values beyond the dimensions");
        } catch (const Error& error) {
            if (!is_expected(error)) throw;
        }
    try {
        fuzz_zip(fuzz::file_with(data, size, "images.zip"), size);
    } catch (const Error& error) {
        if (!is_expected(error)) throw;
    }
    return 0;
}

} // namespace

class ImageArchiveFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 33, 49
    void corpus() { replay("image_archive", 6000, fuzz_one, {Grammar::bytes}); }
};

QTEST_GUILESS_MAIN(ImageArchiveFuzz)
#include "image_archive_fuzz.moc"
