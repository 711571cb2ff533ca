// SPDX-License-Identifier: GPL-3.0-or-later
#include "format/manifest.h"

#include "fuzz/replay.h"

#include <map>

using namespace tunedesk;

namespace {

/// What is accepted holds every element once: the pieces' overlaps with the whole tensor add up to it.
void count_elements(const format::Manifest& manifest) {
    std::map<std::string, std::int64_t> lacking;
    for (const auto& entry : manifest.files)
        for (const auto& stored : entry.pieces) {
            const auto whole = format::Piece::whole(stored.piece.tensor, stored.shape);
            if (whole.elements() > 4096) continue; // up to a run each
            lacking.emplace(stored.piece.tensor, whole.elements());
            for (const format::CommonRun& run : format::overlap(stored.piece, whole))
                lacking[stored.piece.tensor] -= run.count;
        }
    for (const auto& [tensor, count] : lacking)
        if (count != 0) throw std::logic_error("elements of a tensor are missing or there twice");
}

/// With the digest that the parser asks for: else hardly any changed manifest would be accepted.
format::Manifest parse_signed(const std::string& text) {
    constexpr std::string_view says = "its digest is ";
    try {
        return format::parse_manifest(text, "fuzz");
    } catch (const Error& error) {
        const std::size_t at = error.message().find(says);
        if (at == std::string::npos || !Json::accept(text)) throw; // or the text itself says so
        Json json = Json::parse(text);
        json["digest"] = error.message().substr(at + says.size(), 32);
        return format::parse_manifest(json.dump(), "fuzz");
    }
}

int fuzz_one(const std::uint8_t* data, std::size_t size) {
    try {
        const format::Manifest manifest = parse_signed({reinterpret_cast<const char*>(data), size});
        for (const auto& entry : manifest.files)
            if (entry.name.find('/') != std::string::npos || entry.name == "..")
                throw std::logic_error("a path outside the folder was accepted");
        const format::Manifest again = format::parse_manifest(format::manifest_text(manifest), "written");
        if (again.files.size() != manifest.files.size()) throw std::logic_error("entries were lost");
        for (std::size_t i = 0; i < again.files.size(); ++i)
            if (again.files[i].pieces != manifest.files[i].pieces)
                throw std::logic_error("pieces were read as others");
        count_elements(manifest);
    } catch (const Error& error) {
        if (error.code() != ExitCode::model || error.where() == "written") throw;
    }
    return 0;
}

int read(const std::uint8_t* data, std::size_t size) {
    try {
        (void)format::parse_manifest({reinterpret_cast<const char*>(data), size}, "fuzz");
    } catch (const Error&) {
    }
    return 0;
}

} // namespace

class ManifestFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 49
    void corpus() { replay("manifest", 8000, fuzz_one, {Grammar::json, read}); }
};

QTEST_GUILESS_MAIN(ManifestFuzz)
#include "manifest_fuzz.moc"
