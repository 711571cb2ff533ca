// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/devices/self_check.h"

#include "base/clock.h"
#include "base/error.h"
#include "event/event.h"
#include "run/devices/checked_process.h"
#include "run/devices/checked_training.h"
#include "run/devices/self_check_sample.h"
#include "run/surroundings.h"

#include <QTemporaryDir>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <memory>

namespace tunedesk::run {

namespace {

using Outcome = CheckedRow::Outcome;
using End = CheckedProcess::End;
using Sets = std::vector<std::string>;

/// What a comparison of the worker's probe is of: see probe/device_probe.h.
std::string technique_of_probe(const std::string& id) {
    if (id.ends_with("bf16")) return "bf16";
    if (id.ends_with("fp16")) return "fp16";
    return id == "nccl" ? "nccl" : "";
}

/// The comparison that the worker's probe calls so: see probe/device_probe.h.
Phrase comparison_of_probe(const std::string& id) {
    using enum PhraseId;
    static const std::vector<Phrase> known = [] {
        std::vector<Phrase> all;
        for (const PhraseId one : {check_device, check_copy, check_kernel, check_nccl, check_memory})
            all.emplace_back(one);
        for (const PhraseId one : {check_logits, check_gradients})
            for (const char* type : {"fp32", "bf16", "fp16"})
                all.emplace_back(one, std::vector<std::string>{type});
        return all;
    }();
    const auto found = std::ranges::find(known, id, sentence);
    return found == known.end() ? Phrase::in_words(id) : *found;
}

/// A row of what ended so: time and memory may suffice another time.
void take_end(CheckedRow& row, End end, const Phrase& reason, bool out_of_memory) {
    row.reason = reason;
    row.passing = end == End::out_of_time || out_of_memory;
    row.outcome = end == End::out_of_time ? Outcome::not_reached : Outcome::failed;
}

/// The check of one GPU, from its first row to its last.
class SelfCheck {
public:
    SelfCheck(const Gpu& gpu, const std::string& driver, const SelfCheckWatch& watch, const fs::path& folder)
        : gpu_(gpu.index), watch_(watch), folder_(folder), sample_(folder),
          until_(monotonic_seconds() + watch.seconds),
          capability_(10 * gpu.compute_major + gpu.compute_minor) {
        verdict_.uuid = gpu.uuid;
        verdict_.name = gpu.name;
        verdict_.driver = driver;
        verdict_.libtorch = built_libtorch();
        verdict_.build = build_stamp();
        verdict_.compute_major = gpu.compute_major;
        verdict_.compute_minor = gpu.compute_minor;
        verdict_.checked = utc_text(utc_seconds());
    }

    std::optional<DeviceVerdict> check() {
        const double start = monotonic_seconds();
        if (check_libraries() && probe()) train_all();
        if (unwanted_) return std::nullopt;
        verdict_.seconds = monotonic_seconds() - start;
        return verdict_;
    }

private:
    CheckedProcess::Limits limits() const { return {until_, watch_.silent_seconds, watch_.enough}; }

    void say(const Phrase& comparison) const {
        const int total = 8 + static_cast<int>(techniques().size());
        if (watch_.progress)
            watch_.progress(
                {gpu_, comparison, std::min(total - 1, static_cast<int>(verdict_.rows.size())), total});
    }

    /// Whether every training may still be right.
    bool add(CheckedRow row) {
        verdict_.rows.push_back(std::move(row));
        return !verdict_.first_failure();
    }

    bool check_libraries() {
        const Phrase libraries(PhraseId::check_libraries);
        say(libraries);
        CheckedRow row{libraries, "", Outcome::failed, NAN, 0, 0, Phrase(PhraseId::found_silence)};
        CheckedProcess worker({QStringLiteral("--probe"), QStringLiteral("libraries")}, {}, folder_.string());
        const End end = worker.wait(limits(), [&](const Json& said) {
            verdict_.architectures = said.value("architectures", std::vector<int>{});
            row.reason = Phrase::in_words(said.value("problem", std::string()));
        });
        if (end == End::unwanted) return unwanted_ = true, false;
        if (end != End::well) take_end(row, end, worker.reason(), worker.ran_out_of_memory());
        if (row.reason.is_empty()) row.reason = missing_architecture();
        if (row.reason.is_empty()) row.outcome = Outcome::passed;
        return add(row);
    }

