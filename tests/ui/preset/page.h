// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "ui/preset/setup_page.h"
#include "ui/widgets/text.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace tunedesk::test {

inline fs::path presets() {
    return fs::path(TUNEDESK_SOURCE_DIR) / "presets";
}

/// A writable copy of the shipped presets.
struct PresetsCopy {
    QTemporaryDir folder;
    fs::path file(const char* name) const { return ui::to_path(folder.path()) / name; }
    PresetsCopy() {
        for (const auto& entry : fs::directory_iterator(presets()))
            fs::copy(entry.path(), file("") / entry.path().filename());
    }
};

inline void wait_for_change(ui::SetupPage& page) {
    QSignalSpy spy(&page, &ui::SetupPage::changed);
    QVERIFY(spy.wait(10000));
}

inline void open(ui::SetupPage& page, const fs::path& file) {
    page.resize(1100, 640);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    page.open(file);
    wait_for_change(page);
}

} // namespace tunedesk::test
