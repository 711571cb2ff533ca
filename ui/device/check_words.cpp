// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/device/check_words.h"

#include "ui/widgets/error_text.h"
#include "ui/widgets/text.h"

#include <QCoreApplication>
#include <algorithm>

namespace tunedesk::ui {

namespace {

struct CheckWords {
    Q_DECLARE_TR_FUNCTIONS(CheckWords)
};

/// Without names that are the same in all languages: bf16, fp16, tf32, nccl.
constexpr const char* techniques[] = {
    QT_TRANSLATE_NOOP("CheckWords", "static_graph"),
    QT_TRANSLATE_NOOP("CheckWords", "adamw_8bit"),
    QT_TRANSLATE_NOOP("CheckWords", "activation_checkpointing"),
    QT_TRANSLATE_NOOP("CheckWords", "optimizer_in_backward"),
    QT_TRANSLATE_NOOP("CheckWords", "offload optimizer"),
    QT_TRANSLATE_NOOP("CheckWords", "offload parameters"),
    QT_TRANSLATE_NOOP("CheckWords", "offload activations"),
};

} // namespace

QString technique_text(const std::string& technique) {
    const auto known =
        std::ranges::find(techniques, technique, [](const char* name) { return std::string_view(name); });
    return known == std::end(techniques) ? to_qt(technique) : CheckWords::tr(*known);
}

QString step_text(const run::CheckStep& step) {
    return CheckWords::tr("GPU %1: %2").arg(step.gpu).arg(phrase_text(step.comparison));
}

} // namespace tunedesk::ui
