// SPDX-License-Identifier: GPL-3.0-or-later
// The user's settings.yaml.
#include "run/registry/settings_text.h"

#include "fuzz/replay.h"

using namespace tunedesk;

namespace {

int fuzz_one(const std::uint8_t* data, std::size_t size) {
    try {
        const run::UserSettings settings =
            run::parse_user_settings({reinterpret_cast<const char*>(data), size}, "fuzz");
        if (settings.cpu_slots < 1 || settings.cpu_slots > 64 || !(settings.gpu_free >= 0) ||
            settings.gpu_free > 1)
            throw std::logic_error("a number out of its range");
    } catch (const Error& error) {
        if (error.code() != ExitCode::usage) throw;
    }
    return 0;
}

} // namespace

class SettingsFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 49
    void corpus() { replay("settings", 4000, fuzz_one, {Grammar::yaml}); }
};

QTEST_GUILESS_MAIN(SettingsFuzz)
#include "settings_fuzz.moc"
