// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "task/task.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk {

/// A resolved preset: one value object with a field per key, named like the keys. The schema table
/// (preset/schema/schema.h) binds each key to its field and is the only place that knows texts, ranges and
/// defaults besides the initialisers here, which are those defaults. Paths are absolute after loading.
struct Preset {
    using Task = task::Kind;
    enum class Init { pretrained, random };
    enum class Pooling { automatic, mean, first };
    enum class Architecture { none, transformer_lm, vit };
    enum class Train { all, last_layers, features, lora };
    enum class Quantization { none, nf4 };
    enum class Batching { packed, bucketed, padded };
    enum class Sharding { exact, per_rank };
    enum class BadRows { stop, skip };
    enum class Side { right, left };
    enum class Documents { joined, separate };
    enum class Sampling { shuffled, class_balanced };
    enum class RandomCrop { none, padded, resized };
    enum class Optim { sgd, adam, adamw, adamw_8bit };
    enum class Scheduler { constant, linear, cosine, step };
    enum class OnNonfinite { skip, rewind, stop };
    enum class OnLossSpike { warn, skip };
    enum class EvalStrategy { no, epoch, steps };
    enum class Compute { fp32, tf32, fp16, bf16 };
    enum class Strategy { single, ddp, zero1, zero2, zero3, fsdp };
    enum class Join { shadow, raise };
    enum class PipelineSchedule { gpipe, one_forward_one_backward };
    enum class Backend { automatic, gloo, nccl, shm };
    enum class Mode { max, min };
    enum class LogLevel { none, full };

    int tunedesk = 1;
    std::string name;
    Task task = Task::text_classification;
    std::string recipe; ///< published experiment that this repeats (report/published.h); may be empty

    struct Model {
        std::string path; ///< folder with config.json and, for `pretrained`, weights and tokenizer
        std::string revision = "main"; ///< of a model that path names on the hub: branch, tag or commit
        Init init = Init::pretrained;
        Train train = Train::all;
        bool ignore_mismatched_sizes = false; ///< a head with another number of labels is re-initialized
        int last_layers = 1; ///< with train: last_layers, how many encoder layers learn beside the head
        std::string freeze = "none";   ///< or patterns of parameters that do not learn, divided by commas
        std::optional<double> dropout; ///< sets every dropout probability; empty: the model's own
        /// Sizes of a new model without a folder.
        Architecture architecture = Architecture::none;
        int width = 200, feed_forward = 200, heads = 2, layers = 2;
        int patch_size = 16;                  ///< pixels, of a vit
        Pooling pooling = Pooling::automatic; ///< of an embedding; automatic: the folder's, else mean
    } model;

    /// With train: lora, the adapters that learn, as PEFT's LoraConfig has them.
    struct Lora {
        int rank = 16;
        double alpha = 32, dropout = 0;
        std::string targets = "all-linear"; ///< or names of layers, divided by commas
        bool rank_stabilized = false;
        Quantization quantization = Quantization::none; ///< of the frozen weights
        bool double_quantization = true;
    } lora;

    struct Data {
        std::string train, validation, test;       ///< files; validation and test may be empty
        std::vector<std::string> extra_validation; ///< files that evaluations report on beside validation
        double validation_split = 0;               ///< fraction cut from train where no file is given
        double test_split = 0;
        std::string split_file; ///< which rows of train are for what; empty: the fractions decide
        std::string text_column = "text", text_pair_column, label_column = "label";
        std::string negative_column, score_column; ///< of rows whose texts are compared; may be empty
        int token_column = 1, tag_column = -1; ///< of CoNLL files, from 1, or from -1, the last, backwards
        std::string tag_names;              ///< of tags that JSONL has as integers from 0, divided by commas
        std::string image_column = "image"; ///< of a table of images: their files
        int image_size = 0;                 ///< pixels a side; 0: the model's
        RandomCrop random_crop = RandomCrop::none;
        bool horizontal_flip = false;
        int rand_augment = 0, rand_augment_magnitude = 9; ///< operations a training image; their strength
        std::string label_separator = ",";                ///< between the labels of a row that has several
        int max_length = 512;                             ///< tokens a row, special ones included
        Side truncation_side = Side::right;
        int stride = 0;       ///< tokens that windows of a long row share; 0: long rows are truncated
        int max_windows = 16; ///< of a row
        Documents documents = Documents::joined; ///< whether a language model's windows cross their ends
        Batching batching = Batching::packed;
        BadRows bad_rows = BadRows::stop;
        Sampling sampling = Sampling::shuffled; ///< how an epoch's training rows are drawn
        Sharding sharding = Sharding::exact;    ///< how training rows are divided between data ranks
        int threads = 0;                        ///< tokenizing; 0: all cores
        double cache_limit_gb = 20;             ///< of the token cache, tokens and features; 0: no limit
    } data;

