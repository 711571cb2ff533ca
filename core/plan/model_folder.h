// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_config.h"
#include "base/files/file.h"
#include "data/tokenize/tokenizer.h"
#include "preset/preset.h"

#include <optional>

namespace tunedesk::plan {

/// Whether model.architecture asks for a new model, not model.path for one that is there.
bool is_made(const Preset& preset);

/// Whether the weights are read from the model's folder, not made at random.
bool is_pretrained(const Preset& preset);

/// Whether model.path names a model on the hub, not a folder.
bool is_on_hub(const Preset& preset);

/// The folder with the model's config.json and tokenizer: model.path; of a model's name on the hub the
/// snapshot of model.revision in the cache (format/hub/hub_cache.h); or with model.architecture one in the
/// cache, made where it is not there: a config.json and, of a transformer language model, the words of
/// data.train, the most frequent first, as torchtext's basic_english has them. Its name follows from the
/// preset and the contents of data.train, so that two processes may make it at once; a process keeps the one
/// that it has found, should the file change. Throws Error 4377 if the named model is not downloaded, 31xx if
/// data.train cannot be read, 5xxx if the folder cannot be made.
fs::path model_folder(const Preset& preset);

/// The same where it is there and nothing is made, else the path as it is; throws nothing.
fs::path known_model_folder(const Preset& preset);

/// The preset with the commit that model.revision leads to now, so that a run keeps its model when a branch
/// moves.
Preset with_model_commit(Preset preset);

/// The configuration of the model that a run trains, of model_folder()'s files: with the preset's adapters
/// and what it freezes. Throws Error 43xx, of them 4352 to 4354 if the adapters do not fit the model or
/// those of the folder, 4356 if a pattern of model.freeze fits no parameter, 4357 if nothing is left to
/// learn.
arch::ModelConfig read_trained_config(const Preset& preset, const fs::path& folder);
/// The folder of the frozen weights: model.path, or where that holds adapters the one that they belong to.
fs::path base_folder(const Preset& preset);

/// What that folder's files say, and nothing is made: for those who may not write. Throw the same.
arch::ModelConfig model_config(const Preset& preset);
/// std::nullopt for a model of images.
std::optional<data::Tokenizer> model_tokenizer(const Preset& preset);

} // namespace tunedesk::plan
