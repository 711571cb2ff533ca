// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/pipeline_passes.h"

#include "event/number.h"

#include <algorithm>
#include <cmath>

namespace tunedesk::event {

namespace {

constexpr std::size_t most_stages = 1024, most_passes = 65'536;
constexpr double microseconds = 1e6, most_microseconds = 1e15;

std::optional<StagePass> pass_of(const Json& value) {
    if (!value.is_array() || value.size() != 4) return std::nullopt;
    double numbers[4];
    for (std::size_t i = 0; i < 4; ++i) {
        if (!value[i].is_number_integer()) return std::nullopt;
        numbers[i] = value[i].get<double>();
        if (numbers[i] < 0 || numbers[i] > most_microseconds) return std::nullopt;
    }
    if (numbers[0] > 1 || numbers[1] >= most_passes || numbers[3] < numbers[2]) return std::nullopt;
    return StagePass{numbers[0] == 1, static_cast<int>(numbers[1]), numbers[2] / microseconds,
                     numbers[3] / microseconds};
}

} // namespace

double PipelinePasses::seconds() const {
    double last = 0;
    for (const auto& stage : stages)
        for (const StagePass& pass : stage)
            last = std::max(last, pass.end);
    return last;
}

double PipelinePasses::idle_share() const {
    const double all = seconds() * static_cast<double>(stages.size());
    double busy = 0;
    for (const auto& stage : stages)
        for (const StagePass& pass : stage)
            busy += pass.end - pass.begin;
    return all > 0 ? std::max(0.0, 1 - busy / all) : 0;
}

Event to_event(const PipelinePasses& passes) {
    const auto number = [](double seconds) { return std::llround(seconds * microseconds); };
    Json stages = Json::array();
    for (const auto& stage : passes.stages) {
        Json list = Json::array();
        for (const StagePass& pass : stage)
            list.push_back(Json::array(
                {pass.is_forward ? 1 : 0, pass.micro_batch, number(pass.begin), number(pass.end)}));
        stages.push_back(std::move(list));
    }
    Event event;
    event.type = Type::Pipeline;
    event.fields = Json{{"step", passes.step}, {"stages", std::move(stages)}};
    return event;
}

std::optional<PipelinePasses> passes_of(const Event& event) {
    const auto stages = event.fields.find("stages");
    const auto step = number_field(event.fields, "step");
    if (event.type != Type::Pipeline || stages == event.fields.end() || !stages->is_array() || !step ||
        !(*step >= 0 && *step <= static_cast<double>(max_seq)) || stages->size() > most_stages)
        return std::nullopt;
    PipelinePasses passes;
    passes.step = static_cast<std::int64_t>(*step);
    std::size_t count = 0;
    for (const Json& stage : *stages) {
        if (!stage.is_array() || (count += stage.size()) > most_passes) return std::nullopt;
        auto& list = passes.stages.emplace_back();
        for (const Json& value : stage) {
            const auto pass = pass_of(value);
            if (!pass) return std::nullopt;
            list.push_back(*pass);
        }
    }
    return passes;
}

} // namespace tunedesk::event
