#include "compiler.h"

#include <array>
#include <memory>
#include <nvrtc.h>
#include <stdexcept>

namespace tunedesk::cuda {

extern const char *const row_parts_source, *const row_kernels_source, *const head_kernels_source;

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

std::string compiled(const char* source, const char* name, const std::string& architecture) {
    nvrtcProgram program = nullptr;
    const std::array texts{row_parts_source, row_kernels_source, head_kernels_source};
    const std::array names{"row_parts.cuh", "row_kernels.cuh", "head_kernels.cuh"};
    require(nvrtcCreateProgram(&program, source, name, static_cast<int>(texts.size()), texts.data(),
                               names.data()),
            "NVRTC");
    const auto destroy = [](nvrtcProgram* one) { nvrtcDestroyProgram(one); };
    const std::unique_ptr<nvrtcProgram, decltype(destroy)> owner(&program, destroy);
    const std::string target = "--gpu-architecture=" + architecture;
    const std::array options{target.c_str(), "--std=c++17"};
    if (nvrtcCompileProgram(program, static_cast<int>(options.size()), options.data()) != NVRTC_SUCCESS)
        throw std::runtime_error(std::string(name) + " does not compile for " + architecture + ": " +
                                 log_of(program));
    std::size_t size = 0;
    require(nvrtcGetCUBINSize(program, &size), name);
    std::string code(size, '\0');
    require(nvrtcGetCUBIN(program, code.data()), name);
    return code;
}

} // namespace tunedesk::cuda
