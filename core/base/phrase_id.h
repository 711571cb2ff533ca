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
};

} // namespace tunedesk
