// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever a preset, a folder or an option is called, the script runs one program with one folder.

#include "run/slurm/batch_script.h"

#include "base/error.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace tunedesk;
using namespace tunedesk::run;

namespace {

const char* const hostile[] = {"two words",
                               "it's",
                               "\"quoted\"",
                               "a\nb",
                               "$(touch canary)",
                               "`touch canary`",
                               "; touch canary;",
                               "-n",
                               "*",
                               "\\",
                               "#SBATCH --wrap=x",
                               "%j %x",
                               "\n#SBATCH --partition=evil\n",
                               "a&b|c>d<e",
                               "größe"};

} // namespace

class BatchScriptTest : public QObject {
    Q_OBJECT

    static int refusal(const BatchJob& job) {
        try {
            batch_script(job);
        } catch (const Error& error) {
            return error.id();
        }
        return 0;
    }

private Q_SLOTS:
    // With an srun that writes down its words.
    void hostile_names_are_single_words() {
        for (const char* name : hostile) {
            const QTemporaryDir temporary;
            const fs::path root = temporary.path().toStdString(), run = root / name,
                           program = root / "bin" / name;
            fs::create_directories(run / "logs");
            fs::create_directories(root / "bin");
            write_file_atomically(root / "bin" / "srun",
                                  "#!/bin/sh\nprintf '%s\\0' \"$@\" >\"$WORDS\"\nexit 75\n");
            fs::permissions(root / "bin" / "srun", fs::perms::owner_all);
            const BatchJob job{.name = name, .program = program, .run = run, .nodes = 2};
            write_file_atomically(root / "script", batch_script(job));
            QProcess bash;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert("PATH", temporary.path() + "/bin:" + environment.value("PATH"));
            environment.insert("WORDS", temporary.path() + "/words");
            environment.insert("SLURM_JOB_NUM_NODES", "2");
            bash.setProcessEnvironment(environment);
            bash.setWorkingDirectory(temporary.path());
            bash.start("bash", {temporary.path() + "/script"});
            QVERIFY(bash.waitForFinished(10'000));
            QVERIFY2(bash.exitCode() == 75, (name + bash.readAllStandardError().toStdString()).c_str());
            const std::string words = read_file(root / "words", ErrorId::file_unreadable);
            const std::string expected =
                program.string() + '\0' + "--no-gui" + '\0' + "resume" + '\0' + run.string() + '\0';
            QVERIFY2(words.ends_with(expected), name);
            QVERIFY(!fs::exists(root / "canary"));
            QVERIFY(fs::exists(run / "logs" / "slurm.log"));
        }
    }

    // Only lines that this program makes reach sbatch.
    void names_add_no_options_of_sbatch() {
        for (const char* name : hostile) {
            const std::string script =
                batch_script({.name = name, .program = "/bin/tunedesk", .run = "/run"});
            std::size_t options = 0;
            for (std::size_t at = 0; (at = script.find("\n#SBATCH ", at)) != std::string::npos; ++at)
                ++options;
            QCOMPARE(options, std::size_t(8));
        }
    }

    void options_have_plain_characters() {
        const BatchJob job{.name = "n", .program = "/p", .run = "/r"};
        for (const char* text : hostile) {
            BatchJob wrong = job;
            wrong.partition = text;
            QVERIFY2(refusal(wrong) == static_cast<int>(ErrorId::slurm_option_invalid), text);
            wrong = job;
            wrong.time = text;
            QVERIFY2(refusal(wrong) == static_cast<int>(ErrorId::slurm_option_invalid), text);
        }
        BatchJob right = job;
        right.partition = "gpu_long-2,other";
        right.time = "1-12:00:00";
        QCOMPARE(refusal(right), 0);
    }
};

QTEST_GUILESS_MAIN(BatchScriptTest)
#include "batch_script_test.moc"
