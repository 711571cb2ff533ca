// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"
#include "parallel/group.h"
#include "preset/preset.h"
#include "train/loop/train_state.h"
#include "train/save/checkpoint_files.h"
#include "train/save/joint_write.h"
#include "train/save/model_file.h"
#include "train/save/save_crew.h"
#include "train/session/run_place.h"
#include "train/step/trainable_model.h"
#include "train/strategies/strategy.h"

namespace tunedesk::train {

/// A copy of a model's weights at one step, in host memory.
struct ModelCopy {
    std::int64_t step = 0;
    std::vector<std::pair<std::string, at::Tensor>> weights;
};
ModelCopy copy_of(SaveCrew& crew, std::int64_t step);

/// Saves and restores a run's state, and its Hugging Face folders best/ and final/. Rank 0 saves, and asks
/// the others for their parts (SaveCrew).
class Checkpointer {
public:
    /// `remote`: transfers files of ranks that do not see the folder; null if all do. It must outlive this.
    Checkpointer(const event::RunFolder& folder, const Preset& preset, format::RunFingerprint fingerprint,
                 const data::LabelMap& labels, RemoteFiles* remote = nullptr);
    const RemoteFiles* remote_files() const { return remote_; }

    struct Saved {
        fs::path path;
        std::uint64_t bytes = 0;
        double seconds = 0;
    };
    /// Commits checkpoints/step-N, then removes those beyond checkpoint.keep. `write`: makes all ranks write
    /// their files. Throws Error 5001 on a failing disk; earlier checkpoints are then kept.
    Saved save(const TrainState& state, const JointWrite::Write& write) const;

    /// The newest checkpoint's step as rank 0 sees it, because a shared disk may show it to others later;
    /// std::nullopt if there is none. A collective; the others wait while rank 0 reads. Throws Error 44xx on
    /// rank 0 if the newest is damaged, with the file's name and the previous checkpoint.
    std::optional<std::int64_t> newest(parallel::Group& group) const;
    struct Restored {
        TrainState state;
        std::string warning; ///< a sentence if a change makes it unknown which samples the epoch has dealt
    };
    /// Restores weights, optimizer and state of a step. Without `allow_change`, throws Error 4420 with the
    /// list of differences if preset, data or the number of ranks differ. A longer training is not a
    /// difference; a finished run then trains on. Throws Error 44xx if the checkpoint is damaged, 4481 if it
    /// is of another step. All ranks call it.
    Restored restore(std::int64_t step, Strategy& strategy, bool allow_change) const;

    /// Writes best/ or final/: config.json, the weights with their step (model_file.h), tokenizer files. With
    /// `copy` its weights instead of the model's.
    void save_model(const fs::path& target, const model::SequenceClassifier& model, SaveCrew& crew,
                    std::int64_t step) const;
    void save_model(const fs::path& target, const model::SequenceClassifier& model,
                    const ModelCopy& copy) const;
    /// Reads the weights of such a folder. Returns false without reading if they are of another step, such as
    /// one after the resumed checkpoint that was not reached again. All ranks call it.
    bool load_model(const fs::path& source, Strategy& strategy, std::int64_t step) const;
    /// Throws Error 5573 or 5576 if the run's folder was deleted or renamed; every save does.
    void require_folder() const { place_.require(); }

private:
    std::optional<std::int64_t> newest_here() const;
    /// The folder in which this rank reads a folder of the run.
    RemoteFiles::LocalFolder local_folder(const fs::path& folder) const;
    void save_weights(const fs::path& target, const model::SequenceClassifier& model, std::int64_t step,
                      const std::function<void(ModelFileWriter&)>& give) const;

    event::RunFolder folder_;
    RunPlace place_;
    Preset preset_;
    format::RunFingerprint fingerprint_;
    data::LabelMap labels_;
    RemoteFiles* remote_;
};

} // namespace tunedesk::train
