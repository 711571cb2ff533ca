// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/several_values.h"

#include "run/queue/sweep.h"
#include "ui/preset/form/key_editor.h"
#include "ui/preset/form/key_row.h"
#include "ui/preset/form/preset_document.h"
#include "ui/preset/form/preset_form.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"

namespace tunedesk::ui {

SeveralValues::SeveralValues(PresetDocument* document, PresetForm* form, MessageBar* messages,
                             QObject* parent)
    : QObject(parent), document_(document), form_(form), messages_(messages) {}

bool SeveralValues::take(const preset::Key& key, const QString& value) {
    const bool is_number = key.type == preset::Type::number || key.type == preset::Type::integer;
    if (!is_number || !value.contains(u',')) return false;
    const auto say = [&](MessageBar::Kind kind, const QString& text, const QString& action = {},
                         std::function<void()> act = {}) {
        messages_->say(kind, text, action, std::move(act));
        key_ = to_qt(key.dotted());
        message_ = messages_->text();
        return true;
    };
    Preset trial = document_->parsed().draft.loaded.preset;
    const std::vector<std::string> values = run::sweep_values(value.toStdString());
    for (const std::string& each : values)
        if (const auto wrong = preset::set(trial, key, each))
            return say(MessageBar::Kind::warning,
                       to_qt(key.dotted()) + QStringLiteral(": ") + phrase_text(*wrong));
    const int count = static_cast<int>(values.size());
    if (count < 2) {
        forget();
        return true;
    }
    return say(
        MessageBar::Kind::info,
        tr("%1 has %n values. A sweep queues a run for each.", nullptr, count).arg(to_qt(key.dotted())),
        tr("Sweep…"), [this, name = to_qt(key.dotted()), value] {
            messages_->clear();
            Q_EMIT sweep_requested(name, value);
        });
}

void SeveralValues::forget() {
    if (key_.isEmpty()) return;
    const KeyRow* row = form_->row(key_.toStdString());
    if (row && run::sweep_values(row->editor()->value().toStdString()).size() > 1) return;
    if (messages_->text() == message_) messages_->clear();
    key_.clear();
    message_.clear();
}

} // namespace tunedesk::ui
