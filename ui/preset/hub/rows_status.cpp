// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/hub/rows_status.h"

#include "base/text.h"
#include "preset/yaml/paths.h"
#include "ui/preset/form/key_text.h"
#include "ui/preset/hub/download_dialog.h"
#include "ui/widgets/text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <utility>

namespace tunedesk::ui {

namespace {

constexpr std::size_t commit_shown = 7;

} // namespace

struct RowsStatus::Found {
    struct Cached {
        format::HubRows rows; ///< at their commit
        std::uint64_t bytes = 0;
    };
    struct Unknown {
        format::HubRows rows;
        std::vector<format::DataPart> parts; ///< existing parts, for suggestions
    };
    std::vector<Cached> cached;
    std::vector<format::HubRows> missing;
    std::vector<Unknown> unknown;
};

RowsStatus::RowsStatus(const preset::Key& key, QWidget* parent)
    : QWidget(parent), key_(key), text_(new QLabel), download_(new QToolButton) {
    text_->setWordWrap(true);
    text_->setTextFormat(Qt::PlainText);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text_->setForegroundRole(QPalette::PlaceholderText);
    download_->setText(tr("Download"));
    download_->setToolTip(tr("Download these rows into the cache"));
    download_->setAccessibleName(tr("Download %1").arg(shown_label(key)));
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    line->addWidget(download_, 0, Qt::AlignTop);
    line->addWidget(text_, 1);
    hide();
    connect(download_, &QToolButton::clicked, this, &RowsStatus::download);
}

QString RowsStatus::text() const {
    return text_->text();
}

void RowsStatus::show_value(const std::string& value) {
    if (std::exchange(value_, value) == value) return;
    job_.cancel();
    job_ = read_in_background(
        this,
        [paths = preset::paths_of(key_, value), role = key_.name](const CancelToken&) {
            Found found;
            for (const std::string& path : paths) {
                std::error_code unknown;
                if (auto cached = format::rows_of_file(path)) {
                    const std::uintmax_t bytes = fs::file_size(path, unknown);
                    found.cached.push_back({std::move(*cached), unknown ? 0 : bytes});
                } else if (auto rows = format::find_hub_rows(path); rows && fs::path(path).is_relative()) {
                    auto parts = format::parts_instead(*rows, role);
                    if (parts.empty())
                        found.missing.push_back(std::move(*rows));
                    else
                        found.unknown.push_back({std::move(*rows), std::move(parts)});
                }
            }
            return found;
        },
        [this](const Found& found) { show_found(found); });
}

void RowsStatus::show_found(const Found& found) {
    QStringList lines;
    for (const auto& [rows, bytes] : found.cached)
        lines.append(tr("%1 is in the cache: %2, %3, commit %4")
                         .arg(to_qt(rows.data_set.name), to_qt(rows.part), to_qt(human_bytes(bytes)),
                              to_qt(rows.data_set.revision.substr(0, commit_shown))));
    for (const format::HubRows& rows : found.missing)
        lines.append(tr("%1 is not in the cache").arg(to_qt(text_of(rows))));
    for (const auto& [rows, parts] : found.unknown)
        lines.append((rows.part.empty() ? tr("%1 has no rows for this key; its parts: %2")
                                        : tr("%1 has no such part; its parts: %2"))
                         .arg(to_qt(text_of(rows)), to_qt(format::part_names(parts))));
    missing_ = found.missing;
    text_->setText(lines.join(u'\n'));
    download_->setVisible(!missing_.empty());
    setVisible(!lines.isEmpty());
}

void RowsStatus::download() {
    auto* dialog = new DownloadDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &DownloadDialog::ready, this, &RowsStatus::downloaded);
    dialog->open();
    dialog->download(missing_);
}

} // namespace tunedesk::ui
