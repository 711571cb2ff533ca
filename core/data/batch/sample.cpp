// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/batch/sample.h"

#include "base/error.h"
#include "data/files/compression.h"
#include "data/files/json_array.h"
#include "data/files/text_scan.h"

namespace tunedesk::data {

Sample read_sample(const fs::path& path, const FileKind& kind, std::size_t bytes) {
    const MappedFile file(path, ErrorId::sample_unreadable);
    if (file.text().empty()) throw Error(ErrorId::sample_empty, {}, path.string());
    Sample sample;
    ByteBuffer unpacked;
    std::string_view text = file.text();
    sample.whole = text.size() <= bytes;
    if (kind.compression != Compression::none) {
        DecompressionLimits limits;
        limits.enough_bytes = bytes;
        unpacked = decompress(file.text(), kind.compression, path.string(), limits);
        text = unpacked.text();
        sample.whole = text.size() < bytes;
    }
    if (text.size() > bytes) text = text.substr(0, bytes);
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    if (const char* wide = wide_encoding(text))
        throw Error(ErrorId::sample_not_utf8, {wide, wide}, path.string());
    sample.text = std::string(text);
    if (kind.format == Format::jsonl) json_array_to_lines(sample.text, sample.whole, path.string());
    if (!sample.whole) sample.text.resize(sample.text.rfind('\n') + 1);
    return sample;
}

} // namespace tunedesk::data
