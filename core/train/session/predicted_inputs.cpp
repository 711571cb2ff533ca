// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/session/predicted_inputs.h"

#include "arch/adapter_folder.h"
#include "data/batch/sliding_windows.h"
#include "data/image/decode/decode.h"
#include "data/tags/text_entities.h"
#include "data/tags/word_tokens.h"
#include "data/tokenize/tokenizer.h"
#include "event/folder/run_folder.h"
#include "memory/torch_headers.h"
#include "model/blocks.h"
#include "plan/data_specs.h"
#include "plan/image_batches.h"
#include "preset/yaml/load.h"
#include "train/images/pictures.h"

#include <algorithm>
#include <optional>

namespace tunedesk::train {

namespace {

/// Uses the run's own preset if the folder is its best/ or final/: a tokenizer without a settings file stores
/// truncation nowhere else.
format::Truncation truncation_of_model(const fs::path& folder) {
    const fs::path real = fs::weakly_canonical(folder);
    const event::RunFolder run{real.parent_path()};
    if ((real == run.best() || real == run.final_model()) && run.holds_run())
        if (const preset::Draft draft = preset::load_draft(run.preset()); draft.problems.empty())
            return plan::truncation_of(draft.loaded.preset);
    return format::read_truncation(folder);
}

class PredictedTexts : public PredictedInputs {
public:
    PredictedTexts(const arch::ModelConfig& config, const fs::path& folder)
        : tokenizer_(data::Tokenizer::load(arch::tokenizer_folder(folder))) {
        plan::require_tables_fit(config, tokenizer_, false, folder.string());
        try {
            plan::require_tables_fit(config, tokenizer_, true, folder.string());
        } catch (const Error& error) {
            no_pairs_ = error;
        }
        format::Truncation truncation = truncation_of_model(folder);
        if (config.sentence && config.sentence->max_length > 0)
            truncation.max_length = config.sentence->max_length;
        const std::int64_t positions = config.max_tokens();
        max_length_ = static_cast<std::size_t>(
            truncation.max_length > 0 ? std::min(truncation.max_length, positions) : positions);
        truncate_left_ = truncation.left;
        // Settings that no preset allows come from another program.
        if (truncation.stride > 0 && 2 * truncation.stride <= static_cast<std::int64_t>(max_length_) &&
            tokenizer_.type_count(false) == 1)
            windows_ = {static_cast<std::size_t>(truncation.stride),
                        static_cast<std::size_t>(std::clamp<std::int64_t>(truncation.max_windows, 1, 1024)),
                        max_length_};
    }

    Encoded encode(std::span<const Predictor::Text> texts) const override {
        Encoded result;
        result.ids.resize(texts.size());
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const bool has_pair = texts[i].pair.has_value();
            if (has_pair && no_pairs_) throw *no_pairs_;
            if (!has_pair && windows_.is_on()) {
                add_windows(texts[i].text, static_cast<std::uint32_t>(i), result);
                continue;
            }
            const std::size_t specials = tokenizer_.special_tokens(has_pair);
            std::size_t type_one = 0;
            tokenizer_.encode(texts[i].text, texts[i].pair.value_or(std::string()), has_pair,
                              std::max(max_length_, specials), truncate_left_, result.ids[i], type_one);
            result.samples.push_back(
                {static_cast<std::uint32_t>(i), result.ids[i], static_cast<std::uint32_t>(type_one), -1});
        }
        return result;
    }

    /// Word embeddings of the batch.
    at::Tensor parts(const model::Batch& batch,
                     const std::function<at::Tensor(const model::Batch&)>& words) const override {
        return words(batch);
    }

    std::vector<std::string> names(const Encoded& encoded) const override {
        std::vector<std::string> names;
        for (const std::int32_t id : encoded.ids[0])
            names.push_back(tokenizer_.token(id));
        return names;
    }

