// SPDX-License-Identifier: GPL-3.0-or-later
#include "probe.h"

#include "base/error.h"
#include "event/event.h"
#include "json_line.h"
#include "probe/device_probe.h"

#include <string_view>

namespace tunedesk::worker {

namespace {

void print_row(const probe::Row& row) {
    print_line({{"id", row.id},
                {"figure", row.figure ? event::number_json(*row.figure) : Json()},
                {"tolerance", row.tolerance},
                {"passed", row.passed()},
                {"reason", row.reason},
                {"out_of_memory", row.out_of_memory},
                {"seconds", row.seconds}});
}

probe::Extras extras_of(int argc, char** argv) {
    probe::Extras extras;
    for (int i = 4; i < argc; ++i) {
        const std::string_view name = argv[i];
        if (name == "bf16")
            extras.types.push_back(at::kBFloat16);
        else if (name == "fp16")
            extras.types.push_back(at::kHalf);
        else if (name == "nccl")
            extras.nccl = true;
        else
            throw Error(ErrorId::comparison_unknown, {}, argv[i]);
    }
    return extras;
}

/// Opens the device, the first operation that can fail.
std::optional<parallel::Device> open_device() {
    print_line({{"begins", "device"}});
    probe::Row row;
    row.id = "device";
    std::optional<parallel::Device> device;
    try {
        device = parallel::open_gpu("cuda", {});
        print_line({{"versions", device->accelerator()->versions()}});
    } catch (const Error& error) {
        row.reason = error.message();
    } catch (const std::exception& error) {
        row.reason = error.what();
    }
    print_row(row);
    return device;
}

} // namespace

int probe_device(int argc, char** argv) {
    const std::string_view what = argc > 2 ? argv[2] : "";
    if (what == "libraries" && argc == 3) return print_line(probe::libraries()), 0;
    if (what != "device" || argc < 4) throw Error(ErrorId::probe_usage);
    const arch::ModelConfig config = arch::read_model_config(argv[3]);
    const probe::Extras extras = extras_of(argc, argv);
    const std::optional<parallel::Device> device = open_device();
    if (!device) return 0;
    probe::probe_device(
        *device, config, extras,
        [](const std::string& id) {
            print_line({{"begins", id}});
        },
        print_row);
    return 0;
}

} // namespace tunedesk::worker
