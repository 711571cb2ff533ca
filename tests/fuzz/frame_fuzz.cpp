// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/journal/tensorboard.h"
#include "event/socket/frame.h"

#include "fuzz/event_one.h"
#include "fuzz/replay.h"

using namespace tunedesk;
using namespace tunedesk::event;

namespace {

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
        if (!error.is(ErrorId::frame_too_large) && !error.is(ErrorId::connection_oversized) &&
            !error.is(ErrorId::message_too_large) && !error.is(ErrorId::long_message_too_large))
            throw;
        stream.broken = true;
    }
    return stream;
}

/// The first byte chooses the chunks; chunks must not matter.
int fuzz_one(const std::uint8_t* data, std::size_t size) {
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

int read(const std::uint8_t* data, std::size_t size) {
    (void)read_in_chunks({reinterpret_cast<const char*>(data), size}, 4096);
    return 0;
}

} // namespace

class FrameFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 8, 49
    void corpus() { replay("frame", 20'000, fuzz_one, {Grammar::bytes, read}); }
};

QTEST_GUILESS_MAIN(FrameFuzz)
#include "frame_fuzz.moc"
