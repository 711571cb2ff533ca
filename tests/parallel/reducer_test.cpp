// Two ranks as threads of one process: what steps leave behind.

#include "parallel/agreement.h"
#include "parallel/gradient_reducer.h"

#include "model/torch_headers.h"

#include <QTcpServer>
#include <QTest>
#include <atomic>
#include <malloc.h>
#include <thread>

using namespace tunedesk;
using namespace tunedesk::parallel;

namespace {

constexpr int tensors = 16, steps = 1500, steps_before = 500;

World world_of(int rank, int port) {
    World world;
    world.rank = world.local_rank = rank;
    world.size = world.local_size = 2;
    world.master_port = port;
    return world;
}

/// What the heap holds after so many steps and at the end, as the leading rank sees it: of both.
struct Heap {
    std::atomic<std::size_t> before = 0, after = 0, noted = 0;
};

void train(int rank, int port, Heap& heap) {
    Group group(world_of(rank, port), 60);
    std::vector<at::Tensor> parameters;
    for (int i = 0; i < tensors; ++i)
        parameters.push_back(at::ones({4, 4}).set_requires_grad(true));
    GradientReducer reducer(group, parameters, 25);
    Agreement agreement(group);
    for (int step = 1; step <= steps; ++step) {
        at::Tensor loss = at::zeros({});
        for (const at::Tensor& parameter : parameters)
            loss = loss + parameter.sum();
        reducer.backward(loss, true);
        for (const at::Tensor& parameter : parameters)
            parameter.mutable_grad().zero_();
        agreement.exchange({step, step}, 0);
        if (step == steps_before || step == steps) {
            group.barrier();
            if (rank == 0) (step == steps ? heap.after : heap.before) = ::mallinfo2().uordblks;
            group.barrier();
        }
    }
    heap.noted += reducer.noted_parameters();
}

} // namespace

class ReducerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // c10d's reducer noted 16 bytes of each parameter and step: 256 kB of each rank here.
    void steps_leave_nothing_in_memory() {
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        const int port = server.serverPort();
        server.close();
        ::mallopt(M_MMAP_THRESHOLD, 32 << 20); // growing lists stay in the heap, where they are counted
        Heap heap;
        std::thread other([&] { train(1, port, heap); });
        train(0, port, heap);
        other.join();
        QCOMPARE(heap.noted.load(), std::size_t(0));
        const auto grown = static_cast<std::int64_t>(heap.after) - static_cast<std::int64_t>(heap.before);
        qInfo("%lld bytes in %d steps", static_cast<long long>(grown), steps - steps_before);
        QVERIFY2(grown < 32 * 1024, qPrintable(QString::number(grown)));
    }
};

QTEST_GUILESS_MAIN(ReducerTest)
#include "reducer_test.moc"
