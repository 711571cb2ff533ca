// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_history.h"

#include "base/errors/error_json.h"
#include "base/json.h"
#include "base/text.h"
#include "event/evaluation.h"
#include "event/number.h"
#include "event/run_status.h"
#include "ui/widgets/error_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tunedesk::ui {

using event::number;
using event::Type;

namespace {

/// Seconds since the first time, which is stored in `began`.
double seconds_since(std::optional<double>& began, double t) {
    if (!began) began = t;
    return t - *began;
}

constexpr std::size_t most_columns = 64, most_marks = 100'000, most_predictions = 20;
constexpr int most_ranks = 4096;

/// The sentence of a Failed event in the window's language.
std::string sentence_of_failure(const event::Event& event) {
    return error_sentence(error_from(event.fields, ErrorId::rank_failed)).toStdString();
}

} // namespace

std::optional<std::size_t> FigureTable::column(const std::string& name) {
    for (std::size_t i = 0; i < columns_.size(); ++i)
        if (columns_[i].first == name) return i;
    if (columns_.size() == most_columns) return std::nullopt;
    auto series = std::make_shared<Series>();
    for (std::size_t i = in_row_ ? 1 : 0; i < timeline_->size(); ++i)
        series->append_missing();
    columns_.emplace_back(name, std::move(series));
    return columns_.size() - 1;
}

void FigureTable::begin_row(double step, double epoch, double seconds) {
    timeline_->append(step, epoch, seconds);
    in_row_ = true;
}

void FigureTable::end_row() {
    for (const auto& [name, series] : columns_)
        while (series->size() < timeline_->size())
            series->append_missing();
    in_row_ = false;
}

void FigureTable::go_back_to(double step) {
    const std::size_t kept =
        first_at_least(timeline_->places(Timeline::By::step), step + 0.5, timeline_->size());
    timeline_->truncate(kept);
    for (const auto& [name, series] : columns_)
        series->truncate(kept);
}

std::shared_ptr<const Series> FigureTable::series(const std::string& name) const {
    for (const auto& [known, series] : columns_)
        if (known == name) return series;
    return nullptr;
}

std::vector<std::string> FigureTable::names() const {
    std::vector<std::string> names;
    for (const auto& [name, series] : columns_)
        names.push_back(name);
    return names;
}

StepFigures RunHistory::add_step(double step, double t, const StepColumns& columns,
                                 const std::vector<double>& values) {
    const StepFigures figures = columns.figures(values, last_epoch_);
    const double epoch = figures.epoch, whole = std::floor(epoch);
    if (whole > std::floor(last_epoch_) && step > 0 && !sampled_)
        mark(PlotMark::Kind::epoch, step, epoch, t, fmt::format("epoch {:.0f} ends", whole));
    last_epoch_ = epoch;
    steps_.begin_row(step, epoch, seconds_since(began_, t));
    columns.fill(values, steps_);
    if (!throughput_) throughput_ = steps_.column("tokens_per_second");
    const double duration = figures.step_seconds * (step - last_step_);
    if (throughput_ && !sampled_ && figures.tokens > 0 && duration > 0)
        steps_.set(*throughput_, figures.tokens / duration);
    last_step_ = step;
    nonfinite_ += std::isfinite(figures.loss) ? 0 : 1;
    steps_.end_row();
    return figures;
}

void RunHistory::take_step(const event::StepLineReader::Line& line, const event::StepLineReader& reader) {
    if (reader.layout() != layout_) {
        columns_ = StepColumns(reader.keys(), steps_);
        layout_ = reader.layout();
    }
    const auto step = static_cast<double>(line.step);
    if (sampled_ && step < last_step_) steps_.go_back_to(step - 1); // before a resume
    const StepFigures figures = add_step(step, line.t, columns_, line.values);
    progress_.step(figures.loss, figures.accuracy, figures.rss_bytes, figures.gpu_allocated_bytes);
    if (line.rank >= 0 && line.rank < most_ranks) ranks_[line.rank].step = line.step;
}

