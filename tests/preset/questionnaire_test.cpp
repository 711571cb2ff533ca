// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/schema/questionnaire.h"
#include "preset/yaml/load.h"

#include <QTest>

using namespace tunedesk;
using preset::MachineProfile;
using preset::Questionnaire;

namespace {

bool everything(const Preset&) {
    return true;
}

std::vector<std::string> asked(const Questionnaire& questions,
                               const std::map<std::string, std::string>& answers) {
    Questionnaire copy = questions;
    std::vector<std::string> ids;
    while (const auto question = copy.next()) {
        ids.push_back(question->id);
        const auto given = answers.find(question->id);
        const auto wrong =
            copy.answer(question->id, given == answers.end() ? question->proposal : given->second);
        if (wrong) return {*wrong};
    }
    return ids;
}

bool contains(const std::vector<std::string>& list, const char* item) {
    return std::find(list.begin(), list.end(), item) != list.end();
}

} // namespace

class QuestionnaireTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void every_proposal_makes_a_right_preset() {
        for (const MachineProfile& machine :
             {MachineProfile{}, MachineProfile{1, true, "m"}, MachineProfile{4, false, "m"}}) {
            const std::string yaml = Questionnaire(machine).to_yaml("/");
            const auto loaded = preset::parse(yaml, "new.yaml", "/");
            QCOMPARE(loaded.preset.parallel.processes, std::max(machine.gpus, 1));
            QCOMPARE(loaded.preset.data.validation_split, 0.1);
            QCOMPARE(loaded.preset.training.max_grad_norm, 1.0);
        }
    }

    void every_proposal_answers_its_question() {
        for (const auto supported : {&everything, &Questionnaire::this_version}) {
            Questionnaire questions(MachineProfile{2, true, "m"}, supported);
            for (const preset::Question& question : questions.all()) {
                QVERIFY2(!question.text.empty() && !question.help.empty(), question.id.c_str());
                const auto wrong = questions.answer(question.id, question.proposal);
                QVERIFY2(!wrong, wrong.value_or("").c_str());
            }
        }
    }

    void what_is_asked_follows_from_the_answers() {
        const Questionnaire one(MachineProfile{1, true, "m"}, everything);
        const auto single = asked(one, {});
        QVERIFY(!contains(single, "strategy") && !contains(single, "offload"));
        const auto ddp = asked(one, {{"devices", "2"}});
        QVERIFY(contains(ddp, "strategy") && !contains(ddp, "zero-stage") && !contains(ddp, "offload"));
        const auto zero = asked(one, {{"nodes", "2"}, {"strategy", "zero"}});
        QVERIFY(contains(zero, "zero-stage") && contains(zero, "offload"));
        const auto fsdp = asked(one, {{"devices", "2"}, {"strategy", "fsdp"}});
        QVERIFY(!contains(fsdp, "zero-stage") && contains(fsdp, "offload"));
        QCOMPARE(single.size() + 1, ddp.size());
    }

    void precision_follows_from_the_device() {
        const auto proposed = [](MachineProfile machine, Questionnaire::Supported supported) {
            for (const auto& question : Questionnaire(std::move(machine), std::move(supported)).all())
                if (question.id == "precision") return question.proposal;
            return std::string();
        };
        QCOMPARE(proposed({1, true, ""}, everything), std::string("bf16"));
        QCOMPARE(proposed({1, false, ""}, everything), std::string("fp16"));
        QCOMPARE(proposed({0, false, ""}, everything), std::string("fp32"));
        // Only what this version runs is proposed, whatever the device has.
        Preset preset;
        preset.precision.compute = Preset::Compute::bf16;
        if (!Questionnaire::this_version(preset))
            QCOMPARE(proposed({1, true, ""}, Questionnaire::this_version), std::string("fp32"));
    }

    void answers_become_keys() {
        Questionnaire questions(MachineProfile{}, everything);
        for (const auto& [id, text] : {std::pair{"model", "/m"},
                                       {"train", "$X/t.csv"},
                                       {"validation", "v.csv"},
                                       {"test", "/abs/e.csv"},
                                       {"devices", "4"},
                                       {"nodes", "2"},
                                       {"strategy", "zero"},
                                       {"zero-stage", "3"},
                                       {"offload", "optimizer,parameters"},
                                       {"precision", "fp16"},
                                       {"accumulation", "8"},
                                       {"clipping", "0.5"},
                                       {"name", "big one"}})
            QVERIFY(!questions.answer(id, text));
        const fs::path folder = fs::current_path() / "presets";
        const std::string yaml = questions.to_yaml(folder);
        qputenv("X", "/x");
        const Preset p = preset::parse_draft(yaml, "new.yaml", folder).loaded.preset;
        QCOMPARE(p.model.path, std::string("/m"));
        QCOMPARE(p.data.train, std::string("/x/t.csv"));
        QCOMPARE(p.data.validation, (fs::current_path() / "v.csv").string());
        QCOMPARE(p.data.validation_split, 0.0);
        QCOMPARE(p.parallel.processes, 8);
        QVERIFY(p.parallel.strategy == Preset::Strategy::zero3);
        QVERIFY((p.memory.offload == std::vector<std::string>{"optimizer", "parameters"}));
        QVERIFY(p.precision.compute == Preset::Compute::fp16);
        QCOMPARE(p.training.gradient_accumulation_steps, 8);
        QCOMPARE(p.name, std::string("big one"));
        QVERIFY(yaml.find("validation: \"../v.csv\"") != std::string::npos);
    }

    void every_line_is_explained() {
        const std::string yaml = Questionnaire(MachineProfile{}).to_yaml("/");
        const QStringList lines = QString::fromStdString(yaml).split('\n', Qt::SkipEmptyParts);
        for (const QString& line : lines)
            QVERIFY2(line.contains('#') || line.endsWith(':'), qPrintable(line));
    }

    void wrong_answers_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("what");
        const auto row = [](const char* id, const char* text, const char* what) {
            QTest::addRow("%s=%s", id, text) << id << text << what;
        };
        row("devices", "0", "from 1 to 256");
        row("nodes", "two", "from 1 to 256");
        row("accumulation", "9", "one of 1, 2, 3, 4, 5, 6, 7, 8");
        row("learning-rate", "fast", "a number from 0");
        row("model", "", "an answer is needed");
        row("name", "a/b", "without / or");
        row("strategi", "ddp", "did you mean strategy?");
    }
    void wrong_answers() {
        QFETCH(QString, id);
        QFETCH(QString, text);
        QFETCH(QString, what);
        Questionnaire questions{MachineProfile{}};
        const auto wrong = questions.answer(id.toStdString(), text.toStdString());
        QVERIFY(wrong.has_value());
        QVERIFY2(wrong->find(what.toStdString()) != std::string::npos, wrong->c_str());
    }

    void what_cannot_run_yet_is_not_offered() {
        const auto only_ddp = [](const Preset& preset) {
            return preset.parallel.strategy == Preset::Strategy::single ||
                   preset.parallel.strategy == Preset::Strategy::ddp;
        };
        Questionnaire questions(MachineProfile{2, true, "m"}, only_ddp);
        for (const auto& question : questions.all())
            if (question.id == "strategy") QVERIFY((question.choices == std::vector<std::string>{"ddp"}));
        const auto wrong = questions.answer("strategy", "zero");
        QVERIFY(wrong && wrong->find("does not run in this version yet") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(QuestionnaireTest)
#include "questionnaire_test.moc"
