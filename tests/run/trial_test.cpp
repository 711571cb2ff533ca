// What is made of a learning-rate range test's points, and a trial in a process of its own that fails.
#include "run/trial.h"

#include <QTest>
#include <cmath>
#include <random>

using namespace tunedesk;
using namespace tunedesk::run;

class TrialTest : public QObject {
    Q_OBJECT

    /// Losses that are flat, fall around `turn` and rise beyond `end`, over 100 rates from 1e-6 to 1.
    static std::vector<RangePoint> valley(double turn, double end) {
        std::vector<RangePoint> points;
        for (int i = 0; i < 100; ++i) {
            const double exponent = -6 + 6.0 * i / 99;
            const double falls = 0.5 / (1 + std::exp(4 * (exponent - turn)));
            points.push_back({std::pow(10, exponent), 0.2 + falls + std::exp(8 * (exponent - end))});
        }
        return points;
    }

private Q_SLOTS:
    void suggests_where_the_loss_falls_fastest() {
        for (const double turn : {-4.0, -3.0}) {
            const auto rate = suggested_rate(valley(turn, -0.5));
            QVERIFY(rate);
            QVERIFY2(std::fabs(std::log10(*rate) - turn) < 0.6, qPrintable(QString::number(*rate)));
        }
    }

    void suggests_nothing_without_a_fall() {
        std::vector<RangePoint> points = valley(-4, -1);
        for (RangePoint& point : points)
            point.loss = 0.7 + point.learning_rate;
        QVERIFY(!suggested_rate(points));
        points.resize(5);
        QVERIFY(!suggested_rate(points));
        QVERIFY(!suggested_rate({}));
    }

    void tells_a_fall_from_scatter() {
        int of_flat = 0, of_valley = 0;
        for (unsigned seed = 0; seed < 100; ++seed) {
            std::mt19937 random(seed);
            std::normal_distribution<double> scatter(0, 0.1);
            std::vector<RangePoint> falling = valley(-3.5, -1), flat = falling;
            for (std::size_t i = 0; i < flat.size(); ++i) {
                falling[i].loss += scatter(random);
                flat[i].loss = 0.7 + scatter(random);
            }
            of_flat += suggested_rate(flat).has_value();
            of_valley += suggested_rate(falling).has_value();
        }
        QVERIFY2(of_flat <= 10, qPrintable(QString::number(of_flat)));
        QVERIFY2(of_valley >= 95, qPrintable(QString::number(of_valley)));
    }

    void bears_a_loss_that_is_no_number() {
        std::vector<RangePoint> points = valley(-4, -1);
        points.back().loss = NAN;
        QVERIFY(suggested_rate(points));
    }

    void smoothing_begins_at_the_first_loss() {
        const std::vector<double> losses = smoothed_losses({{1e-3, 2.0}, {2e-3, 2.0}, {3e-3, 1.0}});
        QVERIFY(std::fabs(losses[0] - 2) < 1e-12 && std::fabs(losses[1] - 2) < 1e-12);
        QVERIFY(losses[2] < 2 && losses[2] > 1);
    }
};

QTEST_GUILESS_MAIN(TrialTest)
#include "trial_test.moc"