void RunHistory::stepped(const event::Event& event) {
    const double step = number(event.fields, "step", -1);
    if (step < 0) return;
    std::vector<std::string> keys;
    std::vector<double> values;
    for (const auto& [key, value] : event.fields.items()) {
        const auto figure = key == "step" ? std::nullopt : event::as_number(value);
        if (!figure || (may_be_unmeasured(key) && std::isnan(*figure))) continue;
        keys.push_back(key);
        values.push_back(*figure);
    }
    add_step(step, event.t, StepColumns(keys, steps_), values);
}

void RunHistory::mark(PlotMark::Kind kind, double step, double epoch, double t, const std::string& text) {
    if (marks_.size() < most_marks)
        marks_.push_back({kind, {step, epoch, seconds_since(began_, t)}, QString::fromStdString(text)});
}

void RunHistory::say(const event::Event& event, const std::string& level, std::string text) {
    log_.push_back({event.t, event.rank, level, harmless(std::move(text)),
                    text_field(event.fields, "warning"), harmless(text_field(event.fields, "next")),
                    last_step_});
    if (log_.size() <= log_limit) return;
    log_.pop_front();
    ++log_dropped_;
}

void RunHistory::evaluated(const event::Event& event) {
    const auto& f = event.fields;
    const std::string split = text_field(event.fields, "split");
    const double step = number(f, "step", -1), epoch = number(f, "epoch", last_epoch_);
    if (step < 0 || (evaluations_.size() >= 16 && !evaluations_.count(split))) return;
    FigureTable& table = evaluations_[split];
    table.begin_row(step, epoch, seconds_since(began_, event.t));
    for (const auto& [key, value] : f.items()) {
        if (key == "step" || key == "epoch") continue;
        const auto figure = event::as_number(value);
        const auto column = figure ? table.column(key) : std::nullopt;
        if (column) table.set(*column, *figure);
    }
    table.end_row();
    if (auto samples = event::samples_of(event); !samples.empty())
        samples_.texts.insert_or_assign(static_cast<std::int64_t>(step), std::move(samples));
    if (auto predictions = event::predictions_of(event); !predictions.empty()) {
        samples_.predictions.insert_or_assign(static_cast<std::int64_t>(step), std::move(predictions));
        if (samples_.predictions.size() > most_predictions)
            samples_.predictions.erase(samples_.predictions.begin());
    }
    const auto best = f.find("best");
    const bool is_best = best != f.end() && best->is_boolean() && best->get<bool>() && split != "test";
    if (is_best)
        mark(PlotMark::Kind::best, step, epoch, event.t, fmt::format("best so far: step {:.0f}", step));
    say(event, "info",
        fmt::format("{}: step {:.0f}, {}{}", split, step, event::metrics_text(event, ", ", false),
                    is_best ? " (best)" : ""));
}

void RunHistory::resumed(const event::Event& event) {
    const double step = number(event.fields, "from_step", 0);
    steps_.go_back_to(step);
    devices_.go_back_to(step);
    for (auto& [split, table] : evaluations_)
        table.go_back_to(step);
    const auto is_later = [step](const auto& one) { return static_cast<double>(one.first) > step; };
    std::erase_if(samples_.texts, is_later);
    std::erase_if(samples_.predictions, is_later);
    std::erase_if(marks_, [step](const PlotMark& mark) { return mark.places[0] > step; });
    // A checkpoint between two logged steps counts the tokens since the first of them: they belong to all its
    // steps.
    const auto& logged = steps_.timeline()->places(Timeline::By::step);
    last_step_ = logged.empty() ? 0 : logged.back();
    last_epoch_ = number(event.fields, "from_epoch", 0);
    if (const auto& epochs = steps_.timeline()->places(Timeline::By::epoch); !epochs.empty())
        last_epoch_ = epochs.back();
    finished_ = false;
    if (step > 0)
        mark(PlotMark::Kind::resume, step, last_epoch_, event.t,
             fmt::format("resumed from step {:.0f}", step));
    say(event, "info", fmt::format("resumed from step {:.0f}", step));
}

