// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/event.h"

#include "base/error.h"
#include "base/text.h"
#include "event/number.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <utility>

namespace tunedesk::event {

namespace {

constexpr std::array<std::pair<Type, std::string_view>, 14> type_names{{
    {Type::Hello, "Hello"},
    {Type::Started, "Started"},
    {Type::Resumed, "Resumed"},
    {Type::Progress, "Progress"},
    {Type::Step, "Step"},
    {Type::Eval, "Eval"},
    {Type::CheckpointSaved, "CheckpointSaved"},
    {Type::Heartbeat, "Heartbeat"},
    {Type::Log, "Log"},
    {Type::State, "State"},
    {Type::Failed, "Failed"},
    {Type::Finished, "Finished"},
    {Type::Devices, "Devices"},
    {Type::Pipeline, "Pipeline"},
}};

bool is_reserved(std::string_view key) {
    return key == "v" || key == "type" || key == "rank" || key == "rank_seq" || key == "seq" || key == "t";
}

/// Truncates to at most `limit` bytes, never inside a UTF-8 sequence.
std::string cut_text(const std::string& text, std::size_t limit) {
    if (text.size() <= limit) return text;
    std::size_t end = limit;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
        --end;
    return text.substr(0, end) + " [cut]";
}

std::string dump(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void append_value(std::string& out, const Json& value, std::size_t text_limit) {
    if (value.is_number_float()) {
        out += dump(number_json(value.get<double>()));
    } else if (value.is_string()) {
        out += dump(cut_text(value.get_ref<const std::string&>(), text_limit));
    } else if (value.is_object()) {
        out += '{';
        for (const auto& [key, element] : value.items()) {
            if (out.back() != '{') out += ',';
            out += dump(key) + ':';
            append_value(out, element, text_limit);
        }
        out += '}';
    } else if (value.is_array()) {
        out += '[';
        for (const Json& element : value) {
            if (out.back() != '[') out += ',';
            append_value(out, element, text_limit);
        }
        out += ']';
    } else {
        out += dump(value);
    }
}

std::string line_with(const Event& event, std::size_t text_limit) {
    std::string line =
        fmt::format(R"({{"v":{},"type":"{}","rank":{},"rank_seq":{},"seq":{},"t":{})", protocol_version,
                    name_of(event.type), event.rank, event.rank_seq, event.seq, dump(number_json(event.t)));
    if (event.fields.is_object()) {
        for (const auto& [key, value] : event.fields.items()) {
            if (is_reserved(key)) continue;
            line += ',' + dump(key) + ':';
            append_value(line, value, text_limit);
        }
    }
    return line + '}';
}

/// Builds the value during parsing, so that depth, number of keys and repeated keys are rejected immediately:
/// an ordered object searches its keys linearly.
class Builder {
public:
    static constexpr std::size_t max_depth = 16, max_keys = 256;

    bool null() { return add(nullptr); }
    bool boolean(bool value) { return add(value); }
    bool number_integer(std::int64_t value) { return add(value); }
    bool number_unsigned(std::uint64_t value) { return add(value); }
    bool number_float(double value, const std::string&) { return add(value); }
    bool string(std::string& value) { return add(std::move(value)); }
    bool binary(Json::binary_t&) { return refuse("binary value"); }
    bool start_object(std::size_t) {
        if (!open(Json::object())) return false;
        stack_.back()->get_ref<Json::object_t&>().reserve(stack_.size() == 1 ? 20 : 0);
        return true;
    }
    bool start_array(std::size_t) { return open(Json::array()); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& name) {
        key_ = std::move(name);
        return true;
    }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) {
        return refuse(fmt::format("not JSON from byte {} on", position));
    }

    Json root;
    std::string refusal;

private:
    bool refuse(std::string why) {
        refusal = std::move(why);
        return false;
    }

    bool add(Json value) {
        if (stack_.empty()) {
            root = std::move(value);
            added_ = &root;
            return true;
        }
        Json& parent = *stack_.back();
        if (parent.is_array()) {
            parent.push_back(std::move(value));
            added_ = &parent.back();
            return true;
        }
        if (parent.size() >= max_keys) return refuse(fmt::format("more than {} keys", max_keys));
        const auto [place, is_new] = parent.get_ref<Json::object_t&>().emplace(key_, std::move(value));
        added_ = &place->second;
        return is_new || refuse(fmt::format("duplicate key \"{}\"", cut_text(key_, 40)));
    }

    bool open(Json empty) {
        if (stack_.size() >= max_depth) return refuse(fmt::format("nested deeper than {}", max_depth));
        if (!add(std::move(empty))) return false;
        stack_.push_back(added_);
        return true;
    }

    bool close() {
        stack_.pop_back();
        return true;
    }

    std::vector<Json*> stack_;
    Json* added_ = nullptr;
    std::string key_;
};

[[noreturn]] void refuse_event(const std::string& why) {
    throw Error(ErrorId::event_invalid, {why});
}

std::uint64_t count_member(const Json& value, const char* name) {
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > max_seq)
        refuse_event(fmt::format("\"{}\" is not a count", name));
    return value.get<std::uint64_t>();
}

/// Removes the six members from the object; the remaining ones are the fields.
struct Members {
    bool version = false, type = false, rank = false, rank_seq = false, t = false;

