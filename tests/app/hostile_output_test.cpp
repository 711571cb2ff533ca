// SPDX-License-Identifier: GPL-3.0-or-later
// Every command over files and answers that try to steer the terminal: no byte of its output does, to a pipe
// or to a terminal, and JSON still holds every character.
// FAULTS 46

#include "app/hostile_folder.h"
#include "app/terminal.h"
#include "base/terminal_text.h"

#include <QDirIterator>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTest>
#include <map>
#include <set>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

/// A call of a command, and whether a hostile text must be seen in what it prints.
struct Call {
    QStringList arguments;
    bool shows = true;
};
constexpr bool quiet = false;

/// The first thing that is not allowed, or nothing. TerminalView's own sequences are; they are taken out of
/// what a terminal got.
std::string fault_in(const std::string& bytes, bool terminal) {
    QByteArray text = QByteArray::fromStdString(bytes);
    if (terminal) {
        static const QRegularExpression own(QStringLiteral(
            "\x1b\\[[0-9]+A\r|\x1b\\[J|\x1b\\[K|\x1b\\[(?:31|33|0)m|\r(?=\n)|\r(?=[0-9a-z.+() -]*\x1b\\[K)"));
        QString latin = QString::fromLatin1(text); // byte by byte
        text = latin.remove(own).toLatin1();
    }
    const std::string rest = text.toStdString();
    for (std::size_t i = 0; i < rest.size(); ++i) {
        if (rest[i] == '\n' || rest[i] == '\t' || (static_cast<unsigned char>(rest[i]) & 0xC0) == 0x80)
            continue;
        if (unsafe_at(rest, i).length == 0) continue;
        const QByteArray around =
            text.mid(static_cast<qsizetype>(i) - std::min<qsizetype>(20, qsizetype(i)), 60);
        return "0x" + around.toHex().toStdString() + ": " + around.toPercentEncoding(" []:;,.").toStdString();
    }
    return is_harmless(QString::fromUtf8(text).remove('\n').remove('\t').toStdString()) ? "" : "not UTF-8";
}

/// Whether some text in the JSON holds the C1 control that the hostile texts hold.
bool holds_all(const Json& json) {
    if (json.is_string()) return json.get_ref<const std::string&>().find(evil_text) != std::string::npos;
    if (!json.is_structured()) return false;
    for (const auto& [key, value] : json.items())
        if (key.find(evil_text) != std::string::npos || holds_all(value)) return true;
    return false;
}

} // namespace

class HostileOutputTest : public QObject {
    Q_OBJECT

    std::unique_ptr<RunBench> bench_;
    std::unique_ptr<HostileFolder> folder_;

    /// The commands that --help names below `path`, those with commands of their own left out.
    void collect(const QStringList& path, QStringList& commands) const {
        const Ended help = bench_->call(path + QStringList{"--help"});
        QCOMPARE(help.code, 0);
        const QString text = QString::fromStdString(help.out);
        const qsizetype at = text.indexOf("Subcommands:\n");
        if (at < 0) {
            commands << path.join(' ');
            return;
        }
        static const QRegularExpression name("^  ([a-z][a-z-]*)(?:\\s|$)",
                                             QRegularExpression::MultilineOption);
        for (auto found = name.globalMatch(text.mid(at)); found.hasNext();)
            collect(path + QStringList{found.next().captured(1)}, commands);
    }

