// SPDX-License-Identifier: GPL-3.0-or-later
#include "format/safetensors.h"

#include "fuzz/replay.h"

using namespace tunedesk;

namespace {

/// The input is a whole file: its 8-byte length, the header, the data.
int fuzz_one(const std::uint8_t* data, std::size_t size) {
    if (size < 8) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    std::uint64_t header = 0;
    for (std::size_t i = 0; i < 8; ++i)
        header |= std::uint64_t{data[i]} << (8 * i);
    // A length that does not fit is refused before the parser; mutations of it should still reach that.
    const std::size_t length = std::min<std::uint64_t>(header, size - 8);
    std::map<std::string, format::TensorInfo> tensors;
    std::map<std::string, std::string> metadata;
    try {
        format::parse_safetensors_header(text.substr(8, length), size - 8 - length, "fuzz", tensors,
                                         metadata);
    } catch (const Error& error) {
        if (error.code() != ExitCode::model) throw;
        return 0;
    }
    // What was accepted must lie inside the data and cover it.
    std::uint64_t covered = 0;
    for (const auto& [name, info] : tensors) {
        if (info.end > size - 8 - length || info.end - info.begin != info.elements() * size_of(info.dtype))
            throw std::logic_error("a tensor outside the data was accepted");
        covered += info.end - info.begin;
    }
    if (covered != size - 8 - length) throw std::logic_error("data without a tensor were accepted");
    return 0;
}

} // namespace

class SafetensorsFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 31, 49
    void corpus() { replay("safetensors", 8000, fuzz_one, {Grammar::bytes}); }
};

QTEST_GUILESS_MAIN(SafetensorsFuzz)
#include "safetensors_fuzz.moc"
