// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/runs/run_columns.h"

#include "base/text.h"
#include "preset/schema/schema.h"
#include "report/figures.h"
#include "task/task.h"
#include "ui/widgets/run_text.h"
#include "ui/widgets/text.h"
#include "ui/window/library/entry_query.h"
#include "ui/window/library/entry_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <algorithm>

namespace tunedesk::ui {

namespace {

/// The context of this file's texts, for it has no class.
class ColumnTexts {
    Q_DECLARE_TR_FUNCTIONS(RunColumns)
};

using Number = std::function<std::optional<double>(const LibraryEntry&)>;
using Show = std::function<QString(double)>;

const QString key_prefix = QStringLiteral("key:");

QString four_digits(double value) {
    return QString::number(value, 'f', 4);
}

RunColumn number_column(const QString& id, const QString& title, int width, Number read,
                        Show show = four_digits) {
    RunColumn column{id, title, width, true, {}, {}};
    column.text = [read, show](const LibraryEntry& entry) {
        const auto value = read(entry);
        return value ? show(*value) : QString();
    };
    column.value = [read](const LibraryEntry& entry) {
        const auto value = read(entry);
        return value ? QVariant(*value) : QVariant();
    };
    return column;
}

RunColumn word_column(const QString& id, const QString& title, int width,
                      std::function<QString(const LibraryEntry&)> text) {
    RunColumn column{id, title, width, false, text, {}};
    column.value = [text](const LibraryEntry& entry) {
        const QString value = text(entry);
        return value.isEmpty() ? QVariant() : QVariant(value);
    };
    return column;
}

std::optional<double> value_in(const std::map<std::string, double>& values, const std::string& name) {
    const auto found = values.find(name);
    return found == values.end() ? std::nullopt : std::optional(found->second);
}

/// The headline among values of one kind: a run may have been evaluated before it has a report.
std::optional<double> headline_value(const std::map<std::string, double>& values) {
    const task::Metric* metric =
        task::headline_among([&](const char* name) { return values.contains(name); });
    return metric ? value_in(values, metric->name) : std::nullopt;
}

/// Training time of the report; of a running one, the time since its start.
std::optional<double> seconds_taken(const LibraryEntry& entry) {
    if (entry.section != Section::running) return value_in(entry.metrics, "seconds");
    const QDateTime start = QDateTime::fromString(to_qt(entry.started), Qt::ISODate);
    if (!start.isValid()) return std::nullopt;
    return static_cast<double>(std::max<qint64>(0, start.secsTo(QDateTime::currentDateTimeUtc())));
}

std::optional<double> share_done(const LibraryEntry& entry) {
    if (entry.steps <= 0) return std::nullopt;
    return static_cast<double>(entry.step) / static_cast<double>(entry.steps);
}

QString progress_text(const LibraryEntry& entry) {
    if (entry.section == Section::running && entry.steps > 0)
        return QStringLiteral("%1%").arg(100 * entry.step / entry.steps);
    if (entry.step <= 0) return {};
    const QString done = to_qt(grouped(static_cast<std::uint64_t>(entry.step)));
    if (entry.steps <= 0) return done;
    return QStringLiteral("%1 / %2").arg(done, to_qt(grouped(static_cast<std::uint64_t>(entry.steps))));
}

RunColumn key_column(const std::string& key) {
    const auto text = [key](const LibraryEntry& entry) {
        return to_qt(harmless(report::shown_setting(field_text(entry, key).value_or(std::string()))));
    };
    RunColumn column = word_column(setting_column(key), to_qt(key.substr(key.rfind('.') + 1)), 110, text);
    column.value = [key](const LibraryEntry& entry) {
        const auto value = field_text(entry, key);
        if (!value || value->empty()) return QVariant();
        const auto number = preset::read_number(*value);
        return number ? QVariant(*number) : QVariant(to_qt(*value));
    };
    return column;
}

std::vector<RunColumn> fixed_columns() {
    RunColumn differs{what_differs, ColumnTexts::tr("What differs"), 0, false, {}, {}};
    RunColumn progress =
        number_column(QStringLiteral("progress"), ColumnTexts::tr("Progress"), 92, share_done);
    progress.text = progress_text;
    RunColumn started = word_column(QStringLiteral("started"), ColumnTexts::tr("Started"), 88,
                                    [](const LibraryEntry& entry) { return when_text(entry.started); });
    started.value = [](const LibraryEntry& entry) {
        return entry.started.empty() ? QVariant() : QVariant(to_qt(entry.started));
    };
    return {
        word_column(QStringLiteral("state"), ColumnTexts::tr("State"), 106,
                    [](const LibraryEntry& entry) { return state_text(entry.status); }),
        word_column(QStringLiteral("name"), ColumnTexts::tr("Name"), 140,
                    [](const LibraryEntry& entry) {
                        return title_with_marks(
                            entry, to_qt(entry.note.title.empty() ? entry.name : entry.note.title));
                    }),
        differs,
        progress,
        number_column(QStringLiteral("score"), ColumnTexts::tr("Score"), 70,
                      [](const LibraryEntry& entry) { return headline_value(entry.metrics); }),
        number_column(QStringLiteral("best"), ColumnTexts::tr("Best in validation"), 140,
                      [](const LibraryEntry& entry) { return headline_value(entry.best); }),
        number_column(QStringLiteral("last"), ColumnTexts::tr("Last"), 66,
                      [](const LibraryEntry& entry) { return headline_value(entry.last); }),
        number_column(QStringLiteral("best_loss"), ColumnTexts::tr("Best val. loss"), 120,
                      [](const LibraryEntry& entry) { return value_in(entry.best, "loss"); }),
        number_column(QStringLiteral("last_loss"), ColumnTexts::tr("Val. loss"), 82,
                      [](const LibraryEntry& entry) { return value_in(entry.last, "loss"); }),
        number_column(QStringLiteral("time"), ColumnTexts::tr("Time"), 66, seconds_taken,
                      [](double seconds) { return to_qt(human_duration(seconds)); }),
        started,
        word_column(QStringLiteral("group"), ColumnTexts::tr("Sweep"), 120,
                    [](const LibraryEntry& entry) { return to_qt(entry.group); }),
        word_column(QStringLiteral("tags"), ColumnTexts::tr("Tags"), 120,
                    [](const LibraryEntry& entry) {
                        QStringList tags;
                        for (const std::string& tag : entry.note.tags)
                            tags << to_qt(tag);
                        return tags.join(u' ');
                    }),
        word_column(QStringLiteral("folder"), ColumnTexts::tr("Folder"), 220,
                    [](const LibraryEntry& entry) { return shown_path(entry.path, 60); }),
    };
}

RunColumn metric_column(const QString& name) {
    const std::string key = name.toStdString();
    const auto read = [key](const LibraryEntry& entry) { return value_in(entry.metrics, key); };
    if (name == u"tokens_per_second")
        return number_column(name, shown_metric(key), 100, read, [](double value) {
            return to_qt(grouped(static_cast<std::uint64_t>(std::max(0.0, value))));
        });
    if (name == u"memory_bytes")
        return number_column(name, ColumnTexts::tr("Memory"), 100, read, [](double value) {
            return to_qt(human_bytes(static_cast<std::uint64_t>(std::max(0.0, value))));
        });
    return number_column(name, shown_metric(key), 110, read);
}

} // namespace

QString setting_column(const std::string& key) {
    return key_prefix + to_qt(key);
}

std::vector<QStringList> run_column_groups() {
    QStringList metrics = library_metrics();
    metrics.removeAll(QStringLiteral("seconds")); // the column "time"
    const QString score = QStringLiteral("score"), loss = QStringLiteral("last_loss");
    return {{QStringLiteral("state"), QStringLiteral("name"), what_differs, QStringLiteral("progress"), score,
             QStringLiteral("best"), QStringLiteral("last"), QStringLiteral("best_loss"), loss,
             QStringLiteral("time"), QStringLiteral("started"), QStringLiteral("group"),
             QStringLiteral("tags"), QStringLiteral("folder")},
            metrics};
}

QStringList default_run_columns() {
    return {QStringLiteral("state"),     QStringLiteral("name"),  what_differs,
            QStringLiteral("progress"),  QStringLiteral("score"), QStringLiteral("last"),
            QStringLiteral("last_loss"), QStringLiteral("time"),  QStringLiteral("started")};
}

std::optional<RunColumn> run_column(const QString& id) {
    if (id.startsWith(key_prefix)) return key_column(id.mid(key_prefix.size()).toStdString());
    for (RunColumn& column : fixed_columns())
        if (column.id == id) return std::move(column);
    if (library_metrics().contains(id)) return metric_column(id);
    return std::nullopt;
}

} // namespace tunedesk::ui