    /// What is called of each command. A command that is not here fails the test: add it, with whatever of
    /// the hostile folder it can read.
    std::map<QString, std::vector<Call>> calls() const {
        const auto p = [&](const std::string& name) { return folder_->path(name); };
        const QString run = p("run"), evil = folder_->evil_run(), text = QString::fromStdString(evil_text);
        const QStringList box{"--host", "box"};
        std::map<QString, std::vector<Call>> all;
        for (const char* name : {"stop", "pause", "continue", "checkpoint", "kill"})
            all[name] = {{{run}, quiet}, {{evil}}, {QStringList{run} + box}, {{text}}};
        for (const char* name : {"controls", "bidi", "extends", "raw", "path", "columns", "unseen", "broken",
                                 "jsonl", "other", "index", "lists"}) {
            const QString preset = p(std::string(name) + ".yaml");
            const std::set<std::string> says_places = {"raw", "broken", "jsonl"}; // and not what is there
            all["check"].push_back({{preset}, !says_places.contains(name)});
            all["preset show"].push_back({{preset}, quiet});
        }
        all["check"].push_back({{p("bidi.yaml"), "--json"}});
        all["check"].push_back({QStringList{p("bidi.yaml")} + box});
        all["check"].push_back({{p("bidi.yaml"), "--measure"}});
        all["check"].push_back({{text}});
        all["run"] = {{{p("bidi.yaml"), "--run-dir", p("new")}},
                      {{p("lists.yaml"), "--run-dir", p("lists")}},
                      {{p("bidi.yaml"), "--run-dir", p("new-json"), "--json"}},
                      {{p("controls.yaml")}},
                      {{p("extends.yaml")}},
                      {{p("good.yaml"), "--set", text + "=1"}},
                      {{p("good.yaml"), "--detach", "--run-dir", p("new-" + evil_text)}},
                      {QStringList{p("bidi.yaml")} + box},
                      {QStringList{p("bidi.yaml"), "--detach", "--json"} + box}};
        all["resume"] = {{{run}}, {{evil}}, {QStringList{run} + box}};
        all["attach"] = {{{run}},
                         {{evil}},
                         {{run, "--json"}},
                         {QStringList{run} + box},
                         {QStringList{text} + box},
                         {QStringList{run, "--json"} + box}};
        all["list"] = {{{}}, {{"--json"}}, {box}, {QStringList{"--json"} + box}};
        all["server add"] = {{{"elsewhere"}}, {{text}}};
        all["server list"] = {{{}}};
        all["server remove"] = {{{text}}};
        all["device check"] = {{{"--report", p("report" + evil_text)}, quiet}, {{"--device", text}}};
        all["report"] = {{{run}},
                         {{evil}},
                         {{run, "--json"}},
                         {{run, "--html", p("page" + evil_text)}},
                         {{p("lists")}}, // of several labels a text
                         {{p("lists"), "--json"}},
                         {QStringList{run} + box},
                         {QStringList{run, "--json"} + box}};
        all["compare"] = {{{run, evil, "--importance"}},
                          {{p("lists"), run}},
                          {{run, evil, "--out", p("out" + evil_text)}},
                          {{"--group", text}},
                          {QStringList{run, evil} + box}};
        all["track"] = {{{run, evil, "--mlflow", p("mlruns" + evil_text)}},
                        {{p("lists"), "--mlflow", p("mlruns"), "--experiment", text}},
                        {{run, evil, "--wandb", p("wandb" + evil_text)}},
                        {{p("lists"), "--wandb", p("wandb"), "--experiment", text}},
                        {{"--group", text, "--mlflow", p("mlruns")}}};
        all["recipe list"] = {{{}, quiet}};
        all["recipe show"] = {{{p("recipe.yaml")}}, {{p("bad_recipe.yaml")}}, {{text}}};
        all["recipe run"] = {{{p("recipe.yaml")}},
                             {{p("bad_recipe.yaml")}},
                             {{p("tiny_recipe.yaml"), "--out", p("recipe" + evil_text)}}};
        all["batch-size"] = {
            {{p("controls.yaml")}}, {{p("broken.yaml")}, quiet}, {{p("bidi.yaml"), "--at-most", "1"}, quiet}};
        all["layout"] = {{{p("controls.yaml"), "--plan"}}, {{p("bidi.yaml"), "--trials", "1"}, quiet}};
        all["lr-range"] = {{{p("controls.yaml")}}, {{p("bidi.yaml"), "--steps", "10"}, quiet}};
        all["best"] = {{{p("controls.yaml")}}, {{p("bidi.yaml"), "--minutes", "0.01"}, quiet}};
        all["predict"] = {
            {{p("new/final"), "--text", text}},
            {{p("new/final"), "--text", text, "--json"}},
            {{p("new/final"), "--file", p("train.csv")}},
            {{p("new/final"), "--file", p("train.csv"), "--out", p("out" + evil_text + ".csv")}},
            {{p("new/final"), "--file", p("broken.csv"), "--column", text}},
            {{p("lists/final"), "--text", "a"}},
            {{p("lists/final"), "--text", "a", "--json"}},
            {{p("lists/final"), "--file", p("train.csv")}},
            {{p("other"), "--text", "a"}},
            {{evil, "--text", "a"}}};
        all["labels"] = {{{run}, quiet}, {{p("new")}, quiet}, {{evil}}, {{"--group", text}}};
        all["serve"] = {{{evil}}, {{text}}};
        all["model search"] = {{{text}, quiet}}; // no hub answers
        all["data search"] = {{{text}, quiet}};
        all["model get"] = {{{text}}, {{"org/nothing"}, quiet}};
        all["model list"] = {{{}, quiet}};
        all["model remove"] = {{{text}}};
        all["data get"] = {{{text}}, {{"org/nothing"}, quiet}};
        all["data list"] = {{{}, quiet}};
        all["data remove"] = {{{text}}};
        all["publish"] = {{{p("new"), "org/name", "--dry-run"}, quiet},
                          {{p("new"), text}},
                          {{p("new"), "org/name", "--model", text}},
                          {{evil, "org/name"}}};
        all["export"] = {{{p("new"), p("exported" + evil_text)}},
                         {{p("new"), p("exported"), "--model", text}},
                         {{p("new"), p("exported" + evil_text + ".onnx")}},
                         {{evil, p("exported")}}};
        all["tokenize"] = {{{p("model"), "--file", p("broken.csv"), "--skip-bad-rows"}, quiet},
                           {{p("model"), "--file", p("broken.csv"), "--column", text}},
                           {{p("other"), "--file", p("train.csv")}},
                           {{p("model"), "--file", p("train.csv"), "--json"}, quiet}};
        all["preset new"] = {{{"--yes", p("new" + evil_text + ".yaml")}}, {{"--yes", "--model", text}}};
        all["preset show"].push_back(
            {{p("bidi.yaml"), "--set", "name=" + QString::fromStdString(bidi_text)}});
        all["preset keys"] = {{{}, quiet}, {{"--markdown"}, quiet}};
        const std::set<std::string> says_keys = {"hf.json", "deepspeed.json"};
        for (const char* name :
             {"hf.json", "accelerate.yaml", "deepspeed.json", "unknown.json", "damaged.tunedesk"})
            all["preset import"].push_back({{p(name)}, says_keys.contains(name)});
        all["preset export"] = {
            {{p("bidi.yaml")}},
            {{p("bidi.yaml"), "--format", "hf"}},
            {{p("controls.yaml")}},
            {{p("bidi.yaml"), "--bundle", "--note", text, "-o", p("shared.tunedesk"), "--force"}},
            {{p("bidi.yaml"), "--bundle", "--source", text + "=x"}}};
        all["preset import"].push_back({{p("shared.tunedesk")}});
        all["plot"] = {{{run}, quiet}, {{evil}}};
        all["submit"] = {{{p("bidi.yaml"), "--dry-run", "--run-dir", p("job" + evil_text)}},
                         {{p("controls.yaml"), "--dry-run"}},
                         {{p("bidi.yaml"), "--dry-run", "--partition", text}}};
        all["queue list"] = {{{}}, {{"--json"}}};
        all["queue add"] = {{{p("controls.yaml")}},
                            {{p("bidi.yaml"), "--dry-run"}, quiet},
                            {{p("bidi.yaml"), "--sweep", text + "=1"}}};
        all["queue hold"] = all["queue release"] = {{{"1"}, quiet}, {{evil}, quiet}, {{text}}};
        all["queue move"] = {{{"1", "2"}}, {{text, "1"}}};
        all["queue pin"] = {{{"1", text}, quiet}, {{text, "0"}, quiet}};
        all["queue remove"] = {{{text}}};
        all["errors"] = {{{}, quiet}, {{"TD2000"}, quiet}, {{"--markdown"}, quiet}, {{text}}};
        all["completion"] = {{{"bash"}, quiet}, {{text}}};
        all["inspect"] = {
            {{}, quiet}, {{"--bundle", p("shared.tunedesk")}}, {{"--bundle", p("damaged.tunedesk")}, quiet}};
        return all;
    }

