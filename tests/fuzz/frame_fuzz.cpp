#include "event/event.h"
#include "event/frame.h"
#include "event/journal.h"
#include "event/metrics.h"
#include "event/tensorboard.h"

#include "fuzz/replay.h"

#include <QTemporaryDir>

using namespace tunedesk;
using namespace tunedesk::event;

namespace {

[[noreturn]] void wrong(const char* what) {
    throw std::logic_error(what);
}

/// Whatever is accepted must come back the same from what is written of it.
int event_one(const std::uint8_t* data, std::size_t size) {
    Event event;
    try {
        event = parse_event({reinterpret_cast<const char*>(data), size});
    } catch (const Error& error) {
        if (error.id() != 7001) throw;
        return 0;
    }
    const std::string line = to_line(event);
    if (line.find('\n') != std::string::npos) wrong("an event on two lines");
    if (line.size() > max_event_bytes) wrong("an event larger than a frame");
    if (to_line(parse_event(line)) != line) wrong("an event that changes when it is read back");
    MetricsFile::row(event);
    try {
        to_step(event);
    } catch (const Error& error) {
        if (error.id() != 7003) throw;
    }
    return 0;
}

struct Stream {
    std::vector<std::string> payloads;
    bool broken = false;
};

Stream read_in_chunks(std::string_view bytes, std::size_t chunk) {
    FrameReader reader;
    Stream stream;
    try {
        for (std::size_t at = 0; at < bytes.size(); at += chunk) {
            for (std::string& payload : reader.feed(bytes.substr(at, chunk)))
                stream.payloads.push_back(std::move(payload));
        }
    } catch (const Error& error) {
        if (error.id() != 7002) throw;
        stream.broken = true;
    }
    return stream;
}

/// The first byte chooses the chunks; chunks must not matter.
int frame_one(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    const Stream chunked = read_in_chunks(bytes, data[0] + 1u);
    const Stream single = read_in_chunks(bytes, 1);
    if (chunked.broken != single.broken) wrong("chunks decide whether a stream is broken");
    // A chunk that ends in a broken frame takes the whole ones before it along.
    if (!chunked.broken && chunked.payloads != single.payloads) wrong("chunks change the payloads");
    for (const std::string& payload : single.payloads) {
        if (payload.size() > max_frame_bytes) wrong("a payload above the cap");
        event_one(reinterpret_cast<const std::uint8_t*>(payload.data()), payload.size());
    }
    const TfRecordExtent extent = tfrecord_extent(bytes);
    if (extent.bytes > bytes.size()) wrong("records beyond the end");
    return 0;
}

std::vector<std::uint64_t> seqs_of(const RunFolder& folder, std::uint64_t& damaged) {
    std::vector<std::uint64_t> seqs;
    damaged = replay_journal(folder, 0, [&](const Event& event) { seqs.push_back(event.seq); });
    return seqs;
}

/// Opening a journal for writing must not change what it says, and one event more must be seen as one more.
int journal_one(const std::uint8_t* data, std::size_t size) {
    static const QTemporaryDir place;
    const RunFolder folder{place.path().toStdString()};
    {
        QFile file(QString::fromStdString(folder.journal().string()));
        file.remove(); // some file systems flush a file that is truncated and written anew
        if (!file.open(QIODevice::WriteOnly)) wrong("no temporary file");
        file.write(reinterpret_cast<const char*>(data), static_cast<qint64>(size));
    }
    std::uint64_t damaged = 0, damaged_after = 0;
    std::vector<std::uint64_t> seqs = seqs_of(folder, damaged);
    if (!std::is_sorted(seqs.begin(), seqs.end(), std::less_equal<>())) wrong("seq does not grow");
    Event event;
    event.type = Type::Log;
    try {
        JournalWriter writer(folder);
        writer.append(event);
        if (writer.lost() != 0) wrong("a line was lost");
    } catch (const Error& error) {
        if (error.id() != 5004) throw;
        return 0;
    }
    seqs.push_back(event.seq);
    if (seqs_of(folder, damaged_after) != seqs || damaged_after != damaged)
        wrong("an appended event changes what was there");
    return 0;
}

} // namespace

class FrameFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 8
    void frames() { replay("frame", 20'000, frame_one); }
    // FAULTS 8
    void events() { replay("event", 20'000, event_one); }
    void journals() { replay("journal", 2'000, journal_one); }
};

QTEST_GUILESS_MAIN(FrameFuzz)
#include "frame_fuzz.moc"
