#include "ui/preset/estimator.h"

#include "ui/widgets/background.h"

namespace tunedesk::ui {

namespace {

constexpr int typing_milliseconds = 250;

} // namespace

/// What one turn in the background gave: a check, or that files must be read first.
struct Estimator::Answer {
    std::shared_ptr<const run::Check> check;
    std::shared_ptr<const run::KnownRates> rates;
    std::string missing_key;
};

Estimator::Estimator(QObject* parent)
    : QObject(parent),
      inspector_({.so_far = {},
                  .progress =
                      [this](std::uint64_t done, std::uint64_t total) {
                          progress_ = static_cast<double>(done) / static_cast<double>(total);
                          Q_EMIT reading();
                      },
                  .done = [this](run::CheckedInputs inputs) { take_inputs(std::move(inputs)); },
                  .failed =
                      [this](const Error& error) {
                          is_reading_ = false;
                          inspected_key_.clear();
                          Q_EMIT failed(error);
                      }}) {
    delay_.setSingleShot(true);
    delay_.setInterval(typing_milliseconds);
    connect(&delay_, &QTimer::timeout, this, &Estimator::inspect);
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
    in_background(
        this,
        [draft = draft_, rates = rates_, uncut = uncut_, key = uncut_key_](const Wanted&) {
            Answer answer;
            answer.rates = rates ? rates : std::make_shared<const run::KnownRates>();
            const bool known = run::files_are_known(draft);
            const std::string wanted = known ? run::inputs_key(draft.loaded.preset) : std::string();
            if (known && (!uncut || wanted != key))
                answer.missing_key = wanted;
            else
                answer.check = std::make_shared<const run::Check>(
                    run::check(draft, known ? *uncut : run::CheckedInputs(), *answer.rates));
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
    if (answer.check) {
        if (is_reading_ && answer.missing_key.empty()) {
            inspector_.cancel();
            delay_.stop();
        }
        is_reading_ = false;
        latest_ = answer.check;
        Q_EMIT checked();
        return;
    }
    wanted_key_ = answer.missing_key;
    if (is_reading_ && inspected_key_ == wanted_key_) return;
    is_reading_ = true;
    progress_ = -1;
    inspector_.cancel();
    inspected_key_.clear();
    // The first reading has nobody typing.
    delay_.start(uncut_ ? typing_milliseconds : 0);
    Q_EMIT reading();
}

void Estimator::inspect() {
    inspected_key_ = wanted_key_;
    inspector_.inspect(draft_.loaded.preset);
}

void Estimator::take_inputs(run::CheckedInputs inputs) {
    in_background(
        this,
        [inputs = std::make_shared<run::CheckedInputs>(std::move(inputs)),
         folder = fs::path(draft_.loaded.preset.model.path)](const Wanted&) {
            try {
                inputs->config = format::read_model_config(folder);
            } catch (const Error&) {
                // The other process has said so among the problems.
            }
            return std::shared_ptr<const run::CheckedInputs>(inputs);
        },
        [this, key = inspected_key_](const std::shared_ptr<const run::CheckedInputs>& found) {
            uncut_ = found;
            uncut_key_ = key;
            inspected_key_.clear();
            run();
        });
}

} // namespace tunedesk::ui