    struct Training {
        int per_device_train_batch_size = 12;
        int per_device_eval_batch_size = 32;
        bool dataloader_drop_last = false;
        int max_tokens_per_batch = 0; ///< tokens; 0: batches are counted in samples
        int gradient_accumulation_steps = 1;
        double num_train_epochs = 3;
        std::int64_t max_steps = -1; ///< optimizer steps; -1: num_train_epochs decides
        Optim optim = Optim::adam;
        double learning_rate = 5e-5;
        double weight_decay = 0;
        double adam_beta1 = 0.9, adam_beta2 = 0.999, adam_epsilon = 1e-8;
        double momentum = 0; ///< sgd
        bool nesterov = false;
        Scheduler lr_scheduler_type = Scheduler::constant;
        std::int64_t warmup_steps = 0;
        double warmup_ratio = 0;  ///< of all steps; used where warmup_steps is 0
        int lr_step_epochs = 1;   ///< step: epochs between two reductions
        double lr_gamma = 0.95;   ///< step: factor of a reduction
        double max_grad_norm = 0; ///< 0: no clipping
        double label_smoothing_factor = 0;
        double focal_gamma = 0;       ///< exponent of the focal loss; 0: cross entropy
        double layer_decay = 1;       ///< factor of the learning rate from a layer to the one below
        double ema_decay = 0;         ///< of the mean of weights that is evaluated and saved; 0: off
        double similarity_scale = 20; ///< factor of the cosines in the loss of pairs and triplets
        double mixup_alpha = 0, cutmix_alpha = 0; ///< of images; 0: off
        std::string class_weights = "none";       ///< none | balanced | a list of one weight a class: "1,2.5"
        int early_stopping_patience = 0;          ///< evaluations without improvement; 0: never
        double early_stopping_threshold = 0;
        OnNonfinite on_nonfinite = OnNonfinite::skip;
        int nonfinite_limit = 10;     ///< skipped steps in a row before the run ends with exit 8
        double loss_spike_factor = 0; ///< flags a loss above this multiple of its running mean; 0: never
        OnLossSpike on_loss_spike = OnLossSpike::warn;
        std::int64_t seed = 123;
        bool deterministic = true;
        int threads = 0; ///< compute threads a rank; 0: the cores divided by the ranks on this machine
    } training;

    struct Evaluation {
        EvalStrategy strategy = EvalStrategy::epoch;
        std::int64_t every_n_steps = 0;
        bool on_start = false;   ///< before the first step, too
        std::string prompts;     ///< with | between them: what a language model answers at each evaluation
        int max_new_tokens = 64; ///< of an answer
        int samples = 0;         ///< validation rows whose predictions an evaluation shows
    } evaluation;

    struct Precision {
        Compute compute = Compute::fp32, params = Compute::fp32;
        bool static_graph = false;
        double loss_scale = 0;        ///< fp16: a fixed factor of the loss; 0: dynamic
        int initial_scale_power = 16; ///< the dynamic factor begins at 2 to this
        double loss_scale_growth = 2, loss_scale_backoff = 0.5;
        std::int64_t loss_scale_window = 1000; ///< steps without overflow before it grows
        int hysteresis = 2;                    ///< overflows before it goes back
        double min_loss_scale = 1;
    } precision;

    struct Memory {
        std::string activation_checkpointing = "none"; ///< none | block | N
        bool optimizer_in_backward = false;
        std::vector<std::string> offload; ///< optimizer, parameters, activations
        bool init_on_device = true;
    } memory;

    struct Parallel {
        Strategy strategy = Strategy::single;
        int processes = 1, pipeline_stages = 1, tensor_size = 1;
        PipelineSchedule pipeline_schedule = PipelineSchedule::one_forward_one_backward;
        int pipeline_chunks = 1;
        std::string stage_layers = "auto"; ///< auto: balanced | the layers of each stage "3,4,5"
        std::string devices = "auto";      ///< auto | cpu | cuda | a list of CUDA indices "0,1"
        Backend backend = Backend::automatic;
        double bucket_mb = 25;    ///< MiB of gradients a reduction bucket
        Join join = Join::shadow; ///< data.sharding per_rank: what happens when a rank has no batch left
        bool divide_by_initial_world_size = true; ///< shadow: the mean counts ranks without a batch
        int master_port = 0;                      ///< rendezvous port; 0: a free one
        bool elastic = false;                     ///< after the loss of a rank, continue with those left
        bool oversubscribe = false;               ///< start more ranks than the host has cores or memory for
    } parallel;

    struct Checkpoint {
        std::int64_t every_n_steps = 500; ///< 0: only on stop and at the end of an epoch
        int keep = 2;
        bool asynchronous = false;       ///< written beside training, from a copy in memory
        double retry_seconds = 60;       ///< failed saves that count lie so far apart
        std::string monitor = "val_acc"; ///< one of the task's monitors
        Mode mode = Mode::max;
    } checkpoint;

    struct Logging {
        LogLevel level = LogLevel::full;
        std::int64_t every_n_steps = 10;
        bool tensorboard = true;
    } logging;

    struct Supervision {
        double heartbeat_seconds = 1;       ///< between two heartbeats of a rank
        double rank_timeout_seconds = 60;   ///< silence after which a rank counts as hung
        double disk_timeout_seconds = 1800; ///< of one call that waits for the disk
        double start_timeout_seconds = 120;
        double stop_grace_seconds = 60; ///< after a stop request, before SIGTERM
        double kill_grace_seconds = 5;  ///< after SIGTERM, before SIGKILL
        int viewer_queue_events =
            4096; ///< events kept for a slow viewer before it must catch up from the journal
    } supervision;
};

} // namespace tunedesk
