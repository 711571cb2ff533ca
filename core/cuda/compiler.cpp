// SPDX-License-Identifier: GPL-3.0-or-later
#include "compiler.h"

#include <array>
#include <memory>
#include <nvrtc.h>
#include <stdexcept>
#include <utility>

namespace tunedesk::cuda {

extern const char *const row_parts_source, *const row_kernels_source, *const head_kernels_source,
                                                                          *const decoder_kernels_source;

namespace {

void require(nvrtcResult result, const std::string& what) {
    if (result != NVRTC_SUCCESS) throw std::runtime_error(what + ": " + nvrtcGetErrorString(result));
}

std::string log_of(nvrtcProgram program) {
    std::size_t size = 0;
    if (nvrtcGetProgramLogSize(program, &size) != NVRTC_SUCCESS || size == 0) return {};
    std::string log(size, '\0');
    return nvrtcGetProgramLog(program, log.data()) == NVRTC_SUCCESS ? log.c_str() : std::string();
}

} // namespace

std::vector<std::string> kernel_names() {
    std::vector<std::string> names{
        "norm_parameters_backward", "head_classify",     "head_classify_backward", "head_judge", "rms_norm",
        "rms_norm_backward",        "rms_gamma_backward"};
    for (const char* kernel : {"drop_add_norm_", "embed_norm_", "norm_backward_", "rotate_"})
        for (const char* type : {"f32", "bf16", "f16"})
            names.push_back(std::string(kernel) + type);
    return names;
}

std::vector<int> supported_capabilities() {
    int count = 0;
    require(nvrtcGetNumSupportedArchs(&count), "NVRTC");
    std::vector<int> capabilities(static_cast<std::size_t>(count));
    require(nvrtcGetSupportedArchs(capabilities.data()), "NVRTC");
    return capabilities;
}

Compilation compile(const char* source, const char* name, const std::string& architecture,
                    bool with_resources) {
    nvrtcProgram program = nullptr;
    const std::array texts{row_parts_source, row_kernels_source, head_kernels_source, decoder_kernels_source};
    const std::array names{"row_parts.cuh", "row_kernels.cuh", "head_kernels.cuh", "decoder_kernels.cuh"};
    require(nvrtcCreateProgram(&program, source, name, static_cast<int>(texts.size()), texts.data(),
                               names.data()),
            "NVRTC");
    const auto destroy = [](nvrtcProgram* one) { nvrtcDestroyProgram(one); };
    const std::unique_ptr<nvrtcProgram, decltype(destroy)> owner(&program, destroy);
    const std::string target = "--gpu-architecture=" + architecture;
    std::vector options{target.c_str(), "--std=c++17"};
    // Not always: its log leaves out the assembler's errors.
    if (with_resources) options.push_back("--ptxas-options=-v");
    const nvrtcResult result = nvrtcCompileProgram(program, static_cast<int>(options.size()), options.data());
    Compilation compilation;
    compilation.log = log_of(program);
    if (result != NVRTC_SUCCESS) return compilation;
    std::size_t size = 0;
    require(nvrtcGetCUBINSize(program, &size), name);
    compilation.code.resize(size);
    require(nvrtcGetCUBIN(program, compilation.code.data()), name);
    return compilation;
}

std::string compiled(const char* source, const char* name, const std::string& architecture) {
    Compilation compilation = compile(source, name, architecture);
    if (compilation.code.empty())
        throw std::runtime_error(std::string(name) + " does not compile for " + architecture + ": " +
                                 compilation.log);
    return std::move(compilation.code);
}

} // namespace tunedesk::cuda
