// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_config.h"
#include "base/files/file.h"
#include "data/tokenize/tokenizer.h"
#include "preset/preset.h"

#include <optional>

namespace tunedesk::plan {

/// Whether model.architecture requests a new model instead of the existing one of model.path.
bool is_made(const Preset& preset);

/// Whether the weights are read from the model's folder instead of initialized randomly.
bool is_pretrained(const Preset& preset);

/// Whether model.path is the name of a model on the hub instead of a folder.
bool is_on_hub(const Preset& preset);

/// The folder with the model's config.json and tokenizer: model.path; for a name on the hub the snapshot of
/// model.revision in the cache (format/hub/hub_cache.h); with model.architecture a folder in the cache, which
/// is created if missing: a config.json and, for a transformer language model, the words of data.train
/// tokenized like torchtext's basic_english, by descending frequency. The name of the new folder is
/// determined by the preset and the contents of data.train, so that several processes may create it
/// concurrently; a process keeps using the folder that it found even if the file changes. Throws Error 4377
/// if the named model is not downloaded, 31xx if data.train cannot be read, 5xxx if the folder cannot be
/// created.
fs::path model_folder(const Preset& preset);

/// For a hub name the snapshot in the cache, if there is one; else model.path unchanged. Creates nothing.
fs::path known_model_folder(const Preset& preset);

/// The preset with the commit that model.revision currently refers to, so that a run keeps its model when a
/// branch moves.
Preset with_model_commit(Preset preset);

/// The configuration of the model that a run trains, of model_folder()'s files: with the preset's adapters
/// and what it freezes. Throws Error 43xx, of them 4352 to 4354 if the adapters do not fit the model or
/// those of the folder, 4356 if a pattern of model.freeze fits no parameter, 4357 if nothing is left to
/// learn.
arch::ModelConfig read_trained_config(const Preset& preset, const fs::path& folder);
/// The folder of the frozen weights: model.path or, if that holds adapters, the folder of their base.
fs::path base_folder(const Preset& preset);

/// The same from the folder's existing files, without creating anything: for callers that must not write.
/// Throws the same errors.
arch::ModelConfig model_config(const Preset& preset);
/// The model's tokenizer; std::nullopt for a model of images.
std::optional<data::Tokenizer> model_tokenizer(const Preset& preset);

} // namespace tunedesk::plan
