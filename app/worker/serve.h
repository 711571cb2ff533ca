// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

namespace tunedesk::worker {

/// Answers predictions on standard input and output until the input ends. Both carry frames
/// (event/socket/frame.h) of JSON:
///   first, from here: {"labels":[TEXT, ...],"task":NAME}    one label where the answer is a number
///   request:          {"id":N,"texts":[{"text":T,"pair":P}, ...]}    pair may be missing
///   response:         {"id":N,"probabilities":[[P, ...], ...]} or {"id":N,"error":TEXT}
///                     (of a number, it alone stands in the place of the probabilities)
///   request:          {"id":N,"attribute":{"text":T,"pair":P,"class":C}}    no class: the predicted one
///   response:         {"id":N,"probabilities":[P, ...],"class":C,"tokens":[TEXT, ...],"contributions":[X,
///   ...]}
/// Of a model that tags words, whose task is "token-classification":
///   request:          {"id":N,"texts":[{"text":T,"words":[[BEGIN,END], ...]}, ...]}    the words as bytes of
///                     the text; without them it is divided at white space and punctuation
///   response:         {"id":N,"tagged":[{"tags":[TAG, ...],"entities":[{"type":T,"text":T,"start":N,"end":N,
///                     "score":P}, ...]}, ...]}    null for the tag of a word that was cut off; start and end
///                     in characters
/// Of a model of sentence embeddings, whose task is "sentence-embedding":
///   request:          {"id":N,"texts":[{"text":T,"pair":P}, ...]}    pair may be missing
///   response:         {"id":N,"embedded":[{"embedding":[X, ...],"pair":[X, ...],"cosine":C}, ...]}    pair
///   and
///                     cosine where the text has a pair
/// Of a language model, whose task is "chat" where it answers conversations:
///   request:          {"id":N,"generate":{"messages":[{"role":R,"content":T}, ...], ...}}, or "text" in
///                     place of the messages; what else it has is task::GenerationSpec's
///   responses:        {"id":N,"piece":TEXT} of each piece of the text as it is made, then
///                     {"id":N,"generation":{...}} of task::Generation
///   request:          {"interrupt":N}, without an answer: that text ends where it is; one
///                     that has not begun gets no answer
/// Throws Errors of train::Predictor and train::LanguageModel, and of frames and requests that are none.
int serve(const fs::path& model);

} // namespace tunedesk::worker
