// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/byte_level_bpe.h"

namespace tunedesk::data {

void ByteLevelBpe::tokenize(std::string_view word, std::vector<std::int32_t>& ids,
                            std::vector<std::uint32_t>* ends) const {
    if (word.empty()) return;
    thread_local BpeWord symbols;
    symbols.clear();
    for (std::uint32_t i = 0; i < word.size(); ++i)
        if (const std::int32_t id = byte_ids_[static_cast<unsigned char>(word[i])]; id != no_token)
            symbols.add(id, i + 1);
    merges_.apply(symbols);
    symbols.take(ids, ends);
    symbols.shrink();
}

} // namespace tunedesk::data
