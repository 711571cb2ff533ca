// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/estimate/estimator.h"

#include "preset/schema/schema.h"
#include "ui/widgets/background.h"

#include <utility>

namespace tunedesk::ui {

namespace {

constexpr int typing_milliseconds = 250;

} // namespace

/// The result of one background job: a check, or a request to read files first.
struct Estimator::Answer {
    std::shared_ptr<const run::Check> check;
    std::shared_ptr<const run::MeasuredRuns> rates;
    std::string wanted_key; ///< of the draft's files; "" if they are undetermined because of mistakes
};

Estimator::Estimator(QObject* parent) : QObject(parent), inspection_(new Inspection(this)) {
    delay_.setSingleShot(true);
    connect(&delay_, &QTimer::timeout, this, &Estimator::inspect);
    connect(inspection_, &Inspection::completed, this, &Estimator::take_inputs);
    connect(inspection_, &Inspection::stopped, this, &Estimator::look_at_stop);
    connect(inspection_, &Inspection::progressed, this, [this] {
        if (is_reading_ && is_inspecting_wanted()) Q_EMIT reading();
    });
    connect(inspection_, &Inspection::started, this, [this] {
        if (!is_inspecting_wanted()) return;
        cancelled_key_.clear();
        is_reading_ = true;
        Q_EMIT reading();
    });
    connect(inspection_, &Inspection::failed, this, [this](const Error& error) {
        if (std::exchange(is_reading_, false)) Q_EMIT failed(error);
    });
}

void Estimator::check(const preset::Draft& draft) {
    draft_ = draft;
    has_draft_ = true;
    run();
}

void Estimator::forget_rates() {
    rates_.reset();
    if (has_draft_) run();
}

void Estimator::run() {
    if (is_busy_) {
        is_pending_ = true;
        return;
    }
    is_busy_ = true;
    read_in_background(
        this,
        [draft = draft_, rates = rates_, untruncated = untruncated_,
         key = untruncated_key_](const CancelToken&) {
            Answer answer;
            answer.rates = rates ? rates : std::make_shared<const run::MeasuredRuns>();
            const bool known = run::files_are_known(draft);
            if (known) answer.wanted_key = run::inputs_key(draft.loaded.preset);
            if (!known || (untruncated && answer.wanted_key == key))
                answer.check = std::make_shared<const run::Check>(
                    run::check(draft, known ? *untruncated : run::CheckedInputs(), *answer.rates));
            return answer;
        },
        [this](const Answer& answer) { take(answer); },
        [this](const Error& error) {
            is_busy_ = false;
            Q_EMIT failed(error);
        });
}

void Estimator::take(const Answer& answer) {
    is_busy_ = false;
    rates_ = answer.rates;
    if (is_pending_) {
        is_pending_ = false;
        run();
        if (!answer.check) return;
    }
    if (!answer.wanted_key.empty()) wanted_key_ = answer.wanted_key;
    if (!answer.check) return wait_for_files();
    delay_.stop();
    is_reading_ = false;
    // The files being read are no longer those of the draft, because an edit was undone.
    if (!answer.wanted_key.empty() && inspection_->is_reading() && !is_inspecting_wanted())
        inspection_->cancel();
    latest_ = answer.check;
    Q_EMIT checked();
}

void Estimator::wait_for_files() {
    if (wanted_key_ == cancelled_key_) {
        Q_EMIT cancelled();
        return;
    }
    if (is_reading_ && is_inspecting_wanted()) return;
    is_reading_ = true;
    // Initially no user is typing, and a running reading costs nothing more.
    delay_.start(untruncated_ && !is_inspecting_wanted() ? typing_milliseconds : 0);
    Q_EMIT reading();
}

void Estimator::inspect() {
    inspection_->read(draft_.loaded.preset, wanted_key_);
    delay_.stop();
    if (inspection_->is_complete()) take_inputs();
}

void Estimator::take_inputs() {
    if (!is_inspecting_wanted()) return;
    untruncated_ = inspection_->found();
    untruncated_key_ = inspection_->key();
    run();
}

void Estimator::look_at_stop(bool for_others) {
    if (!is_reading_) return;
    if (for_others) {
        // Files of another page; if they are also this draft's next files, they are known before the timer
        // ends.
        delay_.start(typing_milliseconds);
        return;
    }
    is_reading_ = false;
    cancelled_key_ = wanted_key_;
    Q_EMIT cancelled();
}

std::string key_of_error(const run::Check& check, const Error& error) {
    // Errors of a file name the file: map them to the key with this file.
    const Preset& preset = check.preset;
    for (const auto& [name, path] : {std::pair{"data.train", preset.data.train},
                                     {"data.validation", preset.data.validation},
                                     {"data.test", preset.data.test},
                                     {"data.split_file", preset.data.split_file},
                                     {"model.path", preset.model.path}})
        if (!path.empty() && error.where().starts_with(path)) return name;
    for (const std::string& path : preset.data.extra_validation)
        if (error.where().starts_with(path)) return "data.extra_validation";
    return preset::find_key(error.where()) ? error.where() : std::string();
}

} // namespace tunedesk::ui
