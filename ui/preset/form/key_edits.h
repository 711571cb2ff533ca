// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/schema/schema.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTextDocument>
#include <string>

namespace tunedesk::ui {

/// Edits of single values in a preset's text, each undoable; quick edits of the same key undo together, as do
/// all edits of one turn of the event loop. Window's thread.
class KeyEdits : public QObject {
    Q_OBJECT

public:
    explicit KeyEdits(QTextDocument& document, QObject* parent = nullptr);

    /// Sets a key's value. Returns the reason why that failed, or "".
    QString set_key(const preset::Key& key, const std::string& value);
    /// Removes the key from the text.
    QString reset_key(const preset::Key& key);
    /// Makes the next edit a separate undo step.
    void separate_next() { last_key_ = nullptr; }

private:
    void apply(const preset::Key& key, std::size_t offset, std::size_t removed, const std::string& inserted);

    QTextDocument& document_;
    const preset::Key* last_key_ = nullptr; ///< of the last edit
    int last_revision_ = -1;
    QElapsedTimer since_last_;
    bool is_same_turn_ = false; ///< of the event loop, as the last edit
};

/// A preset's text, in UTF-8 with LF.
std::string text_of(const QTextDocument& document);

} // namespace tunedesk::ui
