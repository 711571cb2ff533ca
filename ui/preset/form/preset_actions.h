// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/interop/importer.h"
#include "preset/yaml/load.h"

#include <QDialog>
#include <QString>
#include <functional>

namespace tunedesk::ui {

/// What became of each key of another tool's file, the keys without a counterpart first; accepted, the preset
/// is opened.
class ImportDialog : public QDialog {
    Q_OBJECT

public:
    ImportDialog(const preset::Imported& imported, const QString& file, QWidget* parent = nullptr);
};

/// The keys in which two presets differ. A line that is activated names its key.
class DifferencesDialog : public QDialog {
    Q_OBJECT

public:
    DifferencesDialog(const std::vector<std::string>& differences, const QString& here, const QString& there,
                      QWidget* parent = nullptr);

Q_SIGNALS:
    void key_chosen(const QString& key);
};

/// A dropped or chosen file: another tool's settings, or else a preset.
struct OpenedFile {
    fs::path file;
    std::optional<preset::Imported> imported;
};

/// Looks into a file; reads it, so call it off the window's thread. Throws what import_preset() throws for
/// JSON; a YAML file that is no other tool's counts as a preset.
OpenedFile look_into(const fs::path& file);

} // namespace tunedesk::ui
