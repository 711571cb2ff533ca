// SPDX-License-Identifier: GPL-3.0-or-later
// What a server sends: lines of `attach --json --follow` and of `list --json --follow`, and files among them.
#include "base/error.h"
#include "event/event_line.h"
#include "run/folder/run_files.h"
#include "run/follow/line_reader.h"
#include "run/follow/stream_status.h"
#include "run/registry/listed_run.h"

#include "fuzz/replay.h"

#include <QTemporaryDir>

using namespace tunedesk;

namespace {

/// As core/remote does; false for a line that is none of the command's.
bool take_line(const std::string& line, run::RunFilesReceiver& files) {
    try {
        if (run::stream_status_from(line) || files.take(line)) return true;
        if (line.starts_with("{\"type\":\"List\"")) {
            const Json json = parse_json(line, "a list", ErrorId::list_line_invalid, {64u << 20, 16});
            if (const auto runs = json.find("runs"); runs != json.end())
                for (const run::ListedRun& run : run::listed_runs_from(*runs))
                    if (!run.path.is_absolute() || run.name.size() > 8192)
                        throw std::logic_error("a run that is none was accepted");
            return true;
        }
        return event::event_of_line(line).has_value();
    } catch (const Error&) {
        return false;
    }
}

std::vector<bool> lines_in_pieces(std::string_view bytes, std::size_t piece, const fs::path& folder) {
    run::RunFilesReceiver files(folder);
    run::LineReader lines(2 << 20);
    std::vector<bool> good;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size())))
        if (!lines.take(bytes.substr(0, piece),
                        [&](const std::string& line) { good.push_back(take_line(line, files)); }))
            break;
    return good;
}

int read(const std::uint8_t* data, std::size_t size) {
    static const QTemporaryDir place;
    lines_in_pieces({reinterpret_cast<const char*>(data), size}, 4096, place.path().toStdString());
    return 0;
}

/// However the bytes arrive, the lines are the same; and nothing but known names is in the folder.
int fuzz_one(const std::uint8_t* data, std::size_t size) {
    static const QTemporaryDir place;
    const fs::path folder = place.path().toStdString();
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    if (lines_in_pieces(bytes, 1, folder) != lines_in_pieces(bytes, 4096, folder))
        throw std::logic_error("pieces change the lines");
    const auto& names = run::RunFiles::names();
    for (const auto& entry : fs::directory_iterator(folder))
        if (std::find(names.begin(), names.end(), entry.path().filename()) == names.end())
            throw std::logic_error("a file of another name");
    return 0;
}

} // namespace

class RemoteFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 49
    void corpus() { replay("remote", 4000, fuzz_one, {Grammar::json_lines, read}); }
};

QTEST_GUILESS_MAIN(RemoteFuzz)
#include "remote_fuzz.moc"
