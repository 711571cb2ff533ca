// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/inspection.h"

#include "plan/model_folder.h"

#include <algorithm>

namespace tunedesk::ui {

Inspection::Inspection(QObject* parent)
    : QObject(parent), inspector_({.so_far =
                                       [this](const run::CheckedInputs& inputs) {
                                           found_ = std::make_shared<const run::CheckedInputs>(inputs);
                                           Q_EMIT found_more();
                                       },
                                   .progress =
                                       [this](std::uint64_t done, std::uint64_t total) {
                                           progress_ = static_cast<double>(done) /
                                                       static_cast<double>(std::max<std::uint64_t>(1, total));
                                           Q_EMIT progressed();
                                       },
                                   .done = [this](run::CheckedInputs inputs) { take(std::move(inputs)); },
                                   .failed =
                                       [this](const Error& error) {
                                           key_.clear();
                                           is_reading_ = false;
                                           Q_EMIT failed(error);
                                       }}) {}

void Inspection::read(const Preset& preset, const std::string& key) {
    if (key == key_) return;
    if (is_reading_) {
        stop();
        Q_EMIT stopped(true);
    }
    key_ = key;
    preset_ = preset;
    is_reading_ = true;
    progress_ = -1;
    found_.reset();
    inspector_.inspect(preset);
    Q_EMIT started();
}

void Inspection::cancel() {
    if (!is_reading_) return;
    stop();
    Q_EMIT stopped(false);
}

void Inspection::stop() {
    inspector_.cancel();
    completing_.cancel();
    key_.clear();
    is_reading_ = false;
}

/// The other process does not send the model's configuration, which the estimate needs.
void Inspection::take(run::CheckedInputs inputs) {
    completing_ = read_in_background(
        this,
        [inputs = std::make_shared<run::CheckedInputs>(std::move(inputs)),
         preset = preset_](const CancelToken&) {
            try {
                inputs->config = plan::model_config(preset);
            } catch (const Error&) {
                // the other process has reported it among the problems
            }
            return std::shared_ptr<const run::CheckedInputs>(inputs);
        },
        [this](const std::shared_ptr<const run::CheckedInputs>& complete) {
            found_ = complete;
            is_reading_ = false;
            Q_EMIT completed();
        });
}

} // namespace tunedesk::ui
