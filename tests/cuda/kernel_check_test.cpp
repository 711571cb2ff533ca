// SPDX-License-Identifier: GPL-3.0-or-later
// The build step that compiles the kernels for every GPU finds what it is for. It needs no GPU.

#include "cuda/compiler.h"
#include "cuda/kernel_check.h"

#include <QTest>

using namespace tunedesk::cuda;

namespace {

// 1024 threads leave each 64 registers.
constexpr const char* spilling = R"(
extern "C" __global__ __launch_bounds__(1024) void spiller(const float* from, float* to) {
    float kept[128];
    for (int i = 0; i < 128; ++i) kept[i] = from[i * 1024 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 128; ++i) to[i * 1024 + threadIdx.x] = kept[i] * kept[127 - i];
})";

constexpr const char* sharing = R"(
extern "C" __global__ void sharer(float* to) {
    __shared__ float row[FLOATS];
    row[threadIdx.x] = to[threadIdx.x];
    __syncthreads();
    to[threadIdx.x] = row[FLOATS - 1 - threadIdx.x];
})";

std::string sharing_of(int floats) {
    return "#define FLOATS " + std::to_string(floats) + "\n" + sharing;
}

} // namespace

class KernelCheckTest : public QObject {
    Q_OBJECT

    static void architectures() {
        QTest::addColumn<QString>("architecture");
        for (const char* architecture : {"sm_75", "sm_90", "sm_120"})
            QTest::newRow(architecture) << QString(architecture);
    }

private Q_SLOTS:
    void spillsAreProblems_data() { architectures(); }
    void spillsAreProblems() {
        QFETCH(QString, architecture);
        const KernelCheck check = check_kernels(spilling, {"spiller"}, architecture.toStdString());
        QCOMPARE(check.kernels.size(), std::size_t{1});
        QCOMPARE(check.kernels[0].registers, 64);
        QVERIFY(check.kernels[0].spill_stores > 0 && check.kernels[0].spill_loads > 0);
        QCOMPARE(check.problems.size(), std::size_t{1});
        const QString problem = QString::fromStdString(check.problems[0]);
        QVERIFY2(problem.startsWith("spiller, " + architecture + ": spills registers: 64 registers, "),
                 qPrintable(problem));
    }

    void sharedMemoryHasALimit_data() { architectures(); }
    void sharedMemoryHasALimit() {
        QFETCH(QString, architecture);
        const KernelCheck most =
            check_kernels(sharing_of(12 * 1024).c_str(), {"sharer"}, architecture.toStdString());
        QCOMPARE(most.problems.size(), std::size_t{0});
        QCOMPARE(most.kernels[0].shared_bytes, 48 * 1024);
        const KernelCheck more =
            check_kernels(sharing_of(12 * 1024 + 1).c_str(), {"sharer"}, architecture.toStdString());
        QCOMPARE(more.problems.size(), std::size_t{1});
        const QString problem = QString::fromStdString(more.problems[0]);
        QVERIFY2(problem.startsWith("sharer, " + architecture + ": more than 49152 bytes") &&
                     problem.endsWith(", 49156 bytes of shared memory"),
                 qPrintable(problem));
    }

    void spillsOfFunctionsAreTheirs() {
        const std::vector<KernelResources> all = resources_of(
            "ptxas info    : Compiling entry function 'caller' for 'sm_90'\n"
            "ptxas info    : Function properties for caller\n"
            "ptxas         .     8 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
            "ptxas info    : Used 24 registers, used 1 barriers, 16 bytes smem\n"
            "ptxas info    : Function properties for called\n"
            "ptxas         .     8 bytes stack frame, 4 bytes spill stores, 12 bytes spill loads\n");
        QCOMPARE(all.size(), std::size_t{2});
        QCOMPARE(all[0].name, std::string("caller"));
        QCOMPARE(all[0].registers, 24);
        QCOMPARE(all[0].shared_bytes, 16);
        QCOMPARE(all[0].spill_loads, 0);
        QCOMPARE(all[1].name, std::string("called"));
        QCOMPARE(all[1].spill_stores, 4);
        QCOMPARE(all[1].spill_loads, 12);
    }

    void namesAreThoseOfTheKernels() {
        const KernelCheck check = check_kernels(sharing_of(32).c_str(), {"another"}, "sm_80");
        QCOMPARE(check.problems.size(), std::size_t{2});
        QCOMPARE(check.problems[0], std::string("sharer, sm_80: not in kernel_names()"));
        QCOMPARE(check.problems[1], std::string("another, sm_80: the compiler reports no such kernel"));
    }

    void compilerErrorsAreProblems() {
        const KernelCheck check = check_kernels("this is no CUDA", {"sharer"}, "sm_80");
        QCOMPARE(check.problems.size(), std::size_t{1});
        QVERIFY(check.problems[0].starts_with("kernels.cu, sm_80: does not compile: "));
        QVERIFY(check.problems[0].find("error") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(KernelCheckTest)
#include "kernel_check_test.moc"
