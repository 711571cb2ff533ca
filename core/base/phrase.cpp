#include "base/phrase.h"

#include "base/text.h"

#include <algorithm>

namespace tunedesk {

namespace {

constexpr std::size_t most_values = 8, most_value_bytes = 4096;

constexpr PhraseForm phrase_forms[] = {
    {PhraseId::stopping, "stopping",
     TUNEDESK_TRANSLATABLE("Phrase", "stopping: the step is finished and saved"), nullptr},
    {PhraseId::pausing, "pausing", TUNEDESK_TRANSLATABLE("Phrase", "pausing after this step"), nullptr},
    {PhraseId::continuing, "continuing", TUNEDESK_TRANSLATABLE("Phrase", "continuing"), nullptr},
    {PhraseId::saving, "saving", TUNEDESK_TRANSLATABLE("Phrase", "saving a checkpoint after this step"),
     nullptr},
    {PhraseId::saving_paused, "saving-paused",
     TUNEDESK_TRANSLATABLE("Phrase", "saving a checkpoint; the run stays paused"), nullptr},
    {PhraseId::killed, "killed",
     TUNEDESK_TRANSLATABLE("Phrase", "killed; the last committed checkpoint is kept"), nullptr},
    {PhraseId::refused_in_state, "refused-in-state", TUNEDESK_TRANSLATABLE("Phrase", "the run is {}"),
     "RunState"},
    {PhraseId::no_such_command, "no-such-command", TUNEDESK_TRANSLATABLE("Phrase", "no such command"),
     nullptr},
    {PhraseId::kept_checkpoint, "kept-checkpoint", TUNEDESK_TRANSLATABLE("Phrase", "checkpoint of step {}"),
     nullptr},
    {PhraseId::kept_checkpoint_metrics, "kept-checkpoint-metrics",
     TUNEDESK_TRANSLATABLE("Phrase", "checkpoint of step {}, metrics to step {}"), nullptr},
    {PhraseId::kept_nothing, "kept-nothing", TUNEDESK_TRANSLATABLE("Phrase", "no checkpoint yet"), nullptr},
    {PhraseId::kept_metrics, "kept-metrics",
     TUNEDESK_TRANSLATABLE("Phrase", "no checkpoint yet, metrics to step {}"), nullptr},
    {PhraseId::kept_earlier, "kept-earlier",
     TUNEDESK_TRANSLATABLE("Phrase", "the last committed checkpoint, if there was one"), nullptr},
    {PhraseId::kept_earlier_metrics, "kept-earlier-metrics",
     TUNEDESK_TRANSLATABLE("Phrase", "the last committed checkpoint, if there was one, metrics to step {}"),
     nullptr},
};

constexpr bool is_in_order() {
    for (std::size_t i = 0; i < std::size(phrase_forms); ++i)
        if (static_cast<std::size_t>(phrase_forms[i].of) != i) return false;
    return true;
}
static_assert(is_in_order() && std::size(phrase_forms) == static_cast<std::size_t>(PhraseId::count));

} // namespace

Phrase::Phrase(PhraseId of, std::vector<std::string> with)
    : id(phrase_forms[static_cast<std::size_t>(of)].id), values(std::move(with)) {}

std::span<const PhraseForm> phrase_catalogue() {
    return phrase_forms;
}

const PhraseForm* form_of(const Phrase& phrase) {
    const auto found = std::ranges::find(phrase_forms, std::string_view(phrase.id), &PhraseForm::id);
    return found == std::end(phrase_forms) ? nullptr : &*found;
}

std::string sentence(const Phrase& phrase) {
    const PhraseForm* form = form_of(phrase);
    return form ? filled(form->english, phrase.values) : phrase.text;
}

std::string filled(std::string_view form, std::span<const std::string> values) {
    std::string text;
    std::size_t value = 0;
    while (!form.empty()) {
        const std::size_t at = std::min(form.find("{}"), form.size());
        text += form.substr(0, at);
        form.remove_prefix(at);
        if (form.empty()) break;
        if (value < values.size()) text += values[value++];
        form.remove_prefix(2);
    }
    return text;
}

Json phrase_json(const Phrase& phrase) {
    return Json{{"id", phrase.id}, {"values", phrase.values}, {"text", sentence(phrase)}};
}

Phrase phrase_from(const Json& json) {
    Phrase phrase;
    if (json.is_string()) phrase.text = shortened(json.get_ref<const std::string&>(), most_value_bytes);
    if (!json.is_object()) return phrase;
    phrase.id = shortened(text_field(json, "id"));
    if (!form_of(phrase)) phrase.text = shortened(text_field(json, "text"), most_value_bytes);
    const auto values = json.find("values");
    if (values == json.end() || !values->is_array()) return phrase;
    for (const Json& value : *values)
        if (value.is_string() && phrase.values.size() < most_values)
            phrase.values.push_back(shortened(value.get_ref<const std::string&>(), most_value_bytes));
    return phrase;
}

} // namespace tunedesk