void RunHistory::measured(const event::Event& event) {
    devices_.begin_row(last_step_, last_epoch_, seconds_since(began_, event.t));
    const auto take = [&](const std::string& who, const Json& figures) {
        for (const auto& [name, value] : figures.items())
            if (value.is_number() && name != "rank" && name != "index" && name != "step" &&
                name != "total_bytes")
                if (const auto column = devices_.column(who + ' ' + name))
                    devices_.set(*column, value.get<double>());
    };
    for (const auto& [list, number_name, who] :
         {std::tuple("ranks", "rank", "rank "), std::tuple("gpus", "index", "gpu ")}) {
        const auto found = event.fields.find(list);
        if (found == event.fields.end() || !found->is_array()) continue;
        for (const Json& each : *found) {
            const auto index = static_cast<int>(number(each, number_name, -1));
            if (!each.is_object() || index < 0 || index >= most_ranks) continue;
            take(who + std::to_string(index), each);
            // The only journal entry about ranks other than 0 in normal operation.
            if (std::string_view(list) == "ranks")
                ranks_[index].step = static_cast<std::int64_t>(number(each, "step", 0));
            if (const double total = number(each, "total_bytes", 0); total > 0) gpu_totals_[index] = total;
        }
    }
    if (const auto host = event.fields.find("host"); host != event.fields.end() && host->is_object())
        take("host", *host);
    devices_.end_row();
}

void RunHistory::changed_state(const event::Event& event) {
    const std::string before = std::exchange(state_, text_field(event.fields, "state"));
    if (state_ == event::state::starting) {
        ranks_.clear(); // the processes are new
        finished_ = false;
    }
    if (state_ == event::state::paused)
        mark(PlotMark::Kind::pause, last_step_, last_epoch_, event.t, "paused");
    if (state_ == event::state::running && event::RunStatus{before, 0, {}}.is_paused())
        mark(PlotMark::Kind::resume, last_step_, last_epoch_, event.t, "continued");
    say(event, "info", state_);
}

void RunHistory::take(const event::Event& event, double now) {
    const auto& f = event.fields;
    if (began_ == std::nullopt && event.t > 0) began_ = event.t;
    progress_.take(event, now);
    if (event.rank >= 0 && event.rank < most_ranks) {
        RankView& rank = ranks_[event.rank];
        rank.heard = now;
        if (std::string phase = text_field(event.fields, "phase"); !phase.empty())
            rank.phase = harmless(std::move(phase));
        rank.waits_for = event.type == Type::Heartbeat ? text_field(f, "waits_for") : std::string();
        if (event.type == Type::Heartbeat || event.type == Type::Step)
            rank.step = static_cast<std::int64_t>(number(f, "step", 0));
        if (const auto memory = f.find("memory"); event.type == Type::Heartbeat && memory != f.end())
            rank.memory = report::parse_memory_bytes(*memory);
        if (event.type == Type::Progress && rank.phase == event::training_phase)
            rank.step = static_cast<std::int64_t>(number(f, "done", 0));
    }
    switch (event.type) {
    case Type::Step:
        return stepped(event);
    case Type::Eval:
        return evaluated(event);
    case Type::Resumed:
        return resumed(event);
    case Type::State:
        return changed_state(event);
    case Type::CheckpointSaved:
        checkpoint_ = static_cast<std::int64_t>(number(f, "step", 0));
        mark(PlotMark::Kind::checkpoint, number(f, "step", 0), last_epoch_, event.t,
             fmt::format("checkpoint: step {:.0f}", number(f, "step", 0)));
        return say(event, "info", fmt::format("checkpoint of step {:.0f} saved", number(f, "step", 0)));
    case Type::Log:
        return say(event, text_field(event.fields, "level"), text_field(event.fields, "text"));
    case Type::Failed:
        if (event.rank >= 0 && event.rank < most_ranks)
            ranks_[event.rank].failure = harmless(sentence_of_failure(event));
        return say(event, "error", sentence_of_failure(event));
    case Type::Devices:
        return measured(event);
    case Type::Finished:
        finished_ = true;
        return say(event, "info", "training has finished");
    default:
        return;
    }
}

} // namespace tunedesk::ui
