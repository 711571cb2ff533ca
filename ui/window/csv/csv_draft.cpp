// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/csv/csv_draft.h"

#include "run/check/check.h"
#include "run/check/data_mends.h"
#include "ui/preset/estimate/estimator.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/inspection.h"
#include "ui/widgets/text.h"
#include "ui/window/library/places.h"
#include "ui/window/new_run/check_lines.h"
#include "ui/window/new_run/data_mender.h"

#include <algorithm>

namespace tunedesk::ui {

namespace {

bool has_files_of(const CsvChoice& a, const CsvChoice& b) {
    return a.train == b.train && a.validation == b.validation && a.test == b.test;
}

void take_files_of(const CsvChoice& from, CsvChoice& to) {
    to.train = from.train;
    to.validation = from.validation;
    to.test = from.test;
    to.skips_bad_rows = from.skips_bad_rows;
}

} // namespace

CsvDraft::CsvDraft(QObject* parent) : QObject(parent), estimator_(new Estimator(this)) {
    connect_reading();
}

void CsvDraft::connect_reading() {
    const auto on = [this](auto* sender, auto signal, const QString& status) {
        connect(sender, signal, this, [this, status] {
            status_ = status;
            Q_EMIT changed();
        });
    };
    connect(estimator_->inspection(), &Inspection::found_more, this, &CsvDraft::changed);
    on(estimator_, &Estimator::reading, DataMender::tr("reading all rows…"));
    on(estimator_, &Estimator::checked, {});
    on(estimator_, &Estimator::cancelled, DataMender::tr("not all rows were read"));
    on(estimator_, &Estimator::failed, DataMender::tr("the rows could not be read"));
    connect(estimator_, &Estimator::failed, this, &CsvDraft::failed);
}

void CsvDraft::open(const CsvChoice& files, const fs::path& folder) {
    composing_.cancel();
    delete estimator_; // a stopped estimator would not read the same files again
    estimator_ = new Estimator(this);
    connect_reading();
    choice_ = files;
    before_mend_ = {};
    folder_ = folder;
    is_composed_ = false;
    status_.clear();
    Q_EMIT changed();
}

void CsvDraft::set_choice(const CsvChoice& choice) {
    CsvChoice next = choice;
    take_files_of(choice_, next);
    CsvChoice renamed = choice_;
    renamed.name = next.name;
    const bool is_read = is_composed_ && renamed == next; // the name does not affect what is read
    choice_ = next;
    if (!is_read) compose();
}

void CsvDraft::compose() {
    is_composed_ = false;
    status_ = DataMender::tr("reading all rows…");
    composing_.cancel();
    composing_ = read_in_background(
        this,
        [choice = choice_, folder = folder_](const CancelToken&) {
            return preset::parse_draft(csv_preset(choice, folder, preset::detect_machine()), "preset.yaml",
                                       folder);
        },
        [this](preset::Draft draft) {
            draft_ = std::move(draft);
            is_composed_ = true;
            estimator_->check(draft_);
            Q_EMIT changed();
        },
        [this](const Error& error) {
            status_.clear();
            Q_EMIT failed(error);
            Q_EMIT changed();
        });
    Q_EMIT changed();
}

std::shared_ptr<const run::CheckedInputs> CsvDraft::inputs() const {
    return check() ? estimator_->inputs().second : nullptr;
}

std::shared_ptr<const run::Check> CsvDraft::check() const {
    const auto latest = estimator_->latest();
    const bool is_of_choice = latest && is_composed_ && !is_mending_ && !estimator_->is_reading() &&
                              is_same_question(latest->preset, draft_.loaded.preset);
    return is_of_choice ? latest : nullptr;
}

std::shared_ptr<const run::CheckedInputs> CsvDraft::found() const {
    if (const auto whole = check()) return {whole, &whole->inputs};
    const Inspection* inspection = estimator_->inspection();
    // Between two readings the results are those of the previous one.
    const bool is_reading = is_composed_ && estimator_->is_reading() && inspection->is_reading();
    return is_reading ? inspection->found() : nullptr;
}

QString CsvDraft::problem() const {
    const run::Check& latest = *estimator_->latest();
    if (latest.is_right()) return {};
    if (!latest.preset_problems.empty()) return phrase_text(latest.preset_problems.front().what);
    const Error& first = latest.inputs.problems.front();
    if (run::finding_of(latest.inputs, first)) return tr("The data check lists rows that cannot be used");
    return error_sentence(first);
}

void CsvDraft::mend(const data::Finding& finding, const std::string& into) {
    if (finding.mend() == data::Finding::Mend::leave_out) {
        choice_.skips_bad_rows = true;
        return compose();
    }
    is_mending_ = true;
    status_ = DataMender::tr("writing a corrected copy…");
    Q_EMIT changed();
    const std::string key =
        estimator_->is_reading() ? estimator_->inspection()->key() : estimator_->inputs().first;
    in_background(
        this,
        [finding, into, preset = draft_.loaded.preset, key](const CancelToken&) {
            return mended_data(finding, into, preset, key);
        },
        [this, before = choice_](const run::MendedData& copies) {
            is_mending_ = false;
            status_.clear();
            take(copies, before);
        },
        [this](const Error& error) {
            is_mending_ = false;
            status_.clear();
            Q_EMIT changed();
            Q_EMIT failed(error);
        });
}

void CsvDraft::take(const run::MendedData& copies, const CsvChoice& before) {
    if (!has_files_of(choice_, before)) return Q_EMIT changed(); // another table was opened meanwhile
    before_mend_ = choice_;
    for (const run::MendedData::File& file : copies.files) {
        fs::path& of_split = file.key == "data.validation" ? choice_.validation
                             : file.key == "data.test"     ? choice_.test
                                                           : choice_.train;
        of_split = file.copy;
    }
    compose();
    Q_EMIT mended(copies);
}

void CsvDraft::undo_mend() {
    if (before_mend_.train.empty()) return;
    take_files_of(before_mend_, choice_);
    before_mend_ = {};
    compose();
}

void CsvDraft::stop_reading() {
    estimator_->inspection()->cancel();
}

void CsvDraft::write() {
    in_background(
        this,
        [choice = choice_, folder = folder_](const CancelToken&) {
            const std::string text = csv_preset(choice, folder, preset::detect_machine());
            std::string stem = choice.name;
            std::replace(stem.begin(), stem.end(), '/', '-');
            const fs::path file = unused_name(folder, stem, ".yaml");
            write_file_atomically(file, text);
            return to_qt(file);
        },
        [this](const QString& file) { Q_EMIT written(file); },
        [this](const Error& error) { Q_EMIT failed(error); });
}

} // namespace tunedesk::ui
