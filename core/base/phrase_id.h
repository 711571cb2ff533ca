#pragma once

namespace tunedesk {

/// What a Phrase is of, with the values that it has. phrase_catalogue() has an entry for each, in this order.
enum class PhraseId {
    // A supervisor's replies to commands.
    stopping,
    pausing,
    continuing,
    saving,
    saving_paused, ///< the run stays paused
    killed,
    refused_in_state, ///< the run's state
    no_such_command,
    // What the end of a run leaves: the step of the checkpoint, and that of the metrics.
    kept_checkpoint,
    kept_checkpoint_metrics,
    kept_nothing,
    kept_metrics, ///< and no checkpoint
    kept_earlier, ///< a checkpoint that an earlier start may have committed
    kept_earlier_metrics,
    // Why ranks could not continue: ranks, names of collectives, and last the step.
    stall_behind,     ///< the rank, what it lacks, a rank that has it
    stall_parted,     ///< the rank, what it called, another one, what that one called
    stall_inside,     ///< what all ranks are in
    stall_waited_for, ///< the rank that the others wait for, in what
    stall_threw,      ///< the rank that an exception ended, its last collective
    stall_call,       ///< a rank, its call's operation, sequence number, bytes, the group's ranks, the block
    // What a self-check of a GPU compares.
    check_libraries,
    check_device,
    check_copy,
    check_kernel,
    check_logits,    ///< the precision
    check_gradients, ///< the precision
    check_nccl,
    check_nccl_gpus, ///< how many
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
    // What it finds.
    found_silence,
    found_no_kernels,     ///< the architecture, those that it has
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
    found_difference_of, ///< how much, the most
    count,               ///< of them; none itself
};

} // namespace tunedesk
