// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/finding_text.h"

#include "base/files/file.h"
#include "base/text.h"
#include "data/files/shown.h"
#include "ui/widgets/text.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

namespace tunedesk::ui {

namespace {

constexpr std::size_t most_labels = 6, most_rows = 10, longest_reason = 120;

struct FindingText {
    Q_DECLARE_TR_FUNCTIONS(FindingText)
};

int plural(std::uint64_t count) {
    return static_cast<int>(std::min<std::uint64_t>(count, 2'000'000'000));
}

QString file_name(const std::string& file) {
    return to_qt(fs::path(file).filename());
}

QString listed(const std::vector<std::string>& labels) {
    QStringList names;
    for (std::size_t i = 0; i < std::min(most_labels, labels.size()); ++i)
        names << label_text(labels[i]);
    if (labels.size() > most_labels) names << QStringLiteral("…");
    return names.join(QStringLiteral(", "));
}

QString short_fault(const data::Finding::Row& row) {
    return row.fault ? to_qt(shortened(fault_text(*row.fault).toStdString(), longest_reason)) : QString();
}

QString first_row(const data::Finding& finding) {
    if (finding.rows.empty()) return {};
    const data::Finding::Row& row = finding.rows.front();
    return FindingText::tr(" (the first in line %1: %2)").arg(to_qt(grouped(row.line)), short_fault(row));
}

/// A split and the file of its rows: "Test (test.csv)".
QString split_text(const std::string& split, const std::string& file) {
    return QStringLiteral("%1 (%2)").arg(role_name(to_qt(split)), file_name(file));
}

QString rejected_text(const data::Finding& finding) {
    const QString text = finding.blocks
                             ? FindingText::tr("%1: %n row(s) cannot be used", nullptr, plural(finding.count))
                             : FindingText::tr("%1: %n row(s) cannot be used and are left out", nullptr,
                                               plural(finding.count));
    return text.arg(file_name(finding.file)) + first_row(finding);
}

QString unseen_text(const data::Finding& finding) {
    const QString text =
        finding.blocks
            ? FindingText::tr("%1: %n row(s) with a label that no training row has: %2", nullptr,
                              plural(finding.count))
            : FindingText::tr("%1: %n row(s) with a label that no training row has are left out: %2", nullptr,
                              plural(finding.count));
    return text.arg(file_name(finding.file), listed(finding.labels));
}

QString leak_text(const data::Finding& finding) {
    return FindingText::tr("%n row(s) of %1 are also in %2: they inflate the score", nullptr,
                           plural(finding.count))
        .arg(split_text(finding.split, finding.file), split_text(finding.twin_split, finding.twin_file));
}

} // namespace

QString role_name(const QString& role) {
    if (role == QLatin1String("train")) return QCoreApplication::translate("DataPage", "Training");
    if (role == QLatin1String("validation")) return QCoreApplication::translate("DataPage", "Validation");
    return role == QLatin1String("test") ? QCoreApplication::translate("DataPage", "Test") : role;
}

QString fault_text(const data::RowFault& fault) {
    const auto translated = [](const char* text) { return QCoreApplication::translate("RowFault", text); };
    // all values except the first are from this program
    const bool of_words = fault.kind == data::RowFault::Kind::wrong_type;
    QStringList values;
    for (const std::string& value : fault.values)
        values << (of_words && !values.isEmpty() ? translated(value.c_str()) : to_qt(value));
    return filled(translated(data::form_of(fault.kind)), values);
}

QString label_text(const std::string& label) {
    return to_qt(data::shown(label));
}

QString finding_text(const data::Finding& finding) {
    using Kind = data::Finding::Kind;
    switch (finding.kind) {
    case Kind::rejected_rows:
        return rejected_text(finding);
    case Kind::unseen_labels:
        return unseen_text(finding);
    case Kind::repeated_header:
        return FindingText::tr("%1: %n row(s) repeat the header", nullptr, plural(finding.count))
            .arg(file_name(finding.file));
    case Kind::quoted_fields:
        return FindingText::tr("%1: the fields are quoted, and are read without their quotes")
            .arg(file_name(finding.file));
    case Kind::look_alike_labels:
        return FindingText::tr("Labels that differ only in case or spaces: %1").arg(listed(finding.labels));
    case Kind::many_classes:
        return FindingText::tr("Many classes for %n training row(s): is data.label_column the right column?",
                               nullptr, plural(finding.count));
    case Kind::rare_class:
        return FindingText::tr("Classes with few training rows: %1").arg(listed(finding.labels));
    case Kind::leak:
        return leak_text(finding);
    }
    return to_qt(finding.message);
}

QString finding_rows(const data::Finding& finding) {
    QStringList lines;
    for (const data::Finding::Row& row : finding.rows) {
        if (lines.size() == static_cast<qsizetype>(most_rows)) {
            lines << QStringLiteral("…");
            break;
        }
        QString line = QStringLiteral("%1:%2").arg(file_name(finding.file)).arg(row.line);
        if (row.twin_line > 0)
            line += QStringLiteral(" = %1:%2").arg(file_name(finding.twin_file)).arg(row.twin_line);
        else if (row.fault)
            line += QStringLiteral(": ") + short_fault(row);
        lines << line;
    }
    return lines.join(u'\n');
}

QString mend_text(const data::Finding& finding, const std::string& into) {
    switch (finding.mend()) {
    case data::Finding::Mend::leave_out:
        return FindingText::tr("Leave out %n row(s)", nullptr, plural(finding.count));
    case data::Finding::Mend::merge_labels:
        return FindingText::tr("Merge into %1").arg(label_text(into));
    case data::Finding::Mend::remove_rows:
        return FindingText::tr("Remove %n row(s)", nullptr, plural(finding.count));
    case data::Finding::Mend::none:
        break;
    }
    return {};
}

QString mend_tip(const data::Finding& finding) {
    switch (finding.mend()) {
    case data::Finding::Mend::leave_out:
        return FindingText::tr("Sets data.bad_rows to skip: such rows, of all files, are counted and listed, "
                               "not used");
    case data::Finding::Mend::merge_labels:
        return FindingText::tr("Writes copies of the files beside them, with one label in place of these, "
                               "and sets the preset to the copies");
    case data::Finding::Mend::remove_rows:
        return FindingText::tr("Writes a copy of %1 beside it, without these rows, and sets the preset to "
                               "the copy")
            .arg(file_name(finding.file));
    case data::Finding::Mend::none:
        break;
    }
    return {};
}

} // namespace tunedesk::ui
