// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "preset/schema/schema_row.h"

namespace tunedesk::preset {

namespace {

/// Weights and their ratios must be numbers of a float.
bool is_weight_list(const std::string& text) {
    for (const std::string_view part : split(text, ',')) {
        const auto weight = read_number(trimmed(part));
        if (!weight || *weight < 1e-9 || *weight > 1e9) return false;
    }
    return true;
}

void add_batches(Table& t) {
    t.section("training");
    t.key("per_device_train_batch_size", TUNEDESK_AT(training.per_device_train_batch_size))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Batch size per device"))
        .from(1)
        .to(1000000)
        .unit("samples")
        .hf()
        .trainer("8")
        .help("Samples of a micro-batch on each rank.");
    t.key("per_device_eval_batch_size", TUNEDESK_AT(training.per_device_eval_batch_size))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Evaluation batch size"))
        .from(1)
        .to(1000000)
        .unit("samples")
        .hf()
        .help("Samples of an evaluation batch on each rank; shorter ones go together up to the tokens of the "
              "longest.");
    t.key("dataloader_drop_last", TUNEDESK_AT(training.dataloader_drop_last))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Drop the last batch"))
        .hf()
        .help("Leave out an epoch's last batch where it is not full.");
    t.key("max_tokens_per_batch", TUNEDESK_AT(training.max_tokens_per_batch))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Tokens per batch"))
        .from(0)
        .to(100000000)
        .unit("tokens")
        .help("Fill a micro-batch up to this many tokens instead of counting samples; 0: count samples.");
    t.key("gradient_accumulation_steps", TUNEDESK_AT(training.gradient_accumulation_steps))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Gradient accumulation"))
        .from(1)
        .to(1000000)
        .unit("micro-batches")
        .hf()
        .help("Micro-batches of one optimizer step; every sample counts once whatever they hold.");
    t.key("num_train_epochs", TUNEDESK_AT(training.num_train_epochs))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Epochs"))
        .above(0)
        .to(1000000)
        .unit("epochs")
        .hf()
        .help("Passes over the training rows; may be a fraction.");
    t.key("max_steps", TUNEDESK_AT(training.max_steps))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Maximum steps"))
        .from(-1)
        .unit("steps")
        .hf()
        .help("Optimizer steps after which training ends; -1 leaves it to num_train_epochs.");
}

void add_optimizer(Table& t) {
    t.key("optim", TUNEDESK_AT(training.optim))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Optimizer"))
        .hf()
        .trainer("adamw")
        .synonyms({{"adamw_torch", "adamw"},
                   {"adamw_torch_fused", "adamw"},
                   {"adamw_hf", "adamw"},
                   {"adamw_bnb_8bit", "adamw_8bit"}})
        .help("adamw decouples weight decay from the gradient and does not apply it to biases or norms; "
              "adamw_8bit is the same with its state in one byte per value, in blocks of 256, except for "
              "tensors below 4,096 values.");
    t.key("learning_rate", TUNEDESK_AT(training.learning_rate))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Learning rate"))
        .from(0)
        .to(1000)
        .hf()
        .help("Learning rate after warm-up.");
    t.key("weight_decay", TUNEDESK_AT(training.weight_decay))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Weight decay"))
        .from(0)
        .to(100)
        .hf()
        .help("Weight decay.");
    t.key("adam_beta1", TUNEDESK_AT(training.adam_beta1))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Adam beta 1"))
        .from(0)
        .to(0.9999999)
        .hf()
        .help("Decay of the mean of gradients.");
    t.key("adam_beta2", TUNEDESK_AT(training.adam_beta2))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Adam beta 2"))
        .from(0)
        .to(0.9999999)
        .hf()
        .help("Decay of the mean of squared gradients.");
    t.key("adam_epsilon", TUNEDESK_AT(training.adam_epsilon))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Adam epsilon"))
        .from(1e-30) // what is less is 0 in fp32, and parameters without gradients become NaN
        .to(1)
        .hf()
        .help("Added to the denominator of an Adam step.");
    t.key("momentum", TUNEDESK_AT(training.momentum))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "SGD momentum"))
        .from(0)
        .to(0.9999999)
        .help("Momentum of sgd.");
    t.key("nesterov", TUNEDESK_AT(training.nesterov))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Nesterov momentum"))
        .help("Nesterov's momentum for sgd.");
}

/// Keys of the learning rate and of the gradients' norm.
void add_schedule(Table& t) {
    t.key("lr_scheduler_type", TUNEDESK_AT(training.lr_scheduler_type))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Schedule"))
        .hf()
        .trainer("linear")
        .synonyms({{"constant_with_warmup", "constant"}})
        .help("Course of the learning rate after warm-up: linear and cosine end at 0, step multiplies by "
              "lr_gamma every lr_step_epochs.");
    t.key("warmup_steps", TUNEDESK_AT(training.warmup_steps))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Warm-up steps"))
        .from(0)
        .unit("steps")
        .hf()
        .help("Steps over which the learning rate rises from 0.");
    t.key("warmup_ratio", TUNEDESK_AT(training.warmup_ratio))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Warm-up ratio"))
        .from(0)
        .to(1)
        .hf()
        .help("Warm-up as a fraction of all steps; used if warmup_steps is 0.");
    t.key("lr_step_epochs", TUNEDESK_AT(training.lr_step_epochs))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Step interval"))
        .from(1)
        .to(1000000)
        .unit("epochs")
        .help("With step: epochs between two reductions.");
    t.key("lr_gamma", TUNEDESK_AT(training.lr_gamma))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Step factor"))
        .above(0)
        .to(1)
        .help("With step: factor of a reduction.");
    t.key("max_grad_norm", TUNEDESK_AT(training.max_grad_norm))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Gradient clipping"))
        .from(0)
        .hf()
        .trainer("1")
        .help("Gradients are scaled down to this norm; 0: no clipping.");
}

