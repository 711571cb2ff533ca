// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "run/check/bundle_listing.h"
#include "ui/widgets/background.h"

#include <QDialog>

class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace tunedesk::ui {

class MessageBar;

/// Shows the contents of a bundle (NAME.tunedesk) and whether it would run here, before anything is written;
/// then unpacks it into a folder chosen by the user. Reading and unpacking run in separate processes that may
/// not write elsewhere.
class ImportBundleDialog : public QDialog {
    Q_OBJECT

public:
    explicit ImportBundleDialog(const fs::path& file, QWidget* parent = nullptr);

    /// Empty until the bundle was read.
    QString description() const;
    bool can_import() const;
    /// Unpacks into a new folder in the background.
    void import_to(const fs::path& folder);

Q_SIGNALS:
    void shown(); ///< the bundle was read or rejected
    void imported(const QString& preset);

private:
    static QString text_of(const run::BundleListing& listing);
    void ask_for_folder();

    fs::path file_;
    std::string hash_; ///< hash of the bundle shown
    QPlainTextEdit* text_;
    MessageBar* message_;
    QPushButton* import_;
};

/// Asks for a note and for the sources of data and model, and writes NAME.tunedesk in the background.
class ExportBundleDialog : public QDialog {
    Q_OBJECT

public:
    explicit ExportBundleDialog(const fs::path& preset, QWidget* parent = nullptr);

    void set_note(const QString& note);
    void export_to(const fs::path& file);

Q_SIGNALS:
    void exported(const QString& file);

private:
    void ask_for_file();

    fs::path preset_;
    QPlainTextEdit* note_;
    QLineEdit *data_source_, *model_source_;
    MessageBar* message_;
    QPushButton* export_;
};

} // namespace tunedesk::ui
