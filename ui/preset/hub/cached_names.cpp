// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/hub/cached_names.h"

#include "format/hub/hub_cache.h"
#include "format/hub/hub_data.h"
#include "preset/schema/named_rows.h"
#include "ui/widgets/background.h"
#include "ui/widgets/text.h"

#include <QCompleter>
#include <QLineEdit>
#include <QStringListModel>

namespace tunedesk::ui {

namespace {

bool is_of_model(const preset::Key& key) {
    return key.dotted() == "model.path";
}

/// Completes the last item of a list.
class LastItemCompleter : public QCompleter {
public:
    LastItemCompleter(QLineEdit* line, QAbstractItemModel* names) : QCompleter(names, line), line_(line) {}

    QStringList splitPath(const QString& path) const override { return {path.section(u',', -1).trimmed()}; }
    QString pathFromIndex(const QModelIndex& index) const override {
        const QString text = line_->text(), name = QCompleter::pathFromIndex(index);
        const qsizetype comma = text.lastIndexOf(u',');
        return comma < 0 ? name : text.left(comma + 1) + u' ' + name;
    }

private:
    QLineEdit* line_;
};

QStringList cached_models() {
    QStringList names;
    for (const format::CachedModel& model : format::HubCache().models())
        if (model.is_whole) names.append(to_qt(model.name));
    return names;
}

/// The revision in the form used by presets.
std::string revision_of(const format::CachedModel& data_set) {
    for (const std::string& ref : data_set.refs)
        if (ref == "main") return ref;
    return data_set.refs.empty() ? data_set.commit : data_set.refs.front();
}

/// ORG/NAME if it has rows for the role, and ORG/NAME:PART for all existing parts.
QStringList cached_rows(const std::string& role) {
    QStringList names;
    for (const format::CachedModel& each : format::HubCache(format::HubKind::data_set).models()) {
        const format::HubModel data_set{each.name, revision_of(each), format::HubKind::data_set};
        const auto splits = format::downloaded_splits(data_set);
        format::HubRows rows{data_set, {}};
        if (format::file_of_rows(rows, role)) names.append(to_qt(text_of(rows)));
        for (const format::DownloadedSplit& split : splits) {
            const auto& [config, name] = split.part;
            rows.part = config.empty() || config == splits.front().part.config ? name : config + '/' + name;
            names.append(to_qt(text_of(rows)));
        }
    }
    return names;
}

} // namespace

bool CachedNames::are_for(const preset::Key& key) {
    return is_of_model(key) || preset::is_of_rows(key);
}

CachedNames::CachedNames(const preset::Key& key, QLineEdit* line)
    : QObject(line), key_(key), known_(new QStringListModel(this)) {
    auto* completer = key.type == preset::Type::path_list ? new LastItemCompleter(line, known_)
                                                          : new QCompleter(known_, line);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    line->setCompleter(completer);
    connect(completer, qOverload<const QString&>(&QCompleter::activated), this, &CachedNames::chosen);
}

void CachedNames::read() {
    read_in_background(
        this,
        [of_model = is_of_model(key_), role = key_.name](const CancelToken&) {
            QStringList names = of_model ? cached_models() : cached_rows(role);
            names.removeDuplicates();
            return names;
        },
        [this](const QStringList& names) { known_->setStringList(names); });
}

QStringList CachedNames::names() const {
    return known_->stringList();
}

} // namespace tunedesk::ui
