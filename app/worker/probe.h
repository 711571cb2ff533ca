// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tunedesk::worker {

/// `--probe libraries` prints one line of JSON (probe::libraries()). `--probe device FOLDER [bf16] [fp16]
/// [nccl]` compares the GPU with the host on the model of FOLDER/config.json, in fp32 and as asked, and
/// prints
/// {"begins": ID} and {"id", "figure", "tolerance", "passed", "reason", "seconds"} as it goes. Both end with
/// 0 whatever they find.
int probe_device(int argc, char** argv);

} // namespace tunedesk::worker
