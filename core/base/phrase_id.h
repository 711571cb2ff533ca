// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tunedesk {

/// The kinds of Phrase; comments list the values of each. phrase_catalogue() has an entry for each, in this
/// order.
enum class PhraseId {
    // A supervisor's replies to commands.
    stopping,
    pausing,
    continuing,
    saving,
    saving_paused, ///< the run stays paused
    killed,
    job_cancelled,    ///< a SLURM job's number
    refused_in_state, ///< the run's state
    no_such_command,
    // What remains at the end of a run: the step of the last checkpoint, and that of the metrics.
    kept_checkpoint,
    kept_checkpoint_metrics,
    kept_nothing,
    kept_metrics, ///< as kept_checkpoint without a checkpoint
    kept_earlier, ///< a checkpoint that an earlier start may have committed
    kept_earlier_metrics,
    // Why ranks could not continue: ranks, names of collectives, and finally the step.
    stall_behind,     ///< the rank, what it lacks, a rank that has it
    stall_parted,     ///< the rank, its collective, another rank, that rank's collective
    stall_inside,     ///< the collective that all ranks are in
    stall_waited_for, ///< the rank that the others wait for, its collective
    stall_threw,      ///< the rank that an exception stopped, its last collective
    stall_call,       ///< a rank, its call's operation, sequence number, bytes, the group's ranks, the block
    // What a self-check of a GPU compares.
    check_libraries,
    check_device,
    check_copy,
    check_kernel,
    check_logits,    ///< the precision
    check_gradients, ///< the precision
    check_nccl,
    check_nccl_gpus, ///< the number of GPUs
    check_memory,
    check_training, ///< the precision
    check_static_graph,
    check_static_graph_in, ///< the precision
    check_adamw_8bit,
    check_activation_checkpointing,
    check_optimizer_in_backward,
    check_optimizer_offloaded,
    check_parameters_offloaded,
    check_activations_offloaded,
    // The results of a self-check.
    found_silence,
    found_no_kernels,     ///< the architecture, the supported ones
    found_low_capability, ///< MAJOR.MINOR
    found_no_time,
    found_no_host_training,
    found_no_weights,
    found_other_weights, ///< the largest difference
    found_hang,          ///< seconds
    found_signal,        ///< its number
    found_silent_end,    ///< the exit code
    found_end,           ///< the exit code, the worker's last line
    found_not_reached,
    found_no_number,
    found_equal,
    found_difference,    ///< how much
    found_difference_of, ///< the difference, the tolerance
    // Why a key of a preset has no effect with the other values.
    unused_beside,  ///< the values, as KEY: VALUE, with which it has an effect
    unused_decided, ///< the key that decides
    unused_file,    ///< the key that names a file
    unused_value,   ///< another key, its value
    unused_unevaluated,
    unused_one_process,
    unused_one_data_rank,
    unused_buckets,
    only_choice, ///< the value
    no_choice,
    // Invalid combinations of a preset's values, reported at the key to change.
    key_missing,       ///< the purpose of the key
    classes_needed,    ///< the task, the value that disables the key
    file_and_fraction, ///< the key with the file
    no_rows_left,
    column_empty,
    label_is_text,
    pair_is_text,
    column_repeated,
    negative_with_score,
    features_without_head,
    graph_of_pairs,
    monitor_of_other_rows, ///< the monitor
    words_alone,
    images_alone,
    patches_uneven,
    image_size_missing,
    heads_uneven, ///< columns
    features_of_first,
    features_of_texts,
    stride_large,
    windows_of_pairs,
    windows_of_features,
    windows_in_graph,
    windows_over_budget, ///< windows, tokens of one, tokens of a batch
    weights_of_mixed,
    freeze_beside,
    lora_of_random,
    few_bits_of_shards,
    few_bits_offloaded,
    stream_is_whole,
    separator_long,   ///< bytes
    budget_below_row, ///< tokens of a batch, data.max_length
    no_training,
    momentum_without_sgd,
    nesterov_without_sgd,
    nesterov_without_momentum,
    spike_factor_low,
    rewind_without_checkpoints,
    steps_without_number,
    no_validation,
    no_validation_file,
    stopping_unevaluated,
    stopping_without_callbacks,
    unknown_metric,  ///< the metric, the task, its metrics
    lowest_is_best,  ///< the metric
    highest_is_best, ///< the metric
    in_backward_accumulation,
    in_backward_norm,
    in_backward_spike,
    in_backward_ranks,
    in_backward_shards,
    in_backward_scaler,
    graph_offload,
    graph_batches,
    graph_checkpointing,
    graph_in_backward,
    graph_features,
    prompts_of_shards,
    graph_ranks,
    graph_shards,
    tf32_stored,
    compute_unlike_params,
    offload_8bit,
    processes_no_multiple, ///< parallel.processes, ranks of a copy of the model
    single_of_several,     ///< parallel.processes, ranks of a copy of the model
    join_raises_by_tokens,
    few_devices,            ///< parallel.processes
    shards_of_stages,       ///< parallel.strategy
    stage_layers_of_others, ///< the list's length, parallel.pipeline_stages
    nccl_without_gpus,
    timeout_short,
    // What this version does not support: first the key's value.
    not_yet_with_stages, ///< then the alternative
    not_yet_with_slices, ///< likewise
    not_yet_offload_ranks,
    not_yet_in_backward_optimizer,
    not_yet_in_backward_parameters,
    // The values that a preset's key accepts.
    allowed_boolean,
    allowed_one,  ///< the choices
    allowed_list, ///< the choices
    allowed_open, ///< the choices, other accepted values
    allowed_form,
    allowed_text,
    allowed_path,
    allowed_whole,
    allowed_whole_from,
    allowed_whole_above,
    allowed_whole_to,
    allowed_whole_from_to,
    allowed_whole_above_to,
    allowed_number,
    allowed_number_from,
    allowed_number_above,
    allowed_number_to,
    allowed_number_from_to,
    allowed_number_above_to,
    allowed_or_null, ///< other accepted values
    // Errors in a single value of a preset.
    value_wrong,  ///< the value, the accepted values
    value_nearly, ///< the same and the nearest valid value
    value_twice,
    value_unreadable,
    value_long,          ///< the value, bytes
    value_missing,       ///< the accepted values, the default
    value_missing_empty, ///< the accepted values
    takes_one_value,     ///< the accepted values
    takes_plain_values,  ///< the accepted values
    variable_form,
    variable_unset, ///< its name twice
    path_long,      ///< bytes
    // Errors in a preset's keys.
    key_unknown,
    key_unknown_near, ///< the nearest known key
    key_unknown_listed,
    key_unknown_top,     ///< its keys, the sections
    key_unknown_section, ///< the section, its keys
    key_of_run_folder,
    key_of_command,
    key_twice,       ///< the line
    key_given_twice, ///< the key, its other name, the line
    is_a_section,
    takes_file_name,
    other_schema, ///< the version twice
    set_form,
    // Errors in a preset's files.
    file_unopened, ///< the file, the system's message
    file_unread,   ///< the file, the reason
    file_of_another_kind,
    extends_itself, ///< the file, files
    extends_many,   ///< files
    yaml_large,     ///< bytes, the limit
    yaml_invalid,   ///< the parser's message
    yaml_tab,
    yaml_open_quote,
    yaml_cycle,
    yaml_tag,
    yaml_merge,
    yaml_key,
    yaml_deep, ///< levels
    yaml_values,
    yaml_expanded,
    yaml_brackets,
    yaml_commas,
    yaml_control, ///< its code
    yaml_encoding,
    yaml_documents,
    yaml_no_map,
    // Errors in a recipe.
    recipe_without_rows,
    recipe_is_preset, ///< the file
    recipe_version,
    recipe_keys,
    recipe_many_rows, ///< the limit
    recipe_row,
    recipe_row_keys,
    recipe_name_twice, ///< the name
    count,             ///< number of enumerators; not a phrase
};

} // namespace tunedesk
