// SPDX-License-Identifier: GPL-3.0-or-later
// What the simulated device refuses as CUDA does, and the mistakes that end a process: each in a process of
// its own, with the words that name it.

#include "device/device_support.h"
#include "patience.h"
#include "simulated/verdict.h"

#include <QProcess>
#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

at::Tensor numbers(int device = 0) {
    return at::arange(1000, at::TensorOptions(at::kFloat))
        .to(at::Device(at::kCUDA, static_cast<c10::DeviceIndex>(device)));
}

void wait() {
    const c10::impl::VirtualGuardImpl guard(at::kCUDA);
    guard.synchronizeStream(guard.getStream(at::Device(at::kCUDA, 0)));
}

/// The host reads what lies on the device.
void host_touches_the_device() {
    const at::Tensor tensor = numbers();
    wait();
    std::printf("%f\n", static_cast<double>(tensor.const_data_ptr<float>()[3]));
}

/// Another stream writes what the first one still reads.
void streams_race() {
    const c10::impl::VirtualGuardImpl guard(at::kCUDA);
    at::Tensor tensor = numbers();
    const at::Tensor sum = tensor + 1;
    const c10::StreamGuard other(guard.getStreamFromGlobalPool(at::Device(at::kCUDA, 0)));
    tensor.zero_();
    wait();
}

/// An index that no row has: found out when the kernel runs.
void kernel_fails() {
    const at::Tensor rows = at::tensor({5000}, at::TensorOptions(at::kLong)).to(gpu().place());
    const at::Tensor taken = numbers().index_select(0, rows);
    wait();
}

void memory_is_never_freed() {
    [[maybe_unused]] static const at::Tensor& lost = *new at::Tensor(numbers());
}

struct Mistake {
    const char* name;
    void (*make)();
    std::vector<const char*> words; ///< of its line
};

const Mistake mistakes[] = {
    {"host", host_touches_the_device, {"the host touches", "device 0"}},
    {"race", streams_race, {"nothing orders them", "add", "zero_"}},
    {"kernel", kernel_fails, {"index_select"}},
    {"held", memory_is_never_freed, {"still held at the end"}},
};

} // namespace

class RefusalsTest : public QObject {
    Q_OBJECT

    /// What is thrown, or "nothing".
    template <class Work>
    static std::string refusal(Work&& work) {
        try {
            work();
        } catch (const std::exception& error) {
            return error.what();
        }
        return "nothing";
    }

private Q_SLOTS:
    void aMistakeEndsTheProcess_data() {
        QTest::addColumn<int>("number");
        for (int number = 0; number < static_cast<int>(std::size(mistakes)); ++number)
            QTest::addRow("%s", mistakes[number].name) << number;
    }
    void aMistakeEndsTheProcess() {
        QFETCH(int, number);
        QProcess process;
        process.start(QCoreApplication::applicationFilePath(),
                      {QStringLiteral("--mistake"), QString::number(number)});
        QVERIFY(process.waitForFinished(patience_ms));
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(process.exitCode() == simulated::fault_code, said.constData());
        QVERIFY2(said.contains("simulated device: "), said.constData());
        for (const char* word : mistakes[number].words)
            QVERIFY2(said.contains(word), said.constData());
    }

    void devicesAreNotMixed() {
        const std::string two = refusal([] { numbers(0) + numbers(1); });
        QVERIFY2(two.find("on the same device") != std::string::npos, two.c_str());
        const std::string host =
            refusal([] { numbers(0) + at::arange(1000, at::TensorOptions(at::kFloat)); });
        QVERIFY2(host.find("on the same device") != std::string::npos, host.c_str());
    }

    void aTensorWithoutMemoryIsRefused() {
        const std::string word = refusal([] {
            const at::TensorOptions here(gpu().place());
            const at::Storage nothing(at::Storage::use_byte_size_t(), 16, at::DataPtr(nullptr, gpu().place()),
                                      /*allocator=*/nullptr, /*resizable=*/false);
            at::empty({0}, here).set_(nothing, 0, {4}, {1}) + 1;
        });
        QVERIFY2(word.find("without memory") != std::string::npos, word.c_str());
    }

    void whileAStreamIsCapturedNothingWaits() {
        const auto recorder = gpu().accelerator()->recorder();
        const at::Tensor tensor = numbers();
        recorder->wait();
        const auto graph = recorder->graph();
        const std::string word =
            refusal([&] { graph->capture([&] { (void)(tensor + 1).sum().item<float>(); }); });
        QVERIFY2(word != "nothing", word.c_str());
        qInfo("%s", word.substr(0, 120).c_str());
    }
};

int main(int argc, char** argv) {
    if (argc == 3 && std::string_view(argv[1]) == "--mistake") {
        gpu();
        mistakes[std::atoi(argv[2])].make();
        return 0;
    }
    return run_on_gpu<RefusalsTest>(argc, argv);
}
#include "refusals_test.moc"