    /// Each call's output on a pipe and on a terminal.
    void look_at(const QString& command, const Call& call) {
        const QStringList arguments = command.split(' ') + call.arguments;
        const std::string name = QUrl::toPercentEncoding(arguments.join(' '), " /").toStdString();
        const auto process = bench_->start(arguments);
        process->closeWriteChannel();
        const Ended ended = RunBench::wait(*process, 120);
        const bool json = call.arguments.contains("--json");
        const std::string fault = fault_in(ended.out, false) + fault_in(ended.err, false);
        QVERIFY2(ended.code != -1, ("did not end: " + name).c_str());
        QVERIFY2(fault.empty(), (name + ": " + fault).c_str());
        const bool shown = has(ended.out + ended.err, "EVIL");
        QVERIFY2(shown || !call.shows,
                 ("shows nothing of it: " + name + "\n" + ended.out + ended.err).c_str());
        // What another machine sends has lost it before it is JSON again.
        const bool here = !call.arguments.contains("--host");
        if (json && here && ended.code == 0 && call.shows) check_json(ended.out, name);
        if (command == "inspect") return; // reads its input to the end, and is called by the window alone
        Terminal terminal(*bench_, 100, arguments);
        const std::string seen = terminal.read_all(120);
        const std::string there = fault_in(seen, true);
        QVERIFY2(there.empty(), (name + " on a terminal: " + there).c_str());
        RunBench::wait(terminal.process());
    }

