// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/split_text.h"

#include "base/text.h"
#include "ui/data/finding_text.h"
#include "ui/widgets/text.h"

#include <QCoreApplication>
#include <QStringList>

namespace tunedesk::ui {

namespace {

struct SplitText {
    Q_DECLARE_TR_FUNCTIONS(SplitText)
};

/// The preset's settings for validation or test.
struct HeldOut {
    const std::string& file;
    double share;
    bool is_cut(const Preset& preset) const {
        return file.empty() && (share > 0 || !preset.data.split_file.empty());
    }
};

HeldOut held_out(const Preset& preset, const QString& role) {
    const auto& d = preset.data;
    return role == QLatin1String("validation") ? HeldOut{d.validation, d.validation_split}
                                               : HeldOut{d.test, d.test_split};
}

QString rejected_of(const run::CheckedInputs& inputs, const std::string& role) {
    for (const run::CheckedFile& file : inputs.files)
        if (file.role == role && file.summary.rejected > 0)
            return SplitText::tr(", %1 rejected").arg(to_qt(grouped(file.summary.rejected)));
    return {};
}

QString leaks_of(const run::CheckedInputs& inputs, const std::string& role) {
    QString text;
    for (const data::Finding& finding : inputs.findings)
        if (finding.kind == data::Finding::Kind::leak && finding.split == role)
            text += SplitText::tr(", %1 also in %2")
                        .arg(to_qt(grouped(finding.count)), role_name(to_qt(finding.twin_split)));
    return text;
}

QString count_of(const run::CheckedSplit& split, std::uint64_t all) {
    const double percent = all ? 100.0 * static_cast<double>(split.rows) / static_cast<double>(all) : 0;
    return SplitText::tr("%1: %2 rows (%3%)")
        .arg(role_name(to_qt(split.role)), to_qt(grouped(split.rows)), QString::number(percent, 'f', 1));
}

} // namespace

std::string split_file(const Preset& preset, const QString& role) {
    if (role == QLatin1String("train")) return preset.data.train;
    const HeldOut split = held_out(preset, role);
    return split.is_cut(preset) ? preset.data.train : split.file;
}

QString split_name(const Preset& preset, const QString& role) {
    const QString name = role_name(role);
    if (split_file(preset, role).empty()) return name + SplitText::tr(" (none)");
    if (role == QLatin1String("train") || !held_out(preset, role).is_cut(preset)) return name;
    if (!preset.data.split_file.empty()) return name + SplitText::tr(" (by data.split_file)");
    return name + SplitText::tr(" (%1% of the rows)").arg(100 * held_out(preset, role).share);
}

QString split_counts(const run::CheckedInputs& inputs) {
    QStringList parts;
    std::uint64_t all = 0;
    for (const run::CheckedSplit& split : inputs.splits)
        all += split.rows;
    for (const run::CheckedSplit& split : inputs.splits)
        parts << count_of(split, all) + rejected_of(inputs, split.role) + leaks_of(inputs, split.role);
    if (inputs.splits.empty()) // the labels cannot be read
        for (const run::CheckedFile& file : inputs.files)
            parts << SplitText::tr("%1: %2 rows")
                             .arg(role_name(to_qt(file.role)), to_qt(grouped(file.summary.used))) +
                         rejected_of(inputs, file.role);
    return parts.join(QStringLiteral(" · "));
}

} // namespace tunedesk::ui