    /// Empty if LibTorch has kernels for this device, or it is not known for which it has.
    Phrase missing_architecture() const {
        const auto serves = [&](int built) {
            return built / 10 == capability_ / 10 && built % 10 <= capability_ % 10;
        };
        if (verdict_.architectures.empty() || capability_ == 0 ||
            std::ranges::any_of(verdict_.architectures, serves))
            return {};
        std::string built;
        for (const int one : verdict_.architectures)
            built += fmt::format("{}sm_{}", built.empty() ? "" : ", ", one);
        return Phrase(PhraseId::found_no_kernels, {fmt::format("sm_{}", capability_), built});
    }

    /// What hangs or dies takes its process along: the others are compared again without it.
    bool probe() {
        std::vector<std::string> extras;
        if (capability_ >= 80) extras.emplace_back("bf16");
        if (capability_ >= 70) extras.emplace_back("fp16");
        extras.emplace_back("nccl");
        const std::size_t before = verdict_.rows.size();
        std::vector<CheckedRow> lost;
        while (std::optional<CheckedRow> broken = probe_with(extras)) {
            if (broken->passing || std::erase(extras, broken->technique) == 0) return add(*broken);
            verdict_.rows.resize(before);
            lost.push_back(std::move(*broken));
        }
        verdict_.rows.insert(verdict_.rows.end(), lost.begin(), lost.end());
        return !unwanted_ && !verdict_.first_failure();
    }

    /// The row at which the process hung or died, if it did.
    std::optional<CheckedRow> probe_with(const std::vector<std::string>& extras) {
        QStringList arguments{QStringLiteral("--probe"), QStringLiteral("device"),
                              QString::fromStdString(sample_.model().string())};
        for (const std::string& extra : extras)
            arguments << QString::fromStdString(extra);
        std::string begun;
        CheckedProcess worker(arguments, verdict_.uuid, folder_.string());
        const End end = worker.wait(limits(), [&](const Json& said) {
            verdict_.versions = said.value("versions", verdict_.versions);
            if (said.contains("begins"))
                return say(comparison_of_probe(begun = said.value("begins", std::string())));
            if (!said.contains("id")) return;
            begun.clear();
            add(row_of(said));
        });
        unwanted_ = end == End::unwanted;
        if (end == End::well || unwanted_) return std::nullopt;
        const std::string id = begun.empty() ? "device" : begun;
        CheckedRow row{comparison_of_probe(id), technique_of_probe(id), Outcome::failed, NAN, 0, 0, {}};
        take_end(row, end, worker.reason(), worker.ran_out_of_memory());
        return row;
    }

    static CheckedRow row_of(const Json& said) {
        CheckedRow row;
        const std::string id = said.value("id", std::string());
        row.comparison = comparison_of_probe(id);
        row.technique = technique_of_probe(id);
        row.figure = event::number(said, "figure", NAN);
        row.tolerance = event::number(said, "tolerance", 0);
        row.seconds = event::number(said, "seconds", 0);
        take_end(row, End::failed, Phrase::in_words(said.value("reason", std::string())),
                 said.value("out_of_memory", false));
        if (said.value("passed", false)) row.outcome = Outcome::passed;
        return row;
    }

    void train_all() {
        const std::optional<Trained> host = train("host", {}, /*on_device=*/false, nullptr);
        if (unwanted_) return;
        for (const Technique& technique : techniques()) {
            const std::vector<std::string> failed = verdict_.left_out();
            if (std::ranges::count(failed, technique.needs) > 0) continue;
            say(technique.comparison);
            CheckedRow row{technique.comparison,
                           technique.technique,
                           Outcome::not_offered,
                           0,
                           technique.tolerance,
                           0,
                           {}};
            if (capability_ > 0 && capability_ < technique.capability)
                row.reason =
                    Phrase(PhraseId::found_low_capability,
                           {fmt::format("{}.{}", technique.capability / 10, technique.capability % 10)});
            else
                check_training(technique, host, row);
            if (unwanted_) return;
            if (!add(row)) return;
        }
    }

