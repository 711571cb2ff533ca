// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

namespace tunedesk::phrases {

/// What is wrong with a preset's values together, and what this version cannot run.
inline constexpr PhraseForm of_combinations[] = {
    {PhraseId::key_missing, "key-missing", TUNEDESK_TRANSLATABLE("Phrase", "is missing: {}"), nullptr},
    {PhraseId::classes_needed, "classes-needed",
     TUNEDESK_TRANSLATABLE("Phrase", "needs rows with one class each, which task: {} does not have; use {}"),
     nullptr},
    {PhraseId::file_and_fraction, "file-and-fraction",
     TUNEDESK_TRANSLATABLE("Phrase", "conflicts with {}; keep the file or the fraction"), nullptr},
    {PhraseId::no_rows_left, "no-rows-left",
     TUNEDESK_TRANSLATABLE("Phrase",
                           "and data.test_split leave no rows to train on; together they must stay below 1"),
     nullptr},
    {PhraseId::column_empty, "column-empty",
     TUNEDESK_TRANSLATABLE("Phrase", "is empty; name a column of the files"), nullptr},
    {PhraseId::label_is_text, "label-is-text",
     TUNEDESK_TRANSLATABLE("Phrase", "is also the text column; name the label column"), nullptr},
    {PhraseId::pair_is_text, "pair-is-text",
     TUNEDESK_TRANSLATABLE("Phrase",
                           "is also the text column; name the column of the second text or leave it empty"),
     nullptr},
    {PhraseId::column_repeated, "column-repeated",
     TUNEDESK_TRANSLATABLE("Phrase",
                           "is also the column of another text; name a different column or leave it empty"),
     nullptr},
    {PhraseId::negative_with_score, "negative-with-score",
     TUNEDESK_TRANSLATABLE(
         "Phrase", "is for triplets, and data.score_column for scored pairs; leave one of them empty"),
     nullptr},
    {PhraseId::features_without_head, "features-without-head",
     TUNEDESK_TRANSLATABLE(
         "Phrase",
         "features needs a classifier, which an embedding model does not have; use all, last_layers or lora"),
     nullptr},
    {PhraseId::graph_of_pairs, "graph-of-pairs",
     TUNEDESK_TRANSLATABLE(
         "Phrase",
         "records batches with one text per row, and these rows have several; use static_graph: false"),
     nullptr},
    {PhraseId::monitor_of_other_rows, "monitor-of-other-rows",
     TUNEDESK_TRANSLATABLE(
         "Phrase", "({}) is not measured on such rows: val_spearman and val_pearson need scored pairs, "
                   "val_triplet_acc needs triplets, and ranking metrics need rows without scores"),
     nullptr},
    {PhraseId::words_alone, "words-alone",
     TUNEDESK_TRANSLATABLE("Phrase", "transformer-lm is a language model; use task: language-modeling"),
     nullptr},
    {PhraseId::images_alone, "images-alone",
     TUNEDESK_TRANSLATABLE("Phrase", "vit reads images; use task: image-classification"), nullptr},
    {PhraseId::patches_uneven, "patches-uneven",
     TUNEDESK_TRANSLATABLE("Phrase", "must divide data.image_size"), nullptr},
    {PhraseId::image_size_missing, "image-size-missing",
     TUNEDESK_TRANSLATABLE(
         "Phrase",
         "0 takes the size from a model folder, and this model has none; give its size, such as 192"),
     nullptr},
    {PhraseId::heads_uneven, "heads-uneven",
     TUNEDESK_TRANSLATABLE("Phrase", "must divide model.width into heads of at most {} columns"), nullptr},
    {PhraseId::features_of_first, "features-of-first",
     TUNEDESK_TRANSLATABLE("Phrase", "features needs rows with one target; use all or last_layers"), nullptr},
    {PhraseId::features_of_texts, "features-of-texts",
     TUNEDESK_TRANSLATABLE("Phrase", "features supports only texts; use last_layers"), nullptr},
    {PhraseId::stride_large, "stride-large",
     TUNEDESK_TRANSLATABLE("Phrase", "must be at most half of max_length; a quarter is usual"), nullptr},
    {PhraseId::windows_of_pairs, "windows-of-pairs",
     TUNEDESK_TRANSLATABLE("Phrase", "windows are for single texts; use 0 for pairs, which are truncated"),
     nullptr},
    {PhraseId::windows_of_features, "windows-of-features",
     TUNEDESK_TRANSLATABLE("Phrase", "features needs rows with one window; use 0, or train: last_layers"),
     nullptr},
    {PhraseId::windows_in_graph, "windows-in-graph",
     TUNEDESK_TRANSLATABLE("Phrase", "rows have varying numbers of windows, which a static graph cannot "
                                     "record; use 0, or static_graph: false"),
     nullptr},
    {PhraseId::windows_over_budget, "windows-over-budget",
     TUNEDESK_TRANSLATABLE("Phrase", "a row of {} windows of {} tokens does not fit into a batch of "
                                     "max_tokens_per_batch ({}) tokens; lower max_windows, or raise it"),
     nullptr},
    {PhraseId::weights_of_mixed, "weights-of-mixed",
     TUNEDESK_TRANSLATABLE(
         "Phrase", "mixed images have two classes each; use none, or mixup_alpha and cutmix_alpha: 0"),
     nullptr},
    {PhraseId::freeze_beside, "freeze-beside",
     TUNEDESK_TRANSLATABLE("Phrase",
                           "belongs to train: all and last_layers; use one of them, or freeze: none"),
     nullptr},
    {PhraseId::lora_of_random, "lora-of-random",
     TUNEDESK_TRANSLATABLE(
         "Phrase", "lora adapts existing weights; use a model folder with init: pretrained, or train: all"),
     nullptr},
    {PhraseId::few_bits_of_shards, "few-bits-of-shards",
     TUNEDESK_TRANSLATABLE("Phrase",
                           "keeps every weight of the layers on every rank, in 4 bits; use none, or "
                           "a strategy that does not divide weights"),
     nullptr},
    {PhraseId::few_bits_offloaded, "few-bits-offloaded",
     TUNEDESK_TRANSLATABLE(
         "Phrase", "keeps the layers' weights in 4 bits on the device; use none, or offload something else"),
     nullptr},
    {PhraseId::stream_is_whole, "stream-is-whole",
     TUNEDESK_TRANSLATABLE("Phrase", "cuts rows from data.train, which this task reads whole; name files in "
                                     "data.validation and data.test"),
     nullptr},
    {PhraseId::separator_long, "separator-long",
     TUNEDESK_TRANSLATABLE("Phrase",
                           "is longer than {} bytes; give the text that separates two labels, such as ;"),
     nullptr},
    {PhraseId::budget_below_row, "budget-below-row",
     TUNEDESK_TRANSLATABLE(
         "Phrase",
         "({}) cannot hold a row of data.max_length ({}) tokens; raise it, or lower data.max_length"),
     nullptr},
    {PhraseId::no_training, "no-training",
     TUNEDESK_TRANSLATABLE("Phrase", "0 trains nothing; use -1 or at least 1"), nullptr},
    {PhraseId::momentum_without_sgd, "momentum-without-sgd",
     TUNEDESK_TRANSLATABLE("Phrase", "belongs to optim: sgd; use that, or momentum: 0"), nullptr},
    {PhraseId::nesterov_without_sgd, "nesterov-without-sgd",
     TUNEDESK_TRANSLATABLE("Phrase", "belongs to optim: sgd; use that, or nesterov: false"), nullptr},
    {PhraseId::nesterov_without_momentum, "nesterov-without-momentum",
     TUNEDESK_TRANSLATABLE(
         "Phrase", "needs momentum above 0; set training.momentum (0.9 is usual), or nesterov: false"),
     nullptr},
    {PhraseId::spike_factor_low, "spike-factor-low",
     TUNEDESK_TRANSLATABLE("Phrase", "must be above 1, or 0 for never"), nullptr},
    {PhraseId::rewind_without_checkpoints, "rewind-without-checkpoints",
     TUNEDESK_TRANSLATABLE("Phrase",
                           "rewind needs checkpoints, which logging.level: none disables; use skip or stop"),
     nullptr},
    {PhraseId::steps_without_number, "steps-without-number",
     TUNEDESK_TRANSLATABLE("Phrase", "must be above 0 with strategy: steps; say how many steps"), nullptr},
    {PhraseId::no_validation, "no-validation",
     TUNEDESK_TRANSLATABLE("Phrase", "needs validation rows; give data.validation, or data.validation_split "
                                     "(0.1 is usual), or use strategy: no"),
     nullptr},
    {PhraseId::no_validation_file, "no-validation-file",
     TUNEDESK_TRANSLATABLE("Phrase",
                           "needs a validation text; name a file in data.validation, or use strategy: no"),
     nullptr},
    {PhraseId::stopping_unevaluated, "stopping-unevaluated",
     TUNEDESK_TRANSLATABLE("Phrase",
                           "needs evaluations; use evaluation.strategy: epoch or steps, or patience 0"),
     nullptr},
    {PhraseId::stopping_without_callbacks, "stopping-without-callbacks",
     TUNEDESK_TRANSLATABLE(
         "Phrase", "is a callback, which logging.level: none disables; use level: full, or patience 0"),
     nullptr},
    {PhraseId::unknown_metric, "unknown-metric",
     TUNEDESK_TRANSLATABLE("Phrase", "({}) is not a metric of task: {}; use {}"), nullptr},
    {PhraseId::lowest_is_best, "lowest-is-best",
     TUNEDESK_TRANSLATABLE("Phrase", "must be min for monitor: {}, which is better when it is low"), nullptr},
    {PhraseId::highest_is_best, "highest-is-best",
     TUNEDESK_TRANSLATABLE("Phrase", "must be max for monitor: {}, which is better when it is high"),
     nullptr},
    {PhraseId::in_backward_accumulation, "in-backward-accumulation",
     TUNEDESK_TRANSLATABLE("Phrase",
                           "updates each parameter immediately, which excludes "
                           "training.gradient_accumulation_steps: there is no gradient left to add to; use "
                           "optimizer_in_backward: false, or change training.gradient_accumulation_steps"),
     nullptr},
    {PhraseId::in_backward_norm, "in-backward-norm",
     TUNEDESK_TRANSLATABLE("Phrase",
                           "updates each parameter immediately, which excludes training.max_grad_norm: the "
                           "norm of all gradients is known only at the end; use optimizer_in_backward: "
                           "false, or change training.max_grad_norm"),
     nullptr},
    {PhraseId::in_backward_spike, "in-backward-spike",
     TUNEDESK_TRANSLATABLE("Phrase",
                           "updates each parameter immediately, which excludes training.on_loss_spike: the "
                           "update is made before the loss of all ranks is known; use optimizer_in_backward: "
                           "false, or change training.on_loss_spike"),
     nullptr},
    {PhraseId::in_backward_ranks, "in-backward-ranks",
     TUNEDESK_TRANSLATABLE(
         "Phrase", "updates each parameter immediately, which excludes parallel.processes: the other ranks' "
                   "gradients arrive later; use optimizer_in_backward: false, or change parallel.processes"),
     nullptr},
    {PhraseId::in_backward_shards, "in-backward-shards",
     TUNEDESK_TRANSLATABLE(
         "Phrase", "updates each parameter immediately, which excludes parallel.strategy: it updates chunks "
                   "of summed gradients; use optimizer_in_backward: false, or change parallel.strategy"),
     nullptr},
    {PhraseId::in_backward_scaler, "in-backward-scaler",
     TUNEDESK_TRANSLATABLE(
         "Phrase",
         "updates each parameter immediately, which excludes precision.compute: its scaler must see all "
         "gradients before any update; use optimizer_in_backward: false, or change precision.compute"),
     nullptr},
    {PhraseId::graph_offload, "graph-offload",
     TUNEDESK_TRANSLATABLE(
         "Phrase", "needs tensors to stay on the device, which memory.offload moves; use one of the two"),
     nullptr},
    {PhraseId::graph_batches, "graph-batches",
     TUNEDESK_TRANSLATABLE(
         "Phrase",
         "records a few sizes of packed batches; use data.batching: packed, or static_graph: false"),
     nullptr},
    {PhraseId::graph_checkpointing, "graph-checkpointing",
     TUNEDESK_TRANSLATABLE("Phrase", "cannot record random numbers that are drawn again, as "
                                     "memory.activation_checkpointing does; use one of the two"),
     nullptr},
    {PhraseId::graph_in_backward, "graph-in-backward",
     TUNEDESK_TRANSLATABLE("Phrase",
                           "records after a warm-up pass that must not change weights, but "
                           "memory.optimizer_in_backward updates them in that pass; use one of the two"),
     nullptr},
    {PhraseId::graph_features, "graph-features",
     TUNEDESK_TRANSLATABLE(
         "Phrase",
         "has nothing to record: with model.train: features the encoder runs once; use static_graph: false"),
     nullptr},
    {PhraseId::prompts_of_shards, "prompts-of-shards",
     TUNEDESK_TRANSLATABLE("Phrase", "are answered by one rank, which holds only a part of the weights under "
                                     "this strategy; remove them or use zero2"),
     nullptr},
    {PhraseId::graph_ranks, "graph-ranks",
     TUNEDESK_TRANSLATABLE("Phrase", "records one process's step, without the exchange between ranks; use "
                                     "processes: 1 with strategy: single, or static_graph: false"),
     nullptr},
    {PhraseId::graph_shards, "graph-shards",
     TUNEDESK_TRANSLATABLE("Phrase", "records one process's step, and parallel.strategy divides its state; "
                                     "use strategy: single, or static_graph: false"),
     nullptr},
    {PhraseId::tf32_stored, "tf32-stored",
     TUNEDESK_TRANSLATABLE("Phrase", "tf32 is a type to compute in, not to store; use fp32"), nullptr},
    {PhraseId::compute_unlike_params, "compute-unlike-params",
     TUNEDESK_TRANSLATABLE("Phrase",
                           "must be the type of 16-bit params; use the same for both, or params: fp32"),
     nullptr},
    {PhraseId::offload_8bit, "offload-8bit",
     TUNEDESK_TRANSLATABLE("Phrase",
                           "streams the optimizer's state through the GPU in parts, which training.optim: "
                           "adamw_8bit does not support; use adamw, or leave optimizer out"),
     nullptr},
    {PhraseId::processes_no_multiple, "processes-no-multiple",
     TUNEDESK_TRANSLATABLE("Phrase", "({}) must be a multiple of pipeline_stages x tensor_size ({})"),
     nullptr},
    {PhraseId::single_of_several, "single-of-several",
     TUNEDESK_TRANSLATABLE(
         "Phrase", "single is one data rank, but processes is {}; use strategy: ddp, or processes: {}"),
     nullptr},
    {PhraseId::join_raises_by_tokens, "join-raises-by-tokens",
     TUNEDESK_TRANSLATABLE(
         "Phrase", "raise ends the run when a rank has fewer batches than another, and with batches counted "
                   "in tokens (training.max_tokens_per_batch) the numbers nearly always differ; use shadow"),
     nullptr},
    {PhraseId::few_devices, "few-devices",
     TUNEDESK_TRANSLATABLE("Phrase", "lists fewer devices than processes ({}); each rank needs its own"),
     nullptr},
    {PhraseId::shards_of_stages, "shards-of-stages",
     TUNEDESK_TRANSLATABLE("Phrase", "{} gathers a stage's parameters or divides its gradients again for "
                                     "every micro-batch; use zero1 or ddp, or parallel.pipeline_stages: 1"),
     nullptr},
    {PhraseId::stage_layers_of_others, "stage-layers-of-others",
     TUNEDESK_TRANSLATABLE("Phrase", "lists the layers of {} stages, but pipeline_stages is {}"), nullptr},
    {PhraseId::nccl_without_gpus, "nccl-without-gpus",
     TUNEDESK_TRANSLATABLE("Phrase", "nccl runs only on GPUs, and devices: auto may select the processors; "
                                     "use gloo or auto, or parallel.devices: cuda"),
     nullptr},
    {PhraseId::timeout_short, "timeout-short",
     TUNEDESK_TRANSLATABLE("Phrase",
                           "must be at least twice heartbeat_seconds, or healthy ranks count as hung"),
     nullptr},
    {PhraseId::not_yet_with_stages, "not-yet-with-stages",
     TUNEDESK_TRANSLATABLE("Phrase", "{} does not run with several parallel.pipeline_stages in this version "
                                     "yet; use {}, or pipeline_stages: 1"),
     nullptr},
    {PhraseId::not_yet_with_slices, "not-yet-with-slices",
     TUNEDESK_TRANSLATABLE("Phrase", "{} does not run with parallel.tensor_size above 1 in this version yet; "
                                     "use {}, or tensor_size: 1"),
     nullptr},
    {PhraseId::not_yet_offload_ranks, "not-yet-offload-ranks",
     TUNEDESK_TRANSLATABLE("Phrase", "{} does not run in this version yet; leave parameters out on several "
                                     "GPUs, or use parallel.processes: 1"),
     nullptr},
    {PhraseId::not_yet_in_backward_optimizer, "not-yet-in-backward-optimizer",
     TUNEDESK_TRANSLATABLE(
         "Phrase",
         "{} does not run in this version yet; leave optimizer out of memory.offload, or use false"),
     nullptr},
    {PhraseId::not_yet_in_backward_parameters, "not-yet-in-backward-parameters",
     TUNEDESK_TRANSLATABLE(
         "Phrase", "{} does not run in this version yet; where several blocks run again together, use "
                   "memory.activation_checkpointing: block, or leave parameters out of memory.offload"),
     nullptr},
};

} // namespace tunedesk::phrases
