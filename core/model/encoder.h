#pragma once

#include "arch/model_config.h"
#include "model/blocks.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tunedesk::model {

/// Hears of a model's passes, block by block: 0 are the embeddings, then come the encoder layers. A block
/// that is computed again in the backward pass goes forward a second time. Thread rule: one thread, and its
/// backward pass.
class BlockVisitor {
public:
    virtual ~BlockVisitor() = default;
    virtual void before_forward(std::size_t block) = 0;
    virtual void before_backward(std::size_t block) = 0;
    /// The blocks have gone forward and will not go backward.
    virtual void after_forward() = 0;
};

/// An encoder with a classification head, as ordered blocks: embeddings, encoder layers, head. The
/// last encoder layer computes the first tokens' rows alone, since the head reads nothing else; every other
/// token still acts on them as key and value, so the result is that of the whole layer.
class SequenceClassifier {
public:
    /// Makes the blocks with uninitialised parameters; see initialise() and load(). Throws Error 4333
    /// for attention heads wider than the kernels take.
    SequenceClassifier(const arch::ModelConfig& config, std::int64_t labels, const Placement& placement = {});

    /// A batch of samples in the form that the model's operations read.
    std::shared_ptr<const Batch> batch(std::span<const Sample> samples, bool padded) const;

    /// A packed batch filled up to a fixed shape (make_batch(), add_tensors()); the fused operations need no
    /// `memory`.
    std::shared_ptr<const Batch> batch(std::span<const Sample> samples, const Shape& shape, double normaliser,
                                       const at::Tensor& memory, std::int64_t longest) const;

    /// Logits [sequences, labels]. `words`, [rows, width of the tables], stands in for the rows' word
    /// embeddings, so that a gradient by them can be had.
    at::Tensor forward(const std::shared_ptr<const Batch>& batch, const Pass& pass,
                       const at::Tensor& words = {}) const;
    /// The encoder alone: first tokens' hidden rows [sequences, hidden_size].
    at::Tensor encode(const std::shared_ptr<const Batch>& batch, const Pass& pass,
                      const at::Tensor& words = {}) const;
    /// The word embeddings of a batch's rows: a copy, without gradients.
    at::Tensor word_embeddings(const Batch& batch) const;
    /// The head alone, on rows that encode() gave for the batch's sequences.
    at::Tensor classify(const at::Tensor& first_rows, const std::shared_ptr<const Batch>& batch,
                        const Pass& pass) const;

    void initialise(std::uint64_t seed);
    /// Parameters that the folder lacks keep the values they have. With `new_head` a classifier of another
    /// number of labels does so too, instead of an error.
    LoadReport load(const format::ModelWeights& weights, bool new_head = false);
    /// load(), then initialise() for what the folder lacks: faster than the other way round.
    LoadReport load_or_initialise(const format::ModelWeights& weights, std::uint64_t seed, bool new_head);
    /// Leaves gradients to the head and the last `layers` encoder layers.
    void train_only_last(std::int64_t layers);
    /// Leaves gradients to the classifier alone, the last linear layer of the head.
    void train_only_classifier();
    /// Keeps of the encoder layers' activations only the inputs of every `layers` of them, which then run
    /// again in the backward pass; 0 keeps all.
    void checkpoint_activations(std::int64_t layers) { checkpointed_layers_ = layers; }
    std::int64_t checkpointed_layers() const { return checkpointed_layers_; }
    /// From here on `visitor`, which must outlive the passes, hears of them. Once only.
    void visit_blocks(BlockVisitor& visitor);
    /// The embeddings and the encoder layers, without the head.
    std::size_t block_count() const { return blocks_.size(); }
    /// Blocks before it run without gradients.
    std::size_t first_trained_block() const { return first_trained_; }
    /// The parameters of a block, [first, last) of parameters().all().
    std::pair<std::size_t, std::size_t> parameters_of_block(std::size_t block) const;
    /// Makes the head's dense layer pass on the first tokens' hidden rows in standard form, as a fixed step
    /// of the model: tanh((x - mean) / (2 deviation)), or with another activation (x - mean) / deviation + 3,
    /// of which it cuts off only what is three deviations below the mean.
    void standardise_dense(const at::Tensor& mean, const at::Tensor& deviation);
    /// Name of the head's dense layer: BERT's pooler, DistilBERT's pre_classifier.
    std::string dense_name() const;
    /// Whether a parameter is of the embeddings or the encoder layers.
    bool in_encoder(const Parameter& parameter) const;

    Parameters& parameters() { return parameters_; }
    const Parameters& parameters() const { return parameters_; }
    const arch::ModelConfig& config() const { return config_; }
    std::int64_t labels() const { return labels_; }
    const Placement& placement() const { return placement_; }

private:
    arch::ModelConfig config_;
    arch::ModelSpec spec_;
    std::int64_t labels_;
    Placement placement_;
    Parameters parameters_;
    std::vector<std::unique_ptr<Block>> blocks_; ///< embeddings, then encoder layers
    std::unique_ptr<Block> head_;
    std::vector<std::size_t> block_ends_; ///< the parameters of block i end before the i-th of these
    std::size_t first_trained_ = 0;       ///< blocks before it run without gradients
    std::int64_t checkpointed_layers_ = 0;
    BlockVisitor* visitor_ = nullptr;

    std::vector<at::Tensor> trained_of_blocks(std::size_t begin, std::size_t end) const;
};

} // namespace tunedesk::model