    void check_training(const Technique& technique, const std::optional<Trained>& host, CheckedRow& row) {
        const double start = monotonic_seconds();
        const std::string name = fmt::format("run-{}", verdict_.rows.size());
        const std::optional<Trained> trained = train(name, technique.sets, /*on_device=*/true, &row);
        std::optional<Trained> beside = technique.beside == Beside::device_fp32 ? device_ : host;
        if (trained && technique.beside == Beside::host_same)
            beside = train(name + "-host", technique.sets, /*on_device=*/false, &row);
        row.seconds = monotonic_seconds() - start;
        if (!row.reason.is_empty()) return;
        row.outcome = Outcome::failed;
        if (!trained || !beside) {
            row.reason = Phrase(trained ? PhraseId::found_no_host_training : PhraseId::found_no_weights);
            return;
        }
        row.figure = largest_difference(*trained, *beside);
        const bool equal = row.tolerance > 0 || have_same_weights(*trained, *beside);
        if (!equal) row.reason = Phrase(PhraseId::found_other_weights, {fmt::format("{:.2g}", row.figure)});
        if (equal && row.figure <= row.tolerance) row.outcome = Outcome::passed;
        if (technique.technique[0] == '\0') device_ = trained;
    }

    /// Twenty steps in a worker. std::nullopt if it did not end well; then `row` says why.
    std::optional<Trained> train(const std::string& name, Sets sets, bool on_device, CheckedRow* row) {
        sets.push_back(on_device ? "parallel.devices=cuda" : "parallel.devices=cpu");
        const event::RunFolder run{sample_.run(name)};
        CheckedProcess worker({QString::fromStdString(run.root.string()), QStringLiteral("--preset"),
                               QString::fromStdString(sample_.preset(name, sets).string())},
                              on_device ? verdict_.uuid : std::string(), folder_.string());
        const End end = worker.wait(limits());
        if (end == End::unwanted) unwanted_ = true;
        if (end == End::well) return read_trained(run);
        if (row) take_end(*row, end, worker.reason(), worker.ran_out_of_memory());
        return std::nullopt;
    }

