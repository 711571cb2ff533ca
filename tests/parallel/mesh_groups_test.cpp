// SPDX-License-Identifier: GPL-3.0-or-later
// The groups of a mesh, with ranks as threads.

#include "parallel/mesh_groups.h"

#include "base/scratch.h"
#include "memory/torch_headers.h"
#include "parallel/ranks/diagnose.h"
#include "parallel/ranks_as_threads.h"

#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>

using namespace tunedesk;
using namespace tunedesk::parallel;
using namespace tunedesk::test;

class MeshGroupsTest : public QObject {
    Q_OBJECT

    static void check(const MeshShape& shape) {
        const int ranks = shape.stages * shape.data * shape.tensor;
        std::mutex mutex;
        std::map<Axis, std::map<int, double>> sums; // of each rank
        std::map<Axis, std::map<int, double>> first;
        const std::string thrown = run_ranks(ranks, [&](const World& world) {
            Group all(world, 60);
            const MeshGroups groups(all, Mesh(shape, ranks));
            for (const Axis axis : {Axis::tensor, Axis::data, Axis::stage}) {
                double sum[] = {static_cast<double>(1 << world.rank)};
                groups.along(axis).sum(sum, Purpose::evaluation);
                at::Tensor value = at::full({1}, world.rank, at::kDouble);
                groups.along(axis).broadcast(value, Purpose::evaluation);
                const std::lock_guard lock(mutex);
                sums[axis][world.rank] = sum[0];
                first[axis][world.rank] = value.item<double>();
            }
            all.barrier(Purpose::evaluation);
        });
        QCOMPARE(thrown, std::string());
        const Mesh mesh(shape, ranks);
        for (const Axis axis : {Axis::tensor, Axis::data, Axis::stage})
            for (const std::vector<int>& group : mesh.groups(axis)) {
                double expected = 0;
                for (const int rank : group)
                    expected += static_cast<double>(1 << rank);
                for (const int rank : group) {
                    QCOMPARE(sums[axis][rank], expected);
                    QCOMPARE(first[axis][rank], static_cast<double>(group.front()));
                }
            }
    }

private Q_SLOTS:
    void each_group_sums_its_own_ranks_data() {
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("data");
        QTest::addColumn<int>("tensor");
        QTest::addRow("2 x 2 x 2") << 2 << 2 << 2;
        QTest::addRow("3 x 1 x 2") << 3 << 1 << 2;
        QTest::addRow("1 x 4 x 1") << 1 << 4 << 1;
    }
    void each_group_sums_its_own_ranks() {
        QFETCH(int, stages);
        QFETCH(int, data);
        QFETCH(int, tensor);
        check({stages, data, tensor});
    }

    /// Neither connections nor collectives.
    void groups_of_all_ranks_and_of_one_cost_nothing() {
        std::atomic<int> as_expected = 0;
        const std::string thrown = run_ranks(2, [&](const World& world) {
            Group all(world, 60);
            const std::int64_t before = all.calls().collectives();
            const MeshGroups groups(all, Mesh({.data = 2}, 2));
            const Group& tensor = groups.along(Axis::tensor);
            as_expected += &groups.along(Axis::data) == &all && tensor.world().size == 1 && !tensor.data() &&
                           all.calls().collectives() == before;
            all.barrier(Purpose::evaluation);
        });
        QCOMPARE(thrown, std::string());
        QCOMPARE(as_expected.load(), 2);
    }

    /// Each with its group's ranks and the place in its sequence; only the rank that throws is marked.
    void collectives_are_recorded_with_their_purpose() {
        const QTemporaryDir scratch(scratch_place());
        const auto file = [&](int rank) {
            return (scratch.path() + QString("/%1.flight").arg(rank)).toStdString();
        };
        const std::string thrown = run_ranks(4, [&](World world) {
            world.flight_record = file(world.rank);
            Group all(world, 60);
            const MeshGroups groups(all, Mesh({.data = 2, .tensor = 2}, 4));
            all.calls().set_step(9);
            at::Tensor value = at::ones({8}, at::kBFloat16);
            groups.along(Axis::data).sum(value, Purpose::gradient_sum);
            all.lead(Purpose::save, [] {});
            if (world.rank == 3) throw std::runtime_error("a kernel failed");
            all.barrier(Purpose::evaluation);
        });
        QVERIFY2(thrown.find("rank") == 0, thrown.c_str());
        std::vector<Flight> flights;
        for (int rank = 0; rank < 4; ++rank) {
            flights.push_back(read_flight(file(rank)).value());
            const std::vector<FlightLine>& lines = flights.back().lines;
            QCOMPARE(lines.size(), std::size_t(rank == 3 ? 3 : 4));
            const auto first = static_cast<std::uint16_t>(rank % 2);
            QVERIFY(lines[0].group == (GroupKey{GroupKey::Channel::data, first, 2, 2}));
            QVERIFY(lines[0].purpose == Purpose::gradient_sum && lines[0].sequence == 1);
            QVERIFY(lines[0].bytes == 16 && lines[0].step == 9);
            QCOMPARE(std::string(lines[0].element_type.data(), 8), std::string("BFloat16"));
            QVERIFY(lines[1].group == (GroupKey{GroupKey::Channel::data, 0, 1, 4}));
            QVERIFY(lines[1].op == CollectiveOp::lead && lines[1].purpose == Purpose::save);
            QVERIFY(lines[1].state == FlightLine::State::done && lines[1].sequence == 1);
            QVERIFY(lines[2].op == CollectiveOp::sum && lines[2].purpose == Purpose::save);
            if (rank < 3) QVERIFY(lines[3].state == FlightLine::State::failed);
            QCOMPARE(flights.back().threw, rank == 3);
        }
        const auto diagnosis = diagnose(flights);
        QVERIFY(diagnosis);
        QCOMPARE(sentence(phrase_of(*diagnosis)), std::string("rank 3 failed after the save (step 9)"));
    }

    /// Rank 0 takes the store with it in which the others look for the end of what it leads.
    void rank_0_ends_only_after_the_others_know() {
        const std::string thrown = run_ranks(2, [&](const World& world) {
            Group all(world, 60);
            const auto sleep = [](int milliseconds) {
                return
                    [milliseconds] { std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds)); };
            };
            all.lead(Purpose::save, sleep(100), sleep(300));
        });
        QCOMPARE(thrown, std::string());
    }

    void a_mesh_of_one_rank_is_its_world() {
        Group all(World{}, 1);
        const MeshGroups groups(all, Mesh({}, 1));
        for (const Axis axis : {Axis::tensor, Axis::data, Axis::stage})
            QVERIFY(&groups.along(axis) == &all);
    }
};

QTEST_GUILESS_MAIN(MeshGroupsTest)
#include "mesh_groups_test.moc"
