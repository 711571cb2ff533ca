// SPDX-License-Identifier: GPL-3.0-or-later
// What is the user's own when a call fails once: the queue, notes, the baseline and settings.

#include "base/failing_sweep.h"
#include "base/power_loss.h"
#include "run/queue/queue_file.h"
#include "run/registry/run_notes.h"
#include "run/registry/user_settings.h"

#include <algorithm>
#include <functional>

using namespace tunedesk;
using namespace tunedesk::run;
using namespace tunedesk::test;

namespace {

/// State and settings below `root`, from here on.
void live_in(const fs::path& root) {
    qputenv("XDG_STATE_HOME", (root / "state").c_str());
    qputenv("XDG_CONFIG_HOME", (root / "config").c_str());
}

/// The queue holds entries 1 to `count` and no others.
bool queue_up_to(int count) {
    QueueFile queue;
    queue.entries.clear();
    for (int id = 1; id <= count; ++id) {
        QueueEntry entry;
        entry.id = id;
        entry.run = "/runs/" + std::to_string(id);
        queue.entries.push_back(entry);
    }
    queue.next_id = count + 1;
    queue.save();
    return true;
}

const event::RunFolder noted{"/runs/noted"};

bool note(const std::string& title) {
    RunNote note;
    note.title = title;
    write_note(noted, note);
    return true;
}

std::string noted_title() {
    return read_note(noted).title;
}

bool serve(const std::string& name) {
    write_server({name, "/usr/bin/tunedesk", "/data"});
    return true;
}

std::string served() {
    std::string names;
    for (const ServerSettings& server : read_user_settings().servers)
        names += server.name;
    std::ranges::sort(names);
    return names;
}

bool choose(const std::string& run) {
    set_baseline(run.empty() ? std::nullopt : std::optional<fs::path>(run));
    return true;
}

std::string chosen() {
    return baseline().value_or("").string();
}

/// One kind of record: how it is written, and how it reads then.
struct Record {
    std::function<bool(int number)> write;
    std::function<std::string()> read;
    std::vector<std::string> values; ///< that read() gives after write(0), write(1), ...
};

Record record_named(const QString& name) {
    const std::vector<std::string> titles{"one", "two", "three"};
    if (name == "queue")
        return {[](int number) { return queue_up_to(number + 1); },
                [] { return std::to_string(queue_entries().size()); },
                {"1", "2", "3"}};
    if (name == "note")
        return {[=](int number) { return note(titles.at(static_cast<std::size_t>(number))); }, noted_title,
                titles};
    if (name == "note removed")
        return {
            [](int number) { return note(number == 1 ? "" : "text"); }, noted_title, {"text", "", "text"}};
    if (name == "baseline")
        return {[=](int number) { return choose(titles.at(static_cast<std::size_t>(number))); }, chosen,
                titles};
    if (name == "baseline forgotten")
        return {[](int number) { return choose(number == 1 ? "" : "/run"); }, chosen, {"/run", "", "/run"}};
    return {[](int number) { return serve(std::string(1, static_cast<char>('a' + number))); },
            served,
            {"a", "ab", "abc"}};
}

const char* const records[] = {"queue", "note", "note removed", "baseline", "baseline forgotten", "settings"};

} // namespace

class FailingUserFilesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void old_or_new_data() { add_failing_calls(); }
    // FAULTS 17, 19
    void old_or_new() {
        for (const char* const name : records) {
            const Record record = record_named(name);
            const std::string wrong =
                sweep_failing_calls([&](const fs::path& root, Failing& failing) -> std::string {
                    live_in(root);
                    if (!record.write(0) || record.read() != record.values[0]) return "the first write";
                    const bool good = failing.run([&] { return record.write(1); });
                    const std::string now = record.read();
                    if (now != record.values[0] && now != record.values[1])
                        return "neither old nor new: " + now;
                    if (good && now != record.values[1]) return "a failed write counts as done";
                    if (good && failing.hit() && failing.syncs()) return "a failed flush counts as done";
                    if (now != record.values[1]) record.write(1);
                    if (record.read() != record.values[1]) return "the second attempt is not there";
                    record.write(2);
                    if (record.read() != record.values[2]) return "the next write is not there";
                    if (failing.allocates()) return {}; // a process that was ended leaves its temporary file
                    for (const auto& entry : fs::recursive_directory_iterator(root))
                        if (entry.path().string().find(".tmp") != std::string::npos)
                            return "left: " + entry.path().string();
                    return {};
                });
            QVERIFY2(wrong.empty(), (std::string(name) + ": " + wrong).c_str());
        }
    }

    void power_cuts_data() {
        QTest::addColumn<QString>("name");
        for (const char* const name : records)
            QTest::newRow(name) << name;
    }
    // FAULTS 50
    void power_cuts() {
        QFETCH(QString, name);
        const Record record = record_named(name);
        const QTemporaryDir folder(scratch_place()), other(scratch_place());
        const fs::path root = fs::canonical(folder.path().toStdString());
        const fs::path scratch = fs::path(other.path().toStdString()) / "state";
        live_in(root);
        record.write(0);
        start_recording(root);
        for (int number = 1; number < 3; ++number) {
            record.write(number);
            record_mark(std::to_string(number));
        }
        PowerLoss loss(stop_recording(), root);
        live_in(scratch);
        const std::string wrong = loss.check_all(
            scratch, [&](const fs::path&, const std::vector<std::string>& marks) -> std::string {
                try {
                    const std::string now = record.read();
                    const std::size_t written = marks.size();
                    const bool is_next = written < 2 && now == record.values[written + 1];
                    return now == record.values[written] || is_next ? "" : "it reads '" + now + "'";
                } catch (const Error& error) {
                    return error.line();
                }
            });
        QVERIFY2(wrong.empty(), wrong.c_str());
        qInfo("%zu states", loss.states());
    }
};

QTEST_GUILESS_MAIN(FailingUserFilesTest)
#include "failing_calls_test.moc"
