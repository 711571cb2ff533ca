// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors in pieces: any layout can be read into any other, and what is missing or there twice is found.

#include "format/pieces.h"

#include "base/philox.h"
#include "format/manifest.h"
#include "format/saved_tensors.h"
#include "format/support.h"

#include <QElapsedTimer>
#include <algorithm>
#include <numeric>
#include <set>

using namespace tunedesk;
using namespace tunedesk::format;

namespace {

using Shape = std::vector<std::int64_t>;
using Values = std::vector<std::int64_t>;

/// The row-major numbers in the whole tensor of a piece's elements, one by one.
Values numbers_of(const Piece& piece, const Shape& shape) {
    Values numbers;
    for (std::int64_t number = 0; number < elements_of(shape); ++number) {
        std::int64_t rest = number, place = 0, stride = 1;
        bool inside = true;
        for (std::size_t i = shape.size(); i-- > 0; rest /= shape[i]) {
            const std::int64_t at = rest % shape[i] - piece.box.offset[i];
            inside = inside && at >= 0 && at < piece.box.extent[i];
            place += at * stride;
            stride *= piece.box.extent[i];
        }
        if (inside && place >= piece.begin && place < piece.end) numbers.push_back(number);
    }
    return numbers;
}

/// Divides a box at random places, along random dimensions, and each part into random ranges.
std::vector<Piece> random_split(const Shape& shape, PhiloxStream& random) {
    std::vector<Box> boxes{Box::whole(shape)};
    for (std::uint64_t cuts = random.below(4); cuts > 0 && !shape.empty(); --cuts) {
        const std::size_t which = random.below(boxes.size()), i = random.below(shape.size());
        if (boxes[which].extent[i] < 2) continue;
        const auto size = static_cast<std::int64_t>(
            random.below(static_cast<std::uint64_t>(boxes[which].extent[i] - 1)) + 1);
        Box rest = boxes[which];
        rest.offset[i] += size;
        rest.extent[i] -= size;
        boxes[which].extent[i] = size;
        boxes.push_back(rest);
    }
    std::vector<Piece> pieces;
    for (const Box& box : boxes) {
        std::set<std::int64_t> cuts{0, box.elements()};
        for (std::uint64_t count = random.below(3); count > 0; --count)
            cuts.insert(
                static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(box.elements()) + 1)));
        if (cuts.size() == 1) pieces.push_back({"t", box, 0, 0});
        for (auto cut = cuts.begin(); std::next(cut) != cuts.end(); ++cut)
            pieces.push_back({"t", box, *cut, *std::next(cut)});
    }
    for (std::size_t i = pieces.size(); i > 1; --i)
        std::swap(pieces[i - 1], pieces[random.below(i)]);
    return pieces;
}

Shape random_shape(PhiloxStream& random) {
    Shape shape(random.below(5));
    for (std::int64_t& extent : shape)
        extent = static_cast<std::int64_t>(random.below(6)) + (random.below(20) > 0);
    return shape;
}

std::vector<std::byte> bytes_of(const Values& values) {
    const auto bytes = std::as_bytes(std::span(values));
    return {bytes.begin(), bytes.end()};
}

/// Of a 4 x 6 matrix.
Piece piece(Shape offset, Shape extent, std::int64_t begin, std::int64_t end) {
    return {"t", {std::move(offset), std::move(extent)}, begin, end};
}

} // namespace

class PiecesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void overlaps_of_a_matrix() {
        const Piece whole = Piece::whole("t", {4, 6});
        using Runs = std::vector<CommonRun>;
        QVERIFY(overlap(whole, whole) == (Runs{{0, 0, 24}}));
        // Rows lie next to each other, columns do not.
        QVERIFY(overlap(whole, piece({1, 0}, {2, 6}, 0, 12)) == (Runs{{6, 0, 12}}));
        QVERIFY(overlap(whole, piece({1, 2}, {2, 3}, 0, 6)) == (Runs{{8, 0, 3}, {14, 3, 3}}));
        // A range of it, and of a flat shard.
        QVERIFY(overlap(whole, piece({1, 2}, {2, 3}, 2, 5)) == (Runs{{10, 0, 1}, {14, 1, 2}}));
        QVERIFY(overlap(piece({0, 0}, {4, 6}, 9, 15), piece({1, 2}, {2, 3}, 0, 6)) ==
                (Runs{{0, 1, 2}, {5, 3, 1}}));
        QVERIFY(overlap(piece({0, 0}, {2, 6}, 0, 12), piece({2, 0}, {2, 6}, 0, 12)).empty());
        QVERIFY(overlap(whole, Piece::whole("other", {4, 6})).empty());
        QVERIFY(overlap(Piece::whole("s", {}), Piece::whole("s", {})) == (Runs{{0, 0, 1}}));
    }

    /// Whatever the layouts, every element arrives once and at its place.
    void random_splits_equal_the_whole() {
        for (std::uint64_t seed = 0; seed < 10'000; ++seed) {
            PhiloxStream random(17, seed);
            const Shape shape = random_shape(random);
            const std::vector<Piece> from = random_split(shape, random), to = random_split(shape, random);
            for (const auto& pieces : {from, to})
                QCOMPARE(partition_fault(shape, pieces), std::string());
            for (const Piece& target : to) {
                const Values expected = numbers_of(target, shape);
                QCOMPARE(static_cast<std::int64_t>(expected.size()), target.elements());
                Values found(expected.size(), -1);
                for (const Piece& source : from) {
                    const Values held = numbers_of(source, shape);
                    for (const CommonRun& run : overlap(source, target))
                        for (std::int64_t i = 0; i < run.count; ++i) {
                            auto& at = found.at(static_cast<std::size_t>(run.to + i));
                            QCOMPARE(at, std::int64_t(-1));
                            at = held.at(static_cast<std::size_t>(run.from + i));
                        }
                }
                QVERIFY(found == expected);
            }
        }
    }

    /// 20,000 ranges of two columns of three, read as one.
    void thousands_of_ranges_take_no_time() {
        constexpr std::int64_t rows = 100'000, ranges = 20'000, size = 2 * rows / ranges;
        const Piece whole = Piece::whole("t", {rows, 3});
        QElapsedTimer timer;
        timer.start();
        std::int64_t found = 0;
        for (std::int64_t i = 0; i < ranges; ++i)
            for (const CommonRun& run : overlap(piece({0, 0}, {rows, 2}, i * size, (i + 1) * size), whole))
                found += run.count;
        QCOMPARE(found, 2 * rows);
        QVERIFY2(timer.elapsed() < 8000, qPrintable(QString::number(timer.elapsed())));
    }

    void what_is_missing_or_there_twice_is_found() {
        int checked = 0;
        for (std::uint64_t seed = 0; seed < 1000; ++seed) {
            PhiloxStream random(18, seed);
            const Shape shape = random_shape(random);
            const std::vector<Piece> pieces = random_split(shape, random);
            if (elements_of(shape) < 2) continue;
            const std::size_t which = random.below(pieces.size());
            if (pieces[which].elements() == 0) continue;
            ++checked;
            std::vector<Piece> fewer = pieces, twice = pieces, longer = pieces, shorter = pieces;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(which));
            twice.push_back(pieces[which]);
            ++longer[which].end;
            --shorter[which].end;
            for (const auto& wrong : {fewer, twice, longer, shorter})
                QVERIFY(!partition_fault(shape, wrong).empty());
        }
        QVERIFY(checked > 500);
    }

    void strange_boxes_are_refused() {
        const Shape shape{4, 6};
        const auto fault = [&](std::vector<Piece> pieces) { return partition_fault(shape, pieces); };
        QVERIFY(!fault({}).empty());
        QVERIFY(!fault({piece({0}, {24}, 0, 24)}).empty());
        QVERIFY(!fault({piece({0, 0}, {4, 7}, 0, 28)}).empty());
        QVERIFY(!fault({piece({-1, 0}, {5, 6}, 0, 30)}).empty());
        QVERIFY(!fault({piece({0, 0}, {4, 6}, -1, 24)}).empty());
        QVERIFY(!fault({piece({0, 0}, {3, 6}, 0, 18), piece({2, 0}, {2, 6}, 0, 12)}).empty());
        QCOMPARE(elements_of({std::int64_t{1} << 40, std::int64_t{1} << 40}), std::int64_t(-1));
        QCOMPARE(elements_of({3, -1}), std::int64_t(-1));
        QCOMPARE(elements_of({}), std::int64_t(1));
    }

    /// Saved in one layout over several files, read in another.
    void a_saved_tensor_is_read_in_other_pieces() {
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
            PhiloxStream random(19, seed);
            const Shape shape = random_shape(random);
            const QTemporaryDir run;
            const fs::path step = below(run, "step-00000001");
            commit_split(step, shape, random_split(shape, random));
            verify_folder(step);
            const SavedTensors saved(step, "model");
            QCOMPARE(saved.tensors().size(), std::size_t(1));
            QVERIFY(saved.tensors().at("t").shape == shape && saved.tensors().at("t").dtype == DType::I64);
            for (const Piece& target : random_split(shape, random)) {
                Values found(static_cast<std::size_t>(target.elements()), -1);
                saved.read(target, std::as_writable_bytes(std::span(found)));
                QVERIFY(found == numbers_of(target, shape));
            }
            QCOMPARE(error_of([&] { saved.read(Piece::whole("u", {}), {}); }).id(), 4309);
        }
    }

    /// As every checkpoint before version 2: one piece a tensor.
    void a_manifest_of_version_1_holds_whole_tensors() {
        const QTemporaryDir run;
        const fs::path step = below(run, "step-00000001");
        commit_split(step, {4, 6}, {Piece::whole("t", {4, 6})});
        Manifest manifest =
            parse_manifest(read_file(step / manifest_name, ErrorId::manifest_unreadable), "m");
        QCOMPARE(manifest.version, 2);
        QCOMPARE(manifest.files[0].pieces.size(), std::size_t(1));
        manifest.version = 1;
        manifest.files[0].pieces.clear();
        put(step / manifest_name, manifest_text(manifest));
        verify_folder(step);
        const SavedTensors saved(step, "model");
        Values found(3, -1);
        saved.read(piece({1, 2}, {2, 3}, 2, 5), std::as_writable_bytes(std::span(found)));
        QVERIFY(found == (Values{10, 14, 15}));
    }

    void files_that_contradict_the_manifest_are_refused() {
        const QTemporaryDir run;
        const fs::path step = below(run, "step-00000001");
        const Piece whole = Piece::whole("t", {4, 6});
        commit_split(step, {4, 6}, {whole});
        const Manifest manifest =
            parse_manifest(read_file(step / manifest_name, ErrorId::manifest_unreadable), "m");
        const auto refused = [&](const std::function<void(Manifest::StoredPiece&)>& change) {
            Manifest changed = manifest;
            change(changed.files[0].pieces[0]);
            put(step / manifest_name, manifest_text(changed));
            return error_of([&] { const SavedTensors saved(step, "model"); }).id();
        };
        using Stored = Manifest::StoredPiece;
        QCOMPARE(refused([](Stored& stored) { stored.key = "other"; }), 4414);
        QCOMPARE(refused([](Stored& stored) { stored.dtype = DType::F64; }), 4414);
        QCOMPARE(refused([](Stored& stored) {
                     stored.shape = {4, 7};
                     stored.piece = Piece::whole("t", stored.shape);
                 }),
                 4414);
        QCOMPARE(refused([](Stored& stored) { stored.piece.end = 23; }), 4406);
        QCOMPARE(refused([](Stored& stored) { stored.piece.box.offset[0] = 1; }), 4406);
    }

private:
    /// Commits a tensor of int64 numbers, a file a piece; pieces of one range are named by their place.
    static void commit_split(const fs::path& folder, const Shape& shape, const std::vector<Piece>& pieces) {
        commit_folder(folder, [&](const fs::path& temporary) {
            std::vector<Manifest::Entry> entries;
            for (std::size_t i = 0; i < pieces.size(); ++i) {
                const std::string name = "model-" + std::to_string(i) + ".safetensors";
                const std::vector<std::byte> bytes = bytes_of(numbers_of(pieces[i], shape));
                const bool whole = pieces[i] == Piece::whole("t", shape);
                const std::vector<TensorView> views{
                    {"t", DType::I64, whole ? shape : Shape{pieces[i].elements()}, bytes}};
                const std::string hash = write_safetensors(temporary / name, views, {});
                entries.push_back(
                    {name, fs::file_size(temporary / name), hash, {{pieces[i], DType::I64, shape, "t"}}});
            }
            return entries;
        });
    }
};

QTEST_GUILESS_MAIN(PiecesTest)
#include "pieces_test.moc"