    static void check_json(const std::string& text, const std::string& name) {
        bool whole = false;
        Json json = Json::parse(text, nullptr, false);
        if (!json.is_discarded()) {
            whole = holds_all(json);
        } else {
            for (const QByteArray& line : QByteArray::fromStdString(text).split('\n'))
                if (!line.isEmpty()) {
                    json = Json::parse(line.toStdString(), nullptr, false);
                    QVERIFY2(!json.is_discarded(), (name + ": no JSON: " + line.toStdString()).c_str());
                    whole |= holds_all(json);
                }
        }
        QVERIFY2(whole, (name + ": the text is another: " + text).c_str());
    }

private Q_SLOTS:
    void initTestCase() {
        bench_ = std::make_unique<RunBench>();
        bench_->with_window();
        bench_->set("TUNEDESK_WORKER", TUNEDESK_BIN_DIR "/tunedesk-worker");
        bench_->set("HF_ENDPOINT", "http://127.0.0.1:9"); // where nothing listens
        folder_ = std::make_unique<HostileFolder>(*bench_);
        const Ended shared =
            bench_->call({"preset", "export", folder_->path("bidi.yaml"), "--bundle", "--note",
                          QString::fromStdString(evil_text), "-o", folder_->path("shared.tunedesk")});
        QVERIFY2(shared.code == 0, shared.err.c_str()); // for `preset import`
    }
    void cleanupTestCase() {
        folder_.reset();
        bench_.reset();
    }

    void every_command() {
        QStringList commands;
        collect({}, commands);
        QVERIFY2(commands.size() > 30, qPrintable(commands.join(", ")));
        const auto all = calls();
        commands << "inspect"; // not in --help
        for (const QString& command : commands)
            QVERIFY2(all.contains(command), qPrintable("no hostile call of: " + command));
        commands.removeOne("run"); // predict reads what it leaves
        commands.prepend("run");
        for (const QString& command : commands)
            for (const Call& call : all.at(command))
                look_at(command, call); // every fault is listed
    }

    /// No source of the command line prints but the one with the filter.
    void nothing_prints_around_the_filter() {
        static const QRegularExpression printing(
            "fmt::print\\(|std::f?printf|std::f?puts|std::cout|std::cerr|std::fwrite|write_all\\(STD");
        int read = 0;
        for (QDirIterator files(TUNEDESK_SOURCE_DIR "/app/tunedesk", {"*.cpp", "*.h"}, QDir::Files,
                                QDirIterator::Subdirectories);
             files.hasNext(); ++read) {
            const QString name = QFileInfo(files.next()).fileName();
            if (name == "output.cpp") continue;
            QFile file(files.filePath());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const auto found = printing.match(QString::fromUtf8(file.readAll()));
            QVERIFY2(!found.hasMatch(), qPrintable(name + " prints by itself: " + found.captured()));
        }
        QVERIFY2(read >= 40, qPrintable(QString::number(read)));
    }
};

QTEST_GUILESS_MAIN(HostileOutputTest)
#include "hostile_output_test.moc"
