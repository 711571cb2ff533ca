// SPDX-License-Identifier: GPL-3.0-or-later
// The token cache when a call fails once: the ids are right all the same, and no half of a file is taken for
// one.

#include "base/failing_sweep.h"
#include "base/power_loss.h"
#include "data/cache/cache_file.h"

using namespace tunedesk;
using namespace tunedesk::data;
using namespace tunedesk::test;

namespace {

const std::string key = "0123456789abcdef0123456789abcdef";

CacheName name_in(const fs::path& folder) {
    return {folder / "cache", key, "tokens"};
}

bool write(const fs::path& folder, std::uint64_t number) {
    const std::vector<std::uint64_t> values(500, number);
    const std::uint64_t numbers[] = {number};
    const CachePieces sections[] = {{bytes_of(values)}};
    return write_cache_file(name_in(folder), numbers, sections);
}

/// The number that the whole file holds, or nothing.
std::optional<std::uint64_t> number_in(const fs::path& folder) {
    const auto file = CacheFile::open(name_in(folder));
    if (!file) return std::nullopt;
    for (const std::uint64_t value : file->section<std::uint64_t>(0))
        if (value != file->number(0)) qFatal("a damaged file was opened");
    return file->number(0);
}

} // namespace

class FailingCacheTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void a_file_data() { add_failing_calls(); }
    // FAULTS 17, 19
    void a_file() {
        const std::string wrong =
            sweep_failing_calls([](const fs::path& root, Failing& failing) -> std::string {
                if (!write(root, 1)) return "the first write";
                const bool good = failing.run([&] { return write(root, 2); });
                const auto number = number_in(root);
                if (number != 1u && number != 2u) return "neither the old nor the new";
                if (good && number != 2u) return "a failed write counts as done";
                // The folder's flush alone may fail: the file is made again where the power cut takes it.
                const bool folder_alone = failing.path() == (root / "cache").string();
                if (good && failing.hit() && failing.syncs() && !folder_alone)
                    return "a failed flush counts as done";
                if (!write(root, 3) || number_in(root) != 3u) return "the second attempt is not there";
                const auto files =
                    std::distance(fs::directory_iterator(root / "cache"), fs::directory_iterator());
                return files == 1 || failing.path() == "terminated" || failing.allocates() ? ""
                                                                                           : "a file is left";
            });
        QVERIFY2(wrong.empty(), wrong.c_str());
    }

    // FAULTS 50
    void power_cuts() {
        const QTemporaryDir folder(scratch_place()), other(scratch_place());
        const fs::path root = fs::canonical(folder.path().toStdString());
        start_recording(root);
        for (const std::uint64_t number : {1u, 2u, 3u})
            QVERIFY(write(root, number));
        PowerLoss loss(stop_recording(), root);
        const std::string wrong =
            loss.check_all(fs::path(other.path().toStdString()) / "state",
                           [](const fs::path& state, const std::vector<std::string>&) -> std::string {
                               number_in(state); // ends the test where a damaged one is opened
                               return write(state, 9) && number_in(state) == 9u ? "" : "the next write";
                           });
        QVERIFY2(wrong.empty(), wrong.c_str());
        QVERIFY(loss.states() > 20);
    }
};

QTEST_GUILESS_MAIN(FailingCacheTest)
#include "failing_calls_test.moc"
