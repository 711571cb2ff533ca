// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/library/entry_query.h"

#include "base/text.h"
#include "preset/schema/schema.h"
#include "ui/widgets/text.h"

#include <QCoreApplication>
#include <QLineEdit>
#include <QRegularExpression>
#include <algorithm>

namespace tunedesk::ui {

std::optional<std::string> field_text(const LibraryEntry& entry, std::string_view field) {
    if (field == "started") return entry.started;
    if (field == "title") return entry.title();
    if (field == "state") return entry.is_run() ? status_text(entry.status) : entry.origin;
    if (const auto metric = entry.metrics.find(std::string(field)); metric != entry.metrics.end())
        return shortest(metric->second);
    for (const auto& [key, value] : entry.settings)
        if (key == field ||
            (key.size() > field.size() && key.ends_with(field) && key[key.size() - field.size() - 1] == '.'))
            return value;
    return std::nullopt;
}

QString search_text(const LibraryEntry& entry) {
    QString text = to_qt(entry.group) + u'\n' + to_qt(entry.title()) + u'\n' + to_qt(entry.name) + u'\n' +
                   to_qt(entry.note.text) + u'\n' + to_qt(status_text(entry.status)) + u'\n' +
                   to_qt(entry.origin) + u'\n' + to_qt(entry.path);
    for (const std::string& tag : entry.note.tags)
        text += u'\n' + to_qt(tag);
    return text.toLower();
}

EntryQuery::EntryQuery(const QString& text) {
    static const QRegularExpression spaces(QStringLiteral("\\s+"));
    static const QRegularExpression comparison(QStringLiteral("^([\\w.]+)(=|!=|<=|>=|<|>)(.+)$"));
    for (const QString& word : text.toLower().split(spaces, Qt::SkipEmptyParts)) {
        if (word == QStringLiteral("archived")) {
            archived_ = true;
            continue;
        }
        if (word == QStringLiteral("shipped")) shipped_ = true;
        const auto match = comparison.match(word);
        if (!match.hasMatch()) {
            conditions_.push_back({{}, {}, word, {}});
            continue;
        }
        const QString value = match.captured(3);
        conditions_.push_back(
            {match.captured(1), match.captured(2), value, preset::read_number(value.toStdString())});
    }
}

bool EntryQuery::holds(const Condition& condition, const LibraryEntry& entry, const QString& search) {
    if (condition.key.isEmpty()) return search.contains(condition.value);
    const auto text = field_text(entry, condition.key.toStdString());
    if (!text) return false;
    const auto number = preset::read_number(*text);
    if (condition.op == u"=" || condition.op == u"!=") {
        const bool equal = number && condition.number ? *number == *condition.number
                                                      : to_qt(*text).toLower() == condition.value;
        return equal == (condition.op == u"=");
    }
    if (!number || !condition.number) return false;
    if (condition.op == u"<") return *number < *condition.number;
    if (condition.op == u">") return *number > *condition.number;
    if (condition.op == u"<=") return *number <= *condition.number;
    return *number >= *condition.number;
}

bool EntryQuery::accepts(const LibraryEntry& entry, const QString& search) const {
    if (entry.note.archived && !archived_) return false;
    if (entry.origin == "shipped" && !shipped_ && !entry.is_changed) return false;
    return std::ranges::all_of(conditions_,
                               [&](const Condition& condition) { return holds(condition, entry, search); });
}

void describe_query(QLineEdit& field) {
    const auto say = [](const char* text) {
        return QCoreApplication::translate("tunedesk::ui::Sidebar", text);
    };
    field.setPlaceholderText(say(QT_TRANSLATE_NOOP("tunedesk::ui::Sidebar", "Filter: words, accuracy>0.8")));
    field.setToolTip(say(QT_TRANSLATE_NOOP(
        "tunedesk::ui::Sidebar",
        "Words of a title, tag, note or path; a key or metric with =, !=, <, >, <= or >=, for "
        "example learning_rate=2e-5 accuracy>0.8; \"archived\" also shows archived runs")));
}

} // namespace tunedesk::ui
