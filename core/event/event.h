// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tunedesk::event {

constexpr int protocol_version = 1;

/// The phase of a Progress event whose `done` and `total` count optimizer steps. Other phases count rows or
/// have no count.
constexpr const char* training_phase = "training";
constexpr std::uint64_t max_seq = 1ull << 53; ///< a double holds every number up to it
constexpr std::size_t max_event_bytes = 1u << 20;

/// An event of a rank or the supervisor. The fields of each type are listed beside it; all are numbers unless
/// marked.
enum class Type {
    Hello,    ///< pid, host (text), threads, world_size
    Started,  ///< steps, epochs, samples, tokens, parameters, trainable, task (text); of a language model
              ///< also epoch_steps
    Resumed,  ///< from_step, from_epoch, from_samples
    Progress, ///< phase (text), done, total; each step
    Step,     ///< see StepEvent
    Eval, ///< split (text: val | test | a file of data.extra_validation by its name), step, epoch, the task's
          ///< metrics by name, best (bool); maybe samples (a list of objects: of a language model prompt,
          ///< text; of others text, label, predicted, probability)
    CheckpointSaved, ///< step, path (text), bytes, seconds, paused_seconds
    Heartbeat,       ///< step, phase (text); on logging steps also rss_bytes, gpu_allocated_bytes, and memory
                     ///< (object: bytes of tensors by part, when there was most)
    Log,             ///< level (text: info | warning | error), text (text)
    State,           ///< state (text): the supervisor's RunState has changed
    Failed,          ///< id, what, where, kept, next (text)
    Finished,        ///< steps, epochs, train_seconds, test_accuracy
    Devices,         ///< the supervisor's, see run/devices/device_report.h
    Pipeline,        ///< see event/pipeline_passes.h
};

std::string name_of(Type type);
std::optional<Type> type_of(std::string_view name);

/// Whether the journal keeps events of this type. Progress and Heartbeat are live only: viewers get them, the
/// journal would grow by a line a step. They keep seq 0; all others get a seq from the recorder.
bool is_journaled(Type type);

/// One event. `rank` is -1 for the supervisor's own; rank_seq counts a rank's events from 1 (numbers are
/// missing where events were dropped); `seq` is assigned by the recorder and is 0 before, and for good where
/// the type is live only; `t` is UTC seconds.
struct Event {
    Type type{};
    int rank = -1;
    std::uint64_t rank_seq = 0, seq = 0;
    double t = 0;
    Json fields = Json::object();
};

/// The logging step's figures. `loss` and `accuracy` are means over all ranks of that step's samples; a task
/// without right and wrong has no accuracy (NaN), and the event no such field.
struct StepEvent {
    std::int64_t step = 0;
    double epoch = 0; ///< fractional
    double loss = 0, accuracy = 0, learning_rate = 0,
           grad_norm = 0;                 ///< grad_norm before clipping; NaN not measured
    std::int64_t samples = 0, tokens = 0; ///< of all ranks since the last Step event
    double step_seconds = 0;              ///< mean since the last Step event
    std::uint64_t rss_bytes = 0, gpu_allocated_bytes = 0;
};

Event to_event(const StepEvent& step);
/// Throws Error 7003 if a field is missing, 7008 if it is of another type.
StepEvent to_step(const Event& event);

/// One JSON object on one line, `{"v":1,"type":...,"rank":...,"rank_seq":...,"seq":...,"t":...,FIELDS}`.
/// Non-finite numbers are written as the texts "nan", "inf", "-inf"; number() reads both forms. Bytes that
/// are not UTF-8 are replaced; where the line would pass max_event_bytes, texts in it are cut. A field named
/// like one of the six is left out.
std::string to_line(const Event& event);
/// Parses a line or a frame's text. Throws Error 7001 for anything but a well-formed event of a known version
/// and type (caps: 1 MiB, depth 16, 256 keys an object, max_seq). `seq` may be missing.
Event parse_event(std::string_view text);
/// A numeric field, or `otherwise` where it is missing or no number.
double number(const Json& fields, const char* name, double otherwise);
/// A number as to_line() writes it.
Json number_json(double value);

} // namespace tunedesk::event
