// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/form/key_edits.h"

#include "preset/yaml/edit.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/text.h"

#include <QTextCursor>
#include <QTimer>
#include <utility>

namespace tunedesk::ui {

namespace {

constexpr qint64 joined_milliseconds = 1500; // edits of one key within this time are undone together
constexpr QChar paragraph(QChar::ParagraphSeparator);

} // namespace

std::string text_of(const QTextDocument& document) {
    // toPlainText() would convert no-break spaces to spaces.
    return document.toRawText().replace(paragraph, QLatin1Char('\n')).toStdString();
}

KeyEdits::KeyEdits(QTextDocument& document, QObject* parent) : QObject(parent), document_(document) {}

void KeyEdits::apply(const preset::Key& key, std::size_t offset, std::size_t removed,
                     const std::string& inserted) {
    const std::string before = text_of(document_);
    const auto position = [&](std::size_t bytes) {
        return static_cast<int>(QString::fromUtf8(before.data(), static_cast<qsizetype>(bytes)).size());
    };
    QTextCursor cursor(&document_);
    const bool belongs_together =
        is_same_turn_ || (last_key_ == &key && since_last_.elapsed() < joined_milliseconds);
    const bool joins = last_key_ && last_revision_ == document_.revision() && belongs_together;
    if (joins)
        cursor.joinPreviousEditBlock();
    else
        cursor.beginEditBlock();
    cursor.setPosition(position(offset));
    cursor.setPosition(position(offset + removed), QTextCursor::KeepAnchor);
    cursor.insertText(to_qt(inserted));
    cursor.endEditBlock();
    last_key_ = &key;
    last_revision_ = document_.revision();
    since_last_.start();
    if (!std::exchange(is_same_turn_, true)) QTimer::singleShot(0, this, [this] { is_same_turn_ = false; });
}

QString KeyEdits::set_key(const preset::Key& key, const std::string& value) {
    try {
        const preset::TextEdit edit = preset::edit_value(text_of(document_), key, value);
        if (edit.changes()) apply(key, edit.offset, edit.removed, edit.inserted);
        return {};
    } catch (const Error& error) {
        return error_sentence(error);
    }
}

QString KeyEdits::reset_key(const preset::Key& key) {
    try {
        const preset::TextEdit edit = preset::edit_removal(text_of(document_), key);
        if (edit.changes()) apply(key, edit.offset, edit.removed, edit.inserted);
        last_key_ = nullptr;
        return {};
    } catch (const Error& error) {
        return error_sentence(error);
    }
}

} // namespace tunedesk::ui
