// The groups of a mesh, with ranks as threads.

#include "parallel/mesh_groups.h"

#include "memory/torch_headers.h"
#include "parallel/ranks_as_threads.h"

#include <QTest>
#include <atomic>
#include <map>
#include <mutex>

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
                groups.along(axis).sum(sum);
                at::Tensor value = at::full({1}, world.rank, at::kDouble);
                groups.along(axis).broadcast(value);
                const std::lock_guard lock(mutex);
                sums[axis][world.rank] = sum[0];
                first[axis][world.rank] = value.item<double>();
            }
            all.barrier();
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
            const std::int64_t before = all.collectives();
            const MeshGroups groups(all, Mesh({.data = 2}, 2));
            const Group& tensor = groups.along(Axis::tensor);
            as_expected += &groups.along(Axis::data) == &all && tensor.world().size == 1 && !tensor.data() &&
                           all.collectives() == before;
            all.barrier();
        });
        QCOMPARE(thrown, std::string());
        QCOMPARE(as_expected.load(), 2);
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
