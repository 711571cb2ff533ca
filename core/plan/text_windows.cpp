// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/text_windows.h"

#include "base/error.h"
#include "base/text.h"
#include "data/files/source.h"
#include "plan/data_specs.h"
#include "plan/model_folder.h"

namespace tunedesk::plan {

namespace {

std::vector<std::uint64_t> document_lengths(const data::TokenizedSet& tokens, const std::string& file) {
    if (data::kind_of_name(file, /*texts=*/true).format == data::Format::lines) return {tokens.tokens()};
    std::vector<std::uint64_t> lengths(tokens.size());
    for (std::size_t row = 0; row < lengths.size(); ++row)
        lengths[row] = tokens.length(row);
    return lengths;
}

} // namespace

bool separates_documents(const Preset& preset) {
    return task::task_of(preset.task).target == task::Target::next_token && !is_made(preset) &&
           preset.data.documents == Preset::Documents::separate;
}

std::uint64_t stream_columns(const Preset& preset, std::int64_t data_ranks) {
    const data::SamplerSpec spec = sampler_spec(preset, data_ranks);
    return static_cast<std::uint64_t>(spec.batch_size * spec.world_size * spec.accumulation);
}

data::Windows windows_of(const Preset& preset, const data::TokenizedSet& tokens, const std::string& file,
                         std::uint64_t columns) {
    const auto length = static_cast<std::uint64_t>(preset.data.max_length);
    if (separates_documents(preset)) {
        data::Windows windows = data::Windows::of_documents(document_lengths(tokens, file), length);
        if (windows.count() == 0) throw Error(ErrorId::documents_too_short, {}, file);
        return windows;
    }
    data::Windows windows = data::Windows::of_stream(tokens.tokens(), columns, length);
    if (windows.count() == 0)
        throw Error(ErrorId::stream_too_short, {grouped(tokens.tokens()), std::to_string(columns)}, file);
    return windows;
}

} // namespace tunedesk::plan