    void take(const std::string& key, Json& value, Event& event) {
        if (key == "v") {
            if (!value.is_number_integer() || value != protocol_version)
                refuse_event("its version is not " + std::to_string(protocol_version));
            version = true;
        } else if (key == "type") {
            const auto known =
                value.is_string() ? type_of(value.get_ref<const std::string&>()) : std::nullopt;
            if (!known) refuse_event("unknown type " + cut_text(dump(value), 40));
            event.type = *known;
            type = true;
        } else if (key == "rank") {
            if (!value.is_number_integer()) refuse_event("\"rank\" is not a number");
            const auto number = value.get<std::int64_t>();
            if (number < -1 || number > std::numeric_limits<int>::max())
                refuse_event("\"rank\" is out of range");
            event.rank = static_cast<int>(number);
            rank = true;
        } else if (key == "rank_seq") {
            event.rank_seq = count_member(value, "rank_seq");
            rank_seq = true;
        } else if (key == "seq") {
            event.seq = count_member(value, "seq");
        } else if (key == "t") {
            if (!value.is_number()) refuse_event("\"t\" is not a number");
            event.t = value.get<double>();
            t = true;
        } else {
            event.fields.get_ref<Json::object_t&>().emplace_back(key, std::move(value));
        }
    }
};

} // namespace

std::string name_of(Type type) {
    for (const auto& [value, name] : type_names) {
        if (value == type) return std::string(name);
    }
    return "Unknown";
}

std::optional<Type> type_of(std::string_view name) {
    for (const auto& [value, text] : type_names) {
        if (text == name) return value;
    }
    return std::nullopt;
}

bool is_journaled(Type type) {
    return type != Type::Progress && type != Type::Heartbeat;
}

Json number_json(double value) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    return value;
}

std::optional<double> as_number(const Json& value) {
    if (value.is_number()) return value.get<double>();
    if (!value.is_string()) return std::nullopt;
    const auto& text = value.get_ref<const std::string&>();
    if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
    if (text == "inf") return std::numeric_limits<double>::infinity();
    if (text == "-inf") return -std::numeric_limits<double>::infinity();
    return std::nullopt;
}

std::optional<double> number_field(const Json& fields, const char* name) {
    if (!fields.is_object()) return std::nullopt;
    const auto found = fields.find(name);
    return found == fields.end() ? std::nullopt : as_number(*found);
}

double number(const Json& fields, const char* name, double otherwise) {
    return number_field(fields, name).value_or(otherwise);
}

Event to_event(const StepEvent& step) {
    Event event;
    event.type = Type::Step;
    event.fields = Json{{"step", step.step},
                        {"epoch", step.epoch},
                        {"loss", step.loss},
                        {"accuracy", step.accuracy},
                        {"learning_rate", step.learning_rate},
                        {"grad_norm", step.grad_norm},
                        {"samples", step.samples},
                        {"tokens", step.tokens},
                        {"step_seconds", step.step_seconds},
                        {"rss_bytes", step.rss_bytes},
                        {"gpu_allocated_bytes", step.gpu_allocated_bytes}};
    if (std::isnan(step.accuracy)) event.fields.erase("accuracy");
    return event;
}

StepEvent to_step(const Event& event) {
    const auto member = [&](const char* name) -> const Json& {
        const auto found = event.fields.find(name);
        if (found == event.fields.end())
            throw Error(ErrorId::step_event_incomplete, {name}, fmt::format("seq {}", event.seq));
        return *found;
    };
    const auto refuse = [&](const char* name) {
        throw Error(ErrorId::step_event_type_wrong, {name}, fmt::format("seq {}", event.seq));
    };
    const auto real = [&](const char* name) {
        const auto value = as_number(member(name));
        if (!value) refuse(name);
        return *value;
    };
    const auto whole = [&](const char* name) {
        const Json& value = member(name);
        if (!value.is_number_integer()) refuse(name);
        return value.get<std::int64_t>();
    };
    const auto bytes = [&](const char* name) {
        const std::int64_t value = whole(name);
        if (value < 0) refuse(name);
        return static_cast<std::uint64_t>(value);
    };
    StepEvent step;
    step.step = whole("step");
    step.epoch = real("epoch");
    step.loss = real("loss");
    step.accuracy =
        event.fields.contains("accuracy") ? real("accuracy") : std::numeric_limits<double>::quiet_NaN();
    step.learning_rate = real("learning_rate");
    step.grad_norm = real("grad_norm");
    step.samples = whole("samples");
    step.tokens = whole("tokens");
    step.step_seconds = real("step_seconds");
    step.rss_bytes = bytes("rss_bytes");
    step.gpu_allocated_bytes = bytes("gpu_allocated_bytes");
    return step;
}

std::string to_line(const Event& event) {
    std::string line = line_with(event, max_event_bytes);
    if (line.size() > max_event_bytes) line = line_with(event, 4096);
    if (line.size() > max_event_bytes) {
        Event bare = event;
        bare.fields = Json{{"omitted_bytes", line.size()}};
        line = line_with(bare, 4096);
    }
    return line;
}

Event parse_event(std::string_view text) {
    if (text.size() > max_event_bytes) refuse_event(fmt::format("larger than {} bytes", max_event_bytes));
    Builder builder;
    if (!Json::sax_parse(text.begin(), text.end(), &builder))
        refuse_event(builder.refusal.empty() ? "not JSON" : builder.refusal);
    if (!builder.root.is_object()) refuse_event("no JSON object");
    Event event;
    event.fields.get_ref<Json::object_t&>().reserve(builder.root.size());
    Members members;
    for (auto& [key, value] : builder.root.get_ref<Json::object_t&>())
        members.take(key, value, event);
    for (const auto& [present, name] :
         {std::pair(members.version, "v"), std::pair(members.type, "type"), std::pair(members.rank, "rank"),
          std::pair(members.rank_seq, "rank_seq"), std::pair(members.t, "t")}) {
        if (!present) refuse_event(fmt::format("it lacks \"{}\"", name));
    }
    return event;
}

} // namespace tunedesk::event
