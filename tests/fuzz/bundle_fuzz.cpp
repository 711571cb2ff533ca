// SPDX-License-Identifier: GPL-3.0-or-later
// Bundles of unknown origin: nothing but Error 2120, and what is accepted stays inside its own folder and is
// written and read back the same.
#include "format/hub/hub_name.h"
#include "preset/bundle/bundle.h"
#include "preset/schema/schema.h"
#include "preset/yaml/load.h"

#include "fuzz/replay.h"

#include <set>
#include <stdexcept>
#include <string>

using namespace tunedesk;

namespace {

int fuzz_one(const std::uint8_t* data, std::size_t size) {
    try {
        const auto bundle = preset::parse_bundle({reinterpret_cast<const char*>(data), size}, "fuzz");
        // The folder does not exist, so that nothing of this machine is reached by a relative path.
        const fs::path root = "/nonexistent/folder";
        const auto draft = preset::parse_draft(bundle.preset_yaml, "preset.yaml", root);
        for (const preset::Key& key : preset::keys()) {
            const std::string value = preset::get(draft.loaded.preset, key);
            const bool is_name = key.dotted() == "model.path" && format::is_hub_name(value);
            if (key.type == preset::Type::path && !value.empty() && !is_name &&
                !value.starts_with(root.string()) && !value.starts_with("/data/") &&
                !value.starts_with("/models/"))
                throw std::logic_error("a path out of the bundle: " + value);
        }
        for (const auto& [name, text] : bundle.parents)
            if (name.find('/') != std::string::npos || name.starts_with("."))
                throw std::logic_error("a name that leads elsewhere: " + name);
        (void)preset::describe(bundle);
        const auto again = preset::parse_bundle(preset::bundle_bytes(bundle), "again");
        if (again.preset_yaml != bundle.preset_yaml || again.parents != bundle.parents)
            throw std::logic_error("written and read back differently");
    } catch (const Error& error) {
        if (error.id() != 2120) throw;
    }
    return 0;
}

} // namespace

class BundleFuzz : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        qputenv("TUNEDESK_DATA", "/data");
        qputenv("TUNEDESK_MODELS", "/models");
    }

    // FAULTS 35
    /// Of the corpus, these alone are accepted.
    void hostile_bundles_are_refused() {
        const QDir folder(QStringLiteral(TUNEDESK_SOURCE_DIR "/tests/fuzz/corpus/bundle"));
        const std::set<QString> good = {"good", "stored"};
        for (const QString& name : folder.entryList(QDir::Files)) {
            bool accepted = true;
            try {
                (void)preset::read_bundle(folder.filePath(name).toStdString());
            } catch (const Error& error) {
                accepted = false;
                QCOMPARE(error.id(), 2120);
            }
            // Bytes behind a zip's end are not part of it.
            if (name != "tail") QVERIFY2(accepted == (good.count(name) > 0), qPrintable(name));
        }
    }

    void corpus_and_mutations() { replay("bundle", 4000, fuzz_one, {Grammar::bytes}); }
};

QTEST_GUILESS_MAIN(BundleFuzz)
#include "bundle_fuzz.moc"