/// Keys of layers and of the weights' mean.
void add_weights(Table& t) {
    t.key("layer_decay", TUNEDESK_AT(training.layer_decay))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Layer-wise rate decay"))
        .above(0)
        .to(1)
        .help("Learning rate of a layer as a multiple of that of the layer above it, from the head, which "
              "has learning_rate, down to the embeddings; 0.65 to 0.9 is usual, 1: the same for all.");
    t.key("ema_decay", TUNEDESK_AT(training.ema_decay))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "EMA decay"))
        .from(0)
        .to(0.9999999)
        .help("Decay of an exponential moving average of the trained weights, which is evaluated and saved "
              "as best/ and final/ in their place; 0.999 is usual in long runs, 0: none.");
}

void add_mixing(Table& t) {
    t.key("mixup_alpha", TUNEDESK_AT(training.mixup_alpha))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Mixup alpha"))
        .from(0)
        .to(100)
        .help("Mixup: each training image is mixed with another of its batch, with weights drawn from "
              "Beta(alpha, alpha), and their labels likewise; 0: off.");
    t.key("cutmix_alpha", TUNEDESK_AT(training.cutmix_alpha))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "CutMix alpha"))
        .from(0)
        .to(100)
        .help("CutMix: a box of each training image is replaced by that of another of its batch, with an "
              "area drawn from Beta(alpha, alpha), and the labels are mixed likewise; 0: off. With mixup, "
              "each applies to half of the batches.");
}

/// What ends a run before its last step, or leaves out a step.
void add_endings(Table& t) {
    t.key("early_stopping_patience", TUNEDESK_AT(training.early_stopping_patience))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Early-stopping patience"))
        .from(0)
        .unit("evaluations")
        .help("Evaluations without improvement after which training ends; 0: never.");
    t.key("early_stopping_threshold", TUNEDESK_AT(training.early_stopping_threshold))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Early-stopping threshold"))
        .from(0)
        .help("Improvements up to this do not count.");
    t.key("on_nonfinite", TUNEDESK_AT(training.on_nonfinite))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "On NaN or Inf"))
        .help("After a NaN or Inf in loss or gradient: skip the step, rewind to the last checkpoint and past "
              "the batch, or stop.");
    t.key("nonfinite_limit", TUNEDESK_AT(training.nonfinite_limit))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "NaN or Inf limit"))
        .from(1)
        .unit("steps")
        .help("Skipped steps in a row after which the run ends with exit 8.");
    t.key("loss_spike_factor", TUNEDESK_AT(training.loss_spike_factor))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Loss spike factor"))
        .from(0)
        .to(1000000)
        .help("Flags a loss above this multiple of its running mean; 0: never.");
    t.key("on_loss_spike", TUNEDESK_AT(training.on_loss_spike))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "On a loss spike"))
        .help("After a flagged loss: warn alone, which looks at the logged steps, or skip the step's update, "
              "which sums the loss of every step over the ranks.");
}

void add_loss(Table& t) {
    t.key("label_smoothing_factor", TUNEDESK_AT(training.label_smoothing_factor))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Label smoothing"))
        .from(0)
        .to(0.99)
        .hf()
        .help("Share of the target that is spread over all classes.");
    t.key("focal_gamma", TUNEDESK_AT(training.focal_gamma))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Focal loss gamma"))
        .from(0)
        .to(10)
        .help("Focal loss: a class's part of the loss is multiplied by (1 - its probability) to this power, "
              "so that rows that are well classified count little; 2 is usual, 0: cross-entropy.");
    t.key("similarity_scale", TUNEDESK_AT(training.similarity_scale))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Similarity scale"))
        .above(0)
        .to(10000)
        .help("Of sentence embeddings: factor of the cosines in the loss of pairs and triplets, the inverse "
              "of a temperature.");
    add_mixing(t);
    t.key("class_weights", TUNEDESK_AT(training.class_weights))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Class weights"))
        .choices({"none", "balanced"})
        .or_else(
            TUNEDESK_TRANSLATABLE("FreeForm", "a list of one weight from 1e-9 to 1e9 a class, as [1, 2.5]"),
            is_weight_list)
        .help("Weight of each class in the loss; balanced: by its rarity in the training rows.");
}

} // namespace

void add_training(Table& t) {
    add_batches(t);
    add_optimizer(t);
    add_schedule(t);
    add_weights(t);
    add_loss(t);
    add_endings(t);
    t.key("seed", TUNEDESK_AT(training.seed))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Seed"))
        .from(0)
        .to(4294967295.0)
        .hf()
        .trainer("42")
        .help("Seed of new weights, shuffling, dropout and splits.");
    t.key("deterministic", TUNEDESK_AT(training.deterministic))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Deterministic"))
        .alias("full_determinism")
        .help("Bit-identical weights for the same build, threads and ranks.");
    t.key("threads", TUNEDESK_AT(training.threads))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Compute threads"))
        .from(0)
        .to(1024)
        .unit("threads")
        .help("Compute threads of a rank; 0: the cores divided by this machine's ranks.");
}

} // namespace tunedesk::preset
