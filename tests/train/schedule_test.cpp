// SPDX-License-Identifier: GPL-3.0-or-later
// Learning rates against transformers.get_scheduler and torch's StepLR (tests/golden/make_optimizer.py).

#include "train/optimizer/schedule.h"

#include "base/files/file.h"
#include "base/json.h"

#include <QTest>
#include <cmath>

using namespace tunedesk;

class ScheduleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rates() {
        const fs::path path = TUNEDESK_SOURCE_DIR "/tests/golden/schedule.json";
        const Json golden =
            parse_json(read_file(path, ErrorId::file_unreadable), path.string(), ErrorId::file_unreadable);
        const std::map<std::string, Preset::Scheduler> kinds = {{"constant", Preset::Scheduler::constant},
                                                                {"linear", Preset::Scheduler::linear},
                                                                {"cosine", Preset::Scheduler::cosine},
                                                                {"step", Preset::Scheduler::step}};
        QVERIFY(golden["cases"].size() > 20);
        for (const Json& one : golden["cases"]) {
            Preset::Training training;
            training.learning_rate = golden["learning_rate"].get<double>();
            training.lr_scheduler_type = kinds.at(one["type"].get<std::string>());
            training.warmup_steps = one.value("warmup_steps", 0);
            training.warmup_ratio = one.value("warmup_ratio", 0.0);
            training.lr_step_epochs = one.value("lr_step_epochs", training.lr_step_epochs);
            training.lr_gamma = one.value("lr_gamma", training.lr_gamma);
            const train::Schedule schedule(training, one["total"].get<std::int64_t>());
            const auto expected = one["rates"].get<std::vector<double>>();
            QCOMPARE(expected.size(), one["total"].get<std::size_t>());
            const auto per_epoch = one.value("steps_per_epoch", std::int64_t{5});
            for (std::size_t step = 0; step < expected.size(); ++step) {
                const auto number = static_cast<std::int64_t>(step);
                const double rate = schedule.at(number, number / per_epoch);
                if (std::abs(rate - expected[step]) > 1e-12 * training.learning_rate)
                    QFAIL(qPrintable(QStringLiteral("%1, step %2: %3, expected %4")
                                         .arg(QString::fromStdString(one.dump()).left(100))
                                         .arg(step)
                                         .arg(rate, 0, 'g', 17)
                                         .arg(expected[step], 0, 'g', 17)));
            }
        }
    }
};

QTEST_APPLESS_MAIN(ScheduleTest)
#include "schedule_test.moc"
