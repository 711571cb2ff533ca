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
    count, ///< of them; none itself
};

} // namespace tunedesk
