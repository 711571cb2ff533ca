// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/hub/missing_model.h"

#include "ui/preset/estimate/estimator.h"
#include "ui/preset/hub/download_dialog.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"

#include <algorithm>

namespace tunedesk::ui {

MissingModel::MissingModel(Estimator* estimator, MessageBar* messages, QWidget* page)
    : QObject(page), estimator_(estimator), messages_(messages), page_(page) {
    connect(estimator_, &Estimator::checked, this, &MissingModel::look);
}

void MissingModel::look() {
    const auto& problems = estimator_->latest()->inputs.problems;
    const auto missing = std::ranges::find_if(
        problems, [](const Error& error) { return error.is(ErrorId::hub_model_not_downloaded); });
    const std::string model =
        missing == problems.end() || missing->values().empty() ? std::string() : missing->values().front();
    if (model == offered_) return;
    offered_ = model;
    if (model.empty()) return;
    messages_->say(MessageBar::Kind::warning, tr("The model %1 is not downloaded.").arg(to_qt(model)),
                   tr("Download"), [this, model] { download(model); });
}

void MissingModel::download(const std::string& model) {
    messages_->clear();
    auto* dialog = new DownloadDialog(page_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &DownloadDialog::ready, this, &MissingModel::downloaded);
    connect(dialog, &QDialog::rejected, this, [this] { offered_.clear(); }); // the next check offers it again
    dialog->open();
    dialog->download(format::parse_hub_model(model));
}

} // namespace tunedesk::ui
