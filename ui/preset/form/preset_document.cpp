// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/form/preset_document.h"

#include "ui/widgets/text.h"

#include <QPlainTextDocumentLayout>
#include <QTextCursor>
#include <utility>

namespace tunedesk::ui {

PresetDocument::PresetDocument(QObject* parent) : QObject(parent) {
    document_.setDocumentLayout(new QPlainTextDocumentLayout(&document_));
    connect(&document_, &QTextDocument::contentsChanged, this, [this] {
        // Qt's own flag remains set after merged edits are undone.
        if (is_open_) document_.setModified(text() != saved_text_);
        Q_EMIT text_changed();
        read_text();
    });
    connect(&file_, &PresetFile::written, this, [this](const std::string& written, bool moved) {
        saved_text_ = written;
        document_.setModified(text() != written);
        if (moved) read_text();
        Q_EMIT saved(to_qt(file()));
    });
    connect(&file_, &PresetFile::changed_outside, this, &PresetDocument::changed_outside);
    connect(&file_, &PresetFile::failed, this, &PresetDocument::failed);
}

std::string PresetDocument::text() const {
    return text_of(document_);
}

void PresetDocument::open(const fs::path& file) {
    read_in_background(
        this, [file](const CancelToken&) { return PresetFile::read(file); },
        [this, file](const std::string& contents) { take_contents(contents, file); },
        [this](const Error& error) { Q_EMIT failed(error); });
}

void PresetDocument::take_contents(const std::string& contents, const fs::path& file) {
    if (file != this->file())
        // the previous preset's result is not valid for this one
        last_good_ = std::make_shared<ParsedPreset>();
    const QByteArray read = QByteArray::fromStdString(file_.take(contents, file));
    edits_.separate_next();
    is_open_ = true;
    document_.setPlainText(QString::fromUtf8(read));
    saved_text_ = text();
    document_.setModified(false);
    Q_EMIT opened();
}

void PresetDocument::set_text(const QString& text, const fs::path& file) {
    take_contents(text.toStdString(), file);
    file_.forget_contents();
    saved_text_.clear();
    document_.setModified(true);
}

void PresetDocument::restore(const QString& text, const fs::path& file) {
    read_in_background(
        this, [file](const CancelToken&) { return PresetFile::read(file); },
        [this, text, file](const std::string& contents) {
            take_contents(contents, file);
            QTextCursor cursor(&document_);
            cursor.select(QTextCursor::Document);
            cursor.insertText(text);
        },
        [this, text, file](const Error&) { set_text(text, file); });
}

void PresetDocument::reload() {
    read_in_background(
        this, [file = file()](const CancelToken&) { return PresetFile::read(file); },
        [this, file = file()](const std::string& contents) {
            QTextCursor cursor(&document_);
            cursor.select(QTextCursor::Document);
            cursor.insertText(QString::fromStdString(file_.take(contents, file)));
            saved_text_ = text();
            document_.setModified(false);
        },
        [this](const Error& error) { Q_EMIT failed(error); });
}

void PresetDocument::save(bool force) {
    if (is_open_) file_.write(text(), file(), force);
}

void PresetDocument::save_as(const fs::path& file) {
    file_.write(text(), file, true);
}

void PresetDocument::read_text() {
    if (!is_open_) return;
    is_outdated_ = std::exchange(is_reading_, true);
    if (is_outdated_) return; // another parse will follow the running one
    read_in_background(
        this,
        [text = text(), file = file()](const CancelToken&) {
            return std::make_shared<const ParsedPreset>(read_preset(text, file));
        },
        [this, revision = document_.revision()](const std::shared_ptr<const ParsedPreset>& parsed) {
            is_reading_ = false;
            if (is_outdated_) {
                read_text();
                return;
            }
            parsed_ = parsed;
            if (parsed->readable) last_good_ = parsed;
            read_revision_ = revision;
            Q_EMIT read();
        },
        [this](const Error& error) {
            is_reading_ = false;
            if (is_outdated_) read_text();
            Q_EMIT failed(error);
        });
}

} // namespace tunedesk::ui
