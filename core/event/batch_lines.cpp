// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/batch_lines.h"

#include "event/number.h"
#include "event/prediction_sample.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace tunedesk::event {

namespace {

double field(const Json& fields, const char* name) {
    return number_field(fields, name).value_or(std::numeric_limits<double>::quiet_NaN());
}

} // namespace

std::string BatchLines::take(const Event& event) {
    if (!event.fields.is_object()) return {};
    if (event.type == Type::Started) {
        epoch_steps_ = number_field(event.fields, "epoch_steps").value_or(0);
        began_ = event.t;
    }
    if (!is_language_model()) return {};
    if (event.type == Type::Step) return step_lines(event.fields);
    return event.type == Type::Eval && !is_extra_validation(event) ? evaluation_line(event) : std::string();
}

std::string BatchLines::step_lines(const Json& fields) const {
    const auto losses = fields.find("rank_losses");
    if (losses == fields.end() || !losses->is_array()) return step_line(fields, field(fields, "loss"));
    std::string lines;
    for (std::size_t rank = 0; rank < losses->size(); ++rank) {
        const Json& loss = (*losses)[rank];
        lines += fmt::format("{}[rank {}] {}", rank == 0 ? "" : "\n", rank,
                             step_line(fields, loss.is_number() ? loss.get<double>()
                                                                : std::numeric_limits<double>::quiet_NaN()));
    }
    return lines;
}

std::string BatchLines::step_line(const Json& fields, double loss) const {
    const double done = std::max(1.0, number_field(fields, "step").value_or(1)) - 1;
    const double rate = field(fields, "learning_rate");
    return fmt::format(
        "| epoch {:3.0f} | {:5.0f}/{:5.0f} batches | lr {} | ms/batch {:5.2f} | loss {:5.2f} | "
        "ppl {:8.2f}",
        std::floor(done / epoch_steps_) + 1, std::fmod(done, epoch_steps_) + 1, epoch_steps_,
        rate >= 0.01 ? fmt::format("{:.2f}", rate) : fmt::format("{:.2g}", rate),
        1000 * field(fields, "step_seconds"), loss, std::exp(loss));
}

std::string BatchLines::evaluation_line(const Event& event) {
    const double loss = field(event.fields, "loss"), perplexity = field(event.fields, "perplexity");
    if (event.fields.value("split", Json()) == "test")
        return fmt::format("| End of training | test loss {:5.2f} | test ppl {:8.2f}", loss, perplexity);
    const double seconds = event.t - began_;
    began_ = event.t;
    const Json best = event.fields.value("best", Json(false));
    const double step = field(event.fields, "step");
    return fmt::format("| {} {:3.0f} | time: {:5.2f}s | valid loss {:5.2f} | valid ppl {:8.2f}{}",
                       std::fmod(step, epoch_steps_) == 0 ? "end of epoch" : "within epoch",
                       std::ceil(step / epoch_steps_), seconds, loss, perplexity,
                       best == true ? " | best" : "");
}

} // namespace tunedesk::event
