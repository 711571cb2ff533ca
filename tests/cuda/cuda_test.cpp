// SPDX-License-Identifier: GPL-3.0-or-later
// The library behind GPUs on a machine without one: it loads, it counts none, and says so.

#include "parallel/device.h"
#include "parallel/group.h"

#include "base/error.h"

#include <QTcpServer>
#include <QTest>
#include <cstdlib>
#include <thread>
#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <torch/csrc/distributed/c10d/HashStore.hpp>

using namespace tunedesk;
using namespace tunedesk::parallel;

class CudaTest : public QObject {
    Q_OBJECT

    /// The error that choosing this device ends in, or none.
    static std::optional<Error> refusal(const std::string& devices, int local_rank = 0) {
        World world;
        world.local_rank = local_rank;
        try {
            open_gpu(devices, world);
        } catch (const Error& error) {
            return error;
        }
        return std::nullopt;
    }

private Q_SLOTS:
    void theHostNeedsNoLibrary() {
        ::setenv("TUNEDESK_CUDA_LIBRARY", "/nowhere", 1);
        const Device device;
        QVERIFY(!device.is_gpu());
        QCOMPARE(device.name(), std::string("cpu"));
        QVERIFY(device.place().is_cpu());
        QCOMPARE(device.memory().peak, std::uint64_t{0});
    }

    void aMissingLibraryIsExplained() {
        ::setenv("TUNEDESK_CUDA_LIBRARY", "/nowhere/libtunedesk-cuda.so", 1);
        const auto error = refusal("cuda");
        QVERIFY(error);
        QCOMPARE(error->id(), 5605);
        QCOMPARE(error->where(), std::string("/nowhere/libtunedesk-cuda.so"));
        QVERIFY(error->next().find("setup.sh --cuda") != std::string::npos);
    }

    void anotherLibraryIsRefused() {
        ::setenv("TUNEDESK_CUDA_LIBRARY", "/lib/x86_64-linux-gnu/libm.so.6", 1);
        const auto error = refusal("cuda");
        QVERIFY(error);
        QCOMPARE(error->id(), 5604);
    }

    void theLibraryLoadsAndCounts() {
        ::setenv("TUNEDESK_CUDA_LIBRARY", TUNEDESK_BIN_DIR "/libtunedesk-cuda.so", 1);
        Accelerator& accelerator = open_accelerator();
        QVERIFY(&accelerator == &open_accelerator());
        QVERIFY(accelerator.versions().starts_with("CUDA 13."));
        QVERIFY(accelerator.versions().find("NCCL 2.") != std::string::npos);
        if (accelerator.device_count() > 0) QSKIP("this machine has a GPU: see tests/device");
        for (const char* devices : {"cuda", "0", "1,0"}) {
            const auto error = refusal(devices);
            QVERIFY(error);
            QCOMPARE(error->id(), 5602);
            QCOMPARE(static_cast<int>(error->code()), 5);
            QVERIFY(error->next().find("nvidia-smi") != std::string::npos);
        }
    }

    void ncclWithoutGpusIsExplained() {
        ::setenv("TUNEDESK_CUDA_LIBRARY", TUNEDESK_BIN_DIR "/libtunedesk-cuda.so", 1);
        Accelerator& accelerator = open_accelerator();
        if (accelerator.device_count() > 0) QSKIP("this machine has a GPU: see tests/device");
        try {
            accelerator.nccl(c10::make_intrusive<c10d::HashStore>(), 0, 1, std::chrono::seconds(5));
            QFAIL("NCCL came up without a GPU");
        } catch (const c10::Error& error) {
            QVERIFY(std::string(error.what()).find("no GPUs found") != std::string::npos);
        }
    }

    /// What a run does with that: the ranks' group names NCCL and the remedy, once they have met over Gloo.
    void aGroupOverNcclIsRefused() {
        Accelerator& accelerator = open_accelerator();
        if (accelerator.device_count() > 0) QSKIP("this machine has a GPU: see tests/device");
        QTcpServer port;
        QVERIFY(port.listen(QHostAddress::LocalHost));
        World world;
        world.size = world.local_size = 2;
        world.master_port = port.serverPort();
        port.close();
        int ids[2] = {};
        const auto meet = [&](int rank) {
            World one = world;
            one.rank = one.local_rank = rank;
            try {
                const Group group(one, 30, Device(accelerator, rank));
            } catch (const Error& error) {
                ids[rank] =
                    error.next().find("parallel.backend: gloo") != std::string::npos ? error.id() : -1;
            }
        };
        std::thread other(meet, 1);
        meet(0);
        other.join();
        QCOMPARE(ids[0], 5603);
        QCOMPARE(ids[1], 5603);
    }
};

QTEST_APPLESS_MAIN(CudaTest)
#include "cuda_test.moc"