    void join_windows(Predictor::Attribution& attribution) const override {
        const std::size_t count = attribution.tokens.size();
        if (!windows_.is_on() || count <= windows_.length) return;
        const data::RowFrame frame = tokenizer_.row_frame();
        const std::size_t before = frame.before.size(), behind = frame.behind.size();
        const std::size_t shared = windows_.overlap(before + behind);
        std::vector<std::string> tokens;
        std::vector<double> contributions, ends(behind);
        for (std::size_t begin = 0; begin < count; begin += windows_.length) {
            const std::size_t end = std::min(begin + windows_.length, count);
            const std::size_t joined = tokens.size();
            for (std::size_t i = begin; i < end; ++i) {
                const std::size_t place = i - begin;
                const double adds = attribution.contributions[i];
                if (i + behind >= end)
                    ends[i + behind - end] += adds;
                else if (begin > 0 && place < before)
                    contributions[place] += adds;
                else if (begin > 0 && place < before + shared)
                    contributions[joined - shared + place - before] += adds;
                else {
                    tokens.push_back(attribution.tokens[i]);
                    contributions.push_back(adds);
                }
            }
        }
        tokens.insert(tokens.end(), attribution.tokens.end() - static_cast<std::ptrdiff_t>(behind),
                      attribution.tokens.end());
        contributions.insert(contributions.end(), ends.begin(), ends.end());
        attribution.tokens = std::move(tokens);
        attribution.contributions = std::move(contributions);
    }

protected:
    data::Tokenizer tokenizer_;
    std::size_t max_length_ = 0;
    bool truncate_left_ = false;

private:
    void add_windows(const std::string& text, std::uint32_t index, Encoded& result) const {
        std::vector<std::int32_t> row;
        std::size_t type_one = 0;
        tokenizer_.encode(text, {}, false, windows_.longest_row(tokenizer_.special_tokens(false)),
                          truncate_left_, row, type_one);
        std::vector<std::int32_t>& ids = result.ids[index];
        windows_.divide(row, tokenizer_.row_frame(), ids);
        model::add_windows({index, ids, 0, -1}, windows_.length, result.samples);
    }

    data::SlidingWindows windows_;  ///< for single texts
    std::optional<Error> no_pairs_; ///< why the model does not accept pairs
};

/// Inputs that are lists of words, or texts that are split into words.
class PredictedWords : public PredictedTexts {
public:
    using PredictedTexts::PredictedTexts;

    Encoded encode(std::span<const Predictor::Text> texts) const override {
        Encoded result;
        result.ids.resize(texts.size());
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const std::vector<data::ByteSpan> words = words_of(texts[i]);
            data::WordTokens tokens =
                data::encode_words(tokenizer_, texts[i].text, words,
                                   std::max(max_length_, tokenizer_.special_tokens(false)), truncate_left_);
            result.ids[i] = std::move(tokens.ids);
            result.token_words.push_back(std::move(tokens.words));
            result.samples.push_back({static_cast<std::uint32_t>(i), result.ids[i],
                                      static_cast<std::uint32_t>(tokens.type_one), -1});
        }
        return result;
    }
};

constexpr std::uint64_t most_image_bytes = std::uint64_t{256} << 20;

/// Inputs from files named in the texts.
class PredictedImages : public PredictedInputs {
public:
    PredictedImages(const arch::ModelConfig& config, const fs::path& folder)
        : image_(config.image), transform_(plan::transform_of(config, format::read_image_processor(folder))),
          places_(static_cast<std::size_t>(config.max_tokens())) {}

    Encoded encode(std::span<const Predictor::Text> texts) const override {
        Encoded result;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            model::Sample sample{static_cast<std::uint32_t>(i), places_, 0, -1};
            sample.pixels = pixels_of(texts[i].text);
            result.samples.push_back(std::move(sample));
        }
        return result;
    }

    /// The pixels of patches.
    at::Tensor parts(const model::Batch& batch,
                     const std::function<at::Tensor(const model::Batch&)>&) const override {
        return model::patches_of(batch.pixels, image_);
    }

    std::vector<std::string> names(const Encoded&) const override { return {}; }

private:
    at::Tensor pixels_of(const fs::path& file) const {
        const image::Picture picture =
            image::decode_image(read_file(file, ErrorId::data_unreadable, most_image_bytes), file.string());
        const std::int64_t size = transform_.spec().size;
        at::Tensor pixels = at::empty({3, size, size}, at::kFloat);
        transform_.write(picture, {},
                         {pixels.mutable_data_ptr<float>(), static_cast<std::size_t>(pixels.numel())});
        return pixels;
    }

    arch::ImageKind image_;
    image::Transform transform_;
    std::vector<std::int32_t> places_;
};

} // namespace

std::vector<data::ByteSpan> words_of(const Predictor::Text& text) {
    return text.words ? *text.words : data::words_in(text.text);
}

std::unique_ptr<PredictedInputs> predicted_inputs(const arch::ModelConfig& config, const fs::path& folder) {
    if (config.image.is_on()) return std::make_unique<PredictedImages>(config, folder);
    if (config.classifies_tokens()) return std::make_unique<PredictedWords>(config, folder);
    return std::make_unique<PredictedTexts>(config, folder);
}

} // namespace tunedesk::train