    const int gpu_;
    const SelfCheckWatch& watch_;
    const fs::path folder_;
    const SelfCheckSample sample_;
    const double until_; ///< monotonic
    const int capability_;
    DeviceVerdict verdict_;
    std::optional<Trained> device_; ///< of the fp32 training
    bool unwanted_ = false;
};

fs::path made(const QTemporaryDir& folder) {
    if (!folder.isValid()) throw Error(ErrorId::temporary_folder_failed, {}, folder.path().toStdString());
    return folder.path().toStdString();
}

/// A rank of a training each. std::nullopt if one did not end well; then `row` says why.
std::optional<Trained> train_ranks(const SelfCheckSample& sample, const fs::path& home, int ranks,
                                   const std::string& uuids, const SelfCheckWatch& watch, CheckedRow& row) {
    const bool on_device = !uuids.empty();
    const std::string name = on_device ? "devices" : "host";
    const Sets sets{"parallel.strategy=ddp", fmt::format("parallel.processes={}", ranks),
                    on_device ? "parallel.devices=cuda" : "parallel.devices=cpu",
                    "training.per_device_train_batch_size=4"};
    const event::RunFolder run{sample.run(name)};
    const QStringList arguments{QString::fromStdString(run.root.string()), QStringLiteral("--preset"),
                                QString::fromStdString(sample.preset(name, sets).string())};
    const int port = free_port();
    std::vector<std::unique_ptr<CheckedProcess>> workers;
    for (int rank = 0; rank < ranks; ++rank) {
        QProcessEnvironment world;
        const auto set = [&](const char* key, const std::string& value) {
            world.insert(QString::fromLatin1(key), QString::fromStdString(value));
        };
        set("RANK", std::to_string(rank));
        set("LOCAL_RANK", std::to_string(rank));
        set("WORLD_SIZE", std::to_string(ranks));
        set("MASTER_ADDR", "127.0.0.1");
        set("MASTER_PORT", std::to_string(port));
        workers.push_back(std::make_unique<CheckedProcess>(arguments, uuids, home.string(), world));
    }
    const double until = monotonic_seconds() + watch.seconds;
    for (const auto& worker : workers) {
        // If another process has failed, this one would wait for it in vain.
        const CheckedProcess* broken = nullptr;
        const auto enough = [&] {
            for (const auto& other : workers)
                if (other != worker && !broken && other->bad_end()) broken = other.get();
            return broken || (watch.enough && watch.enough());
        };
        const End end = worker->wait({until, 0, enough});
        if (end == End::well) continue;
        if (broken)
            take_end(row, End::failed, broken->reason(), broken->ran_out_of_memory());
        else if (end != End::unwanted)
            take_end(row, end, worker->reason(), worker->ran_out_of_memory());
        else
            row.outcome = Outcome::not_reached;
        return std::nullopt;
    }
    return read_trained(run);
}

/// NCCL's rows among more GPUs than are checked now, from the verdict that was kept.
std::vector<CheckedRow> joint_rows(const Gpu& gpu, const std::string& driver, std::size_t checked_together) {
    std::vector<CheckedRow> rows;
    if (const auto kept = read_verdict(gpu, driver); kept && checked_together < 2)
        for (const CheckedRow& row : kept->rows)
            if (row.comparison.is(PhraseId::check_nccl_gpus)) rows.push_back(row);
    return rows;
}

} // namespace

double SelfCheckWatch::usual_seconds() {
    constexpr double usual = 90, most = 86'400;
    const char* text = std::getenv("TUNEDESK_DEVICE_CHECK_SECONDS");
    const double seconds = text ? std::strtod(text, nullptr) : usual;
    return seconds >= 1 && seconds <= most ? seconds : usual;
}

GpuLibraries gpu_libraries() {
    const QTemporaryDir folder;
    GpuLibraries found;
    CheckedProcess worker({QStringLiteral("--probe"), QStringLiteral("libraries")}, {},
                          made(folder).string());
    const End end = worker.wait({monotonic_seconds() + 30, 0, {}}, [&](const Json& said) {
        found.libtorch = said.value("libtorch", std::string());
        found.architectures = said.value("architectures", std::vector<int>{});
        found.problem = said.value("problem", std::string());
    });
    if (end != End::well) found.problem = sentence(worker.reason());
    return found;
}

std::optional<DeviceVerdict> check_device(const Gpu& gpu, const std::string& driver,
                                          const SelfCheckWatch& watch) {
    const QTemporaryDir folder;
    return SelfCheck(gpu, driver, watch, made(folder)).check();
}

std::optional<CheckedRow> check_together(const std::vector<Gpu>& gpus, const SelfCheckWatch& watch) {
    const QTemporaryDir folder;
    const SelfCheckSample sample(made(folder));
    const Phrase comparison(PhraseId::check_nccl_gpus, {std::to_string(gpus.size())});
    CheckedRow row{comparison, "nccl", Outcome::failed, 0, 1e-3, 0, {}};
    std::string uuids;
    for (const Gpu& gpu : gpus)
        uuids += (uuids.empty() ? "" : ",") + gpu.uuid;
    const double start = monotonic_seconds();
    const auto ranks = static_cast<int>(gpus.size());
    const auto there = train_ranks(sample, sample.run("home"), ranks, uuids, watch, row);
    const auto here = there ? train_ranks(sample, sample.run("home"), ranks, {}, watch, row) : std::nullopt;
    row.seconds = monotonic_seconds() - start;
    if (row.outcome == Outcome::not_reached && !row.passing) return std::nullopt;
    if (!there || !here) return row;
    row.figure = largest_difference(*there, *here);
    if (row.figure <= row.tolerance) row.outcome = Outcome::passed;
    return row;
}

std::optional<std::vector<DeviceVerdict>>
check_devices(const std::vector<Gpu>& all, const std::string& driver, const SelfCheckWatch& watch) {
    std::vector<Gpu> gpus = all;
    std::erase_if(gpus, [](const Gpu& gpu) { return !gpu.answers(); });
    std::vector<DeviceVerdict> verdicts;
    std::vector<Gpu> good;
    for (std::size_t i = 0; i < gpus.size(); ++i) {
        SelfCheckWatch each = watch;
        each.progress = [&](CheckStep step) {
            if (!watch.progress) return;
            step.done += static_cast<int>(i) * step.total;
            step.total *= static_cast<int>(gpus.size());
            watch.progress(step);
        };
        auto verdict = check_device(gpus[i], driver, each);
        if (!verdict) return std::nullopt;
        if (verdict->is_good()) {
            good.push_back(gpus[i]);
            for (CheckedRow& row : joint_rows(gpus[i], driver, gpus.size()))
                verdict->rows.push_back(std::move(row));
        }
        verdicts.push_back(std::move(*verdict));
    }
    if (good.size() > 1) {
        const auto row = check_together(good, watch);
        if (!row) return std::nullopt;
        for (DeviceVerdict& verdict : verdicts)
            if (verdict.is_good()) verdict.rows.push_back(*row);
    }
    for (const DeviceVerdict& verdict : verdicts)
        write_verdict(verdict);
    return verdicts;
}

} // namespace tunedesk::run
