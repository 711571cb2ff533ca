#include "format/manifest.h"

#include "fuzz/replay.h"

using namespace tunedesk;

namespace {

int fuzz_one(const std::uint8_t* data, std::size_t size) {
    try {
        const format::Manifest manifest =
            format::parse_manifest({reinterpret_cast<const char*>(data), size}, "fuzz");
        for (const auto& entry : manifest.files)
            if (entry.name.find('/') != std::string::npos || entry.name == "..")
                throw std::logic_error("a path outside the folder was accepted");
        const format::Manifest again = format::parse_manifest(format::manifest_text(manifest), "written");
        if (again.files.size() != manifest.files.size()) throw std::logic_error("entries were lost");
    } catch (const Error& error) {
        if (error.code() != ExitCode::model || error.where() == "written") throw;
    }
    return 0;
}

} // namespace

class ManifestFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 49
    void corpus() { replay("manifest", 8000, fuzz_one, {Grammar::json}); }
};

QTEST_GUILESS_MAIN(ManifestFuzz)
#include "manifest_fuzz.moc"
