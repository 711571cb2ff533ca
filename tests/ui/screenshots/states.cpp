// SPDX-License-Identifier: GPL-3.0-or-later
#include "screenshots/states.h"

#include "base/error.h"
#include "base/gpu/nvml.h"
#include "preset/bundle/bundle.h"
#include "ui/preset/estimate/estimate_strip.h"
#include "ui/preset/estimate/machine_box.h"
#include "ui/preset/form/preset_actions.h"
#include "ui/preset/form/preset_document.h"
#include "ui/preset/form/preset_text_edit.h"
#include "ui/preset/setup_page.h"
#include "ui/preset/sweep/sweep_dialog.h"
#include "ui/report/bundle_dialogs.h"
#include "ui/run/run_action.h"
#include "ui/server/add_server_dialog.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/new_run/preset_view.h"
#include "ui/window/queue/pin_dialog.h"
#include "ui/window/shell/main_window.h"
#include "ui/window/shell/run_notifications.h"
#include "ui/window/shell/workspace.h"

#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QMenu>
#include <QMenuBar>
#include <QTemporaryDir>
#include <QTest>
#include <cstdio>

namespace tunedesk::ui {

namespace {

constexpr int answer_ms = 1500; // of what a dialog asks in the background

using Save = std::function<void(const QString& name, QWidget* of)>;

void show_dialog(const QString& name, QDialog& dialog, const Save& save, int wait_ms = 0) {
    dialog.show();
    QTest::qWait(wait_ms);
    save(name, &dialog);
    dialog.reject();
    dialog.deleteLater();
}

void show_sweep(MainWindow& window, const PresetView& view, const Save& save) {
    auto* sweep = new SweepDialog(view.setup()->document()->text(), view.preset(), &window);
    sweep->set_values(QStringLiteral("training.learning_rate"), QStringLiteral("1e-5, 3e-5, 5e-5"));
    sweep->set_seeds(3);
    show_dialog(QStringLiteral("sweep"), *sweep, save, 2 * answer_ms);
}

void show_pin(MainWindow& window, const Save& save) {
    run::QueueEntry entry;
    entry.name = "Quickstart";
    entry.gpu = true;
    entry.devices = 2;
    std::vector<Gpu> gpus(3);
    for (int i = 0; i < 3; ++i) {
        gpus[static_cast<std::size_t>(i)].index = i;
        gpus[static_cast<std::size_t>(i)].name = "NVIDIA H200";
        gpus[static_cast<std::size_t>(i)].uuid = "GPU-" + std::to_string(i);
    }
    show_dialog(QStringLiteral("pin"), *new PinDialog(entry, gpus, &window), save);
}

/// Of a machine that nobody has: what is said where a server cannot be asked.
void show_server(PresetView& view, const Save& save) {
    EstimateStrip* strip = view.setup()->strip();
    view.set_servers({QStringLiteral("gpu1.invalid")});
    save(QStringLiteral("setup-servers"), nullptr);
    strip->machines()->setCurrentIndex(1);
    QTest::qWait(3 * answer_ms);
    save(QStringLiteral("setup-on-a-server"), nullptr);
    view.set_servers({});
    QTest::qWait(answer_ms);
}

void show_bundles(MainWindow& window, const fs::path& preset, const Save& save) try {
    const QTemporaryDir place;
    const fs::path folder = to_path(place.path());
    preset::BundleOptions options;
    options.note = "Trained on the tickets of 2025.";
    options.with_hashes = false;
    options.sources["data.train"] = "https://example.org/reviews";
    write_file_atomically(folder / "shared.tunedesk",
                          preset::bundle_bytes(preset::make_bundle(preset, {}, options)));
    write_file_atomically(folder / "hostile.tunedesk", "PK\x03\x04 no zip at all");
    for (const char* name : {"shared", "hostile"})
        show_dialog(QStringLiteral("bundle-") + QLatin1String(name),
                    *new ImportBundleDialog(folder / (std::string(name) + ".tunedesk"), &window), save,
                    answer_ms);
} catch (const std::exception& error) { // of a preset with mistakes no bundle is made
    std::printf("no bundle of %s: %s\n", preset.c_str(), error.what());
}

void show_bars(MainWindow& window, const Save& save) {
    window.news()->say(
        MessageBar::Kind::success,
        QCoreApplication::translate("RunEnding", "Report ready: %1").arg(QStringLiteral("quickstart")),
        QCoreApplication::translate("RunEnding", "Open the report"));
    save(QStringLiteral("bar-success"), nullptr);
    Error failure = Error::in_words(7001, "rank 1 ended by signal 9", "step 120");
    failure.with_kept("checkpoint step 100, metrics to step 110")
        .with_next("tunedesk resume runs/quickstart");
    window.news()->say(failure, name_of(RunAction::resume));
    save(QStringLiteral("bar-failure"), nullptr);
    window.news()->clear();
}

void show_mistakes(PresetView& view, const Save& save) {
    SetupPage* setup = view.setup();
    setup->set_key(QStringLiteral("training.learning_rate"), QStringLiteral("-1"));
    setup->set_key(QStringLiteral("model.path"), QStringLiteral("nowhere"));
    QTest::qWait(answer_ms);
    save(QStringLiteral("setup-mistakes"), nullptr);
    setup->text()->setPlainText(
        QStringLiteral("tunedesk: 1\nname: broken\ntraining: {learning_rate: [1e-5\n"));
    QTest::qWait(answer_ms);
    save(QStringLiteral("setup-broken"), nullptr);
    while (setup->text()->document()->isUndoAvailable())
        setup->text()->undo();
    QTest::qWait(answer_ms);
}

void show_menus(MainWindow& window, const Save& save) {
    for (QAction* action : window.menuBar()->actions()) {
        QMenu* menu = action->menu();
        menu->popup(window.mapToGlobal(QPoint(0, 0)));
        save(QStringLiteral("menu-%1").arg(window.menuBar()->actions().indexOf(action) + 1), menu);
        menu->close();
    }
}

} // namespace

void show_states(MainWindow& window, const fs::path& preset, const Save& save) {
    PresetView* view = window.workspace()->preset_view();
    show_sweep(window, *view, save);
    show_pin(window, save);
    show_dialog(QStringLiteral("server-open"), *new AddServerDialog(&window), save);
    show_server(*view, save);
    show_bundles(window, preset, save);
    show_dialog(QStringLiteral("differences"),
                *new DifferencesDialog({"training.learning_rate: 5e-05 -> 3e-05", "training.seed: 1 -> 2"},
                                       QStringLiteral("quickstart"), QStringLiteral("other"), &window),
                save);
    show_menus(window, save);
    show_bars(window, save);
    show_mistakes(*view, save);
}

} // namespace tunedesk::ui
