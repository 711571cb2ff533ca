// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/tokenizer.h"
#include "data/tokenize/tokenizer_file.h"
#include "data/tokenize/tokenizer_node.h"

namespace tunedesk::data {

/// [CLS] A [SEP] and [CLS] A [SEP] B [SEP]; the second text and its [SEP] have type 1.
void set_bert_template(TokenizerFile& file, std::int32_t cls, std::int32_t sep);
/// <s> A </s> and <s> A </s> </s> B </s>; all have type 0.
void set_roberta_template(TokenizerFile& file, std::int32_t cls, std::int32_t sep);
/// `before` (GPT-2's <|endoftext|>, or empty) and the texts; the second has type 1.
void set_plain_template(TokenizerFile& file, std::vector<std::int32_t> before = {});

/// The texts, each between `before` (Llama's <s>, or empty) and `behind` (</s>, or empty); the second has
/// type 1.
void set_enclosing_template(TokenizerFile& file, const std::vector<std::int32_t>& before,
                            const std::vector<std::int32_t>& behind);

/// Reads a `post_processor`: null, BertProcessing or TemplateProcessing; for byte-level BPE also
/// RobertaProcessing, ByteLevel and a Sequence of ByteLevel and at most one template; for Unigram also
/// RobertaProcessing without trimming of offsets. Throws Error 4201 or 4202.
void read_post_processor(const TokenizerNode& node, TokenizerFile& file);

/// The special tokens of the template for a single text.
RowFrame frame_of(const std::vector<TemplatePart>& parts);

} // namespace tunedesk::data
