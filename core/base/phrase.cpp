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
    {PhraseId::stall_behind, "stall-behind",
     TUNEDESK_TRANSLATABLE("Phrase", "rank {} did not enter the {}, which rank {} did (step {})"),
     "Collective"},
    {PhraseId::stall_parted, "stall-parted",
     TUNEDESK_TRANSLATABLE("Phrase", "rank {} called the {} where rank {} called the {} (step {})"),
     "Collective"},
    {PhraseId::stall_inside, "stall-inside",
     TUNEDESK_TRANSLATABLE("Phrase", "all ranks were in the {}, which did not end (step {})"), "Collective"},
    {PhraseId::stall_waited_for, "stall-waited-for",
     TUNEDESK_TRANSLATABLE("Phrase", "rank {} did not finish the {} that the others waited for (step {})"),
     "Collective"},
    {PhraseId::stall_threw, "stall-threw",
     TUNEDESK_TRANSLATABLE("Phrase", "rank {} failed after the {} (step {})"), "Collective"},
    {PhraseId::stall_call, "stall-call",
     TUNEDESK_TRANSLATABLE("Phrase", "rank {}: {} {} of {} bytes, ranks {}, block {}"), "Collective"},
    {PhraseId::check_libraries, "check-libraries", TUNEDESK_TRANSLATABLE("Phrase", "libraries"), nullptr},
    {PhraseId::check_device, "check-device", TUNEDESK_TRANSLATABLE("Phrase", "device"), nullptr},
    {PhraseId::check_copy, "check-copy", TUNEDESK_TRANSLATABLE("Phrase", "copy"), nullptr},
    {PhraseId::check_kernel, "check-kernel", TUNEDESK_TRANSLATABLE("Phrase", "kernel"), nullptr},
    {PhraseId::check_logits, "check-logits", TUNEDESK_TRANSLATABLE("Phrase", "logits {}"), nullptr},
    {PhraseId::check_gradients, "check-gradients", TUNEDESK_TRANSLATABLE("Phrase", "gradients {}"), nullptr},
    {PhraseId::check_nccl, "check-nccl", TUNEDESK_TRANSLATABLE("Phrase", "nccl"), nullptr},
    {PhraseId::check_nccl_gpus, "check-nccl-gpus", TUNEDESK_TRANSLATABLE("Phrase", "nccl, {} GPUs"), nullptr},
    {PhraseId::check_memory, "check-memory", TUNEDESK_TRANSLATABLE("Phrase", "memory"), nullptr},
    {PhraseId::check_training, "check-training", TUNEDESK_TRANSLATABLE("Phrase", "training {}"), nullptr},
    {PhraseId::check_static_graph, "check-static-graph", TUNEDESK_TRANSLATABLE("Phrase", "static graph"),
     nullptr},
    {PhraseId::check_static_graph_in, "check-static-graph-in",
     TUNEDESK_TRANSLATABLE("Phrase", "static graph, {}"), nullptr},
    {PhraseId::check_adamw_8bit, "check-adamw-8bit", TUNEDESK_TRANSLATABLE("Phrase", "8-bit AdamW"), nullptr},
    {PhraseId::check_activation_checkpointing, "check-activation-checkpointing",
     TUNEDESK_TRANSLATABLE("Phrase", "activation checkpointing"), nullptr},
    {PhraseId::check_optimizer_in_backward, "check-optimizer-in-backward",
     TUNEDESK_TRANSLATABLE("Phrase", "optimizer in backward"), nullptr},
    {PhraseId::check_optimizer_offloaded, "check-optimizer-offloaded",
     TUNEDESK_TRANSLATABLE("Phrase", "optimizer offloaded"), nullptr},
    {PhraseId::check_parameters_offloaded, "check-parameters-offloaded",
     TUNEDESK_TRANSLATABLE("Phrase", "parameters offloaded"), nullptr},
    {PhraseId::check_activations_offloaded, "check-activations-offloaded",
     TUNEDESK_TRANSLATABLE("Phrase", "activations offloaded"), nullptr},
    {PhraseId::found_silence, "found-silence", TUNEDESK_TRANSLATABLE("Phrase", "the worker said nothing"),
     nullptr},
    {PhraseId::found_no_kernels, "found-no-kernels",
     TUNEDESK_TRANSLATABLE("Phrase", "LibTorch has no kernels for {}, only for {}"), nullptr},
    {PhraseId::found_low_capability, "found-low-capability",
     TUNEDESK_TRANSLATABLE("Phrase", "needs compute capability {}"), nullptr},
    {PhraseId::found_no_time, "found-no-time", TUNEDESK_TRANSLATABLE("Phrase", "the check's time was over"),
     nullptr},
    {PhraseId::found_no_host_training, "found-no-host-training",
     TUNEDESK_TRANSLATABLE("Phrase", "the host's training for comparison failed"), nullptr},
    {PhraseId::found_no_weights, "found-no-weights", TUNEDESK_TRANSLATABLE("Phrase", "it left no weights"),
     nullptr},
    {PhraseId::found_other_weights, "found-other-weights",
     TUNEDESK_TRANSLATABLE("Phrase", "other weights; losses differ by {}"), nullptr},
    {PhraseId::found_hang, "found-hang", TUNEDESK_TRANSLATABLE("Phrase", "hung: nothing for {} s"), nullptr},
    {PhraseId::found_signal, "found-signal", TUNEDESK_TRANSLATABLE("Phrase", "died of signal {}"), nullptr},
    {PhraseId::found_silent_end, "found-silent-end",
     TUNEDESK_TRANSLATABLE("Phrase", "ended with {}: without a word"), nullptr},
    {PhraseId::found_end, "found-end", TUNEDESK_TRANSLATABLE("Phrase", "ended with {}: {}"), nullptr},
    {PhraseId::found_not_reached, "found-not-reached", TUNEDESK_TRANSLATABLE("Phrase", "not reached"),
     nullptr},
    {PhraseId::found_no_number, "found-no-number", TUNEDESK_TRANSLATABLE("Phrase", "no number"), nullptr},
    {PhraseId::found_equal, "found-equal", TUNEDESK_TRANSLATABLE("Phrase", "equal"), nullptr},
    {PhraseId::found_difference, "found-difference", TUNEDESK_TRANSLATABLE("Phrase", "differs by {}"),
     nullptr},
    {PhraseId::found_difference_of, "found-difference-of",
     TUNEDESK_TRANSLATABLE("Phrase", "differs by {}, {} allowed"), nullptr},
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

Phrase Phrase::in_words(std::string text) {
    Phrase phrase;
    phrase.text = std::move(text);
    return phrase;
}

bool Phrase::is(PhraseId one) const {
    return id == phrase_forms[static_cast<std::size_t>(one)].id;
}

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
