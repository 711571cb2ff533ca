// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"
#include "base/files/file.h"
#include "preset/yaml/load.h"
#include "ui/data/data_page.h"
#include "ui/display.h"
#include "ui/widgets/inspection.h"

#include <cstdio>
#include <fstream>
#include <sstream>

// The data page over a CSV of a given size: prints how long its first rows take, the counts (rows, classes,
// rejected, duplicates), the lengths in tokens, and a cancel, with the window's memory. Run by hand, on an
// idle machine:  bench_data_page MODEL [MB] [FOLDER]

namespace {

using namespace tunedesk;
using namespace tunedesk::ui;

/// Sentences of common and rare words, quoted now and then, a broken row in a thousand.
void write_table(const fs::path& file, std::size_t bytes) {
    static const char* const words[] = {"the",        "film",     "is",        "a",     "slow",
                                        "but",        "warm",     "story",     "of",    "two",
                                        "brothers",   "who",      "never",     "quite", "forgave",
                                        "themselves", "although", "everybody", "else",  "did"};
    std::ofstream out(file);
    out << "id,text,label\n";
    std::string row;
    std::uint64_t random = 88172645463325252ULL, written = 0;
    for (std::uint64_t i = 0; written < bytes; ++i) {
        row = std::to_string(i) + ",\"";
        for (int w = 0; w < 32; ++w) {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            if (w > 0) row += ' ';
            row += random % 50 == 0 ? "w" + std::to_string(random % 100'000) : words[random % 20];
        }
        row += "\"," + std::string(1, "ab"[i % 2]) + '\n';
        if (i % 1000 == 999) row = std::to_string(i) + ",no label\n";
        out << row;
        written += row.size();
    }
}

double resident_mb() {
    std::istringstream status(read_file("/proc/self/status", ErrorId::file_unreadable));
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmRSS:")) return std::stod(line.substr(6)) / 1024;
    return 0;
}

template <class Done>
double seconds_until(Done done) {
    const double start = monotonic_seconds();
    while (!done() && monotonic_seconds() - start < 300)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, 5);
    return monotonic_seconds() - start;
}

void measure(const fs::path& model, const fs::path& folder) {
    Preset preset;
    preset.model.path = fs::absolute(model).string();
    preset.data.train = (folder / "train.csv").string();
    preset.data.test = (folder / "test.csv").string();
    preset.data.validation_split = 0.1;
    preset.data.bad_rows = Preset::BadRows::skip;
    Inspection inspection;
    DataPage page(&inspection);
    page.resize(1100, 680);
    page.show();
    QCoreApplication::processEvents();
    bool counted = false, shown = false;
    QObject::connect(&page, &DataPage::counted, [&] { counted = true; });
    QObject::connect(&page, &DataPage::rows_shown, [&] { shown = true; });
    const double start = monotonic_seconds();
    page.show_preset(preset);
    std::printf("first rows: %.0f ms\n", seconds_until([&] { return shown; }) * 1e3);
    seconds_until([&] { return inspection.found() != nullptr || counted; });
    std::printf("rows, classes, rejected, duplicates: %.1f s\n", monotonic_seconds() - start);
    seconds_until([&] { return counted; });
    std::printf("lengths too: %.1f s\n", monotonic_seconds() - start);
    std::printf("the window's memory: %.0f MB\n", resident_mb());

    DataPage other;
    other.resize(1100, 680);
    other.show();
    other.show_preset(preset);
    seconds_until([&] { return other.is_counting(); });
    QTest::qWait(2000);
    const double before = monotonic_seconds();
    other.cancel();
    QCoreApplication::processEvents();
    std::printf("cancel: %.1f ms\n", (monotonic_seconds() - before) * 1e3);
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: bench_data_page MODEL [MB] [FOLDER]\n");
        return 2;
    }
    const test::Home home;
    const test::Display display;
    QApplication application(argc, argv);
    const QTemporaryDir place;
    const fs::path folder = argc > 3 ? fs::path(argv[3]) : fs::path(place.path().toStdString());
    const auto megabytes = static_cast<std::size_t>(argc > 2 ? std::atoi(argv[2]) : 1000);
    if (!fs::exists(folder / "train.csv")) {
        fs::create_directories(folder);
        write_table(folder / "train.csv", megabytes * 1'000'000);
        write_table(folder / "test.csv", megabytes * 10'000);
    }
    measure(argv[1], folder);
    return 0;
}
