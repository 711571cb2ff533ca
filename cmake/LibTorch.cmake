# SPDX-License-Identifier: GPL-3.0-or-later
# LibTorch from the wheel that packaging/setup.sh unpacked below TUNEDESK_DEPS. The worker links only the CPU
# half (a program that also links libtorch_cuda starts 150 ms later and holds 350 MB more); the CUDA half is a
# plug-in loaded when a run asks for a GPU.

set(torch_root "${TUNEDESK_DEPS}/python/torch")
if(NOT EXISTS "${torch_root}/lib/libtorch_cpu.so")
    message(FATAL_ERROR "LibTorch is not in ${torch_root}: run packaging/setup.sh, or pass -DTUNEDESK_TORCH=OFF")
endif()

add_library(tunedesk_torch INTERFACE)
target_include_directories(tunedesk_torch SYSTEM INTERFACE "${torch_root}/include"
                                                           "${torch_root}/include/torch/csrc/api/include")
target_link_libraries(tunedesk_torch INTERFACE "${torch_root}/lib/libtorch_cpu.so" "${torch_root}/lib/libc10.so")
# at::parallel_for is a loop on one thread in code compiled without OpenMP. Of its runtime the wheel's own, so
# that LibTorch's threads and ours are the same ones.
file(GLOB torch_gomp "${torch_root}/lib/libgomp*.so*")
target_compile_options(tunedesk_torch INTERFACE -fopenmp)
target_link_libraries(tunedesk_torch INTERFACE "${torch_gomp}")
# The wheel's headers bring their own fmt, of another version than the system's library: beside them it is header-only.
target_compile_definitions(tunedesk_torch INTERFACE USE_C10D_GLOO USE_DISTRIBUTED FMT_HEADER_ONLY)

# The CUDA half, for core/cuda alone: only where its libraries and their headers are there too.
set(nvidia_root "${TUNEDESK_DEPS}/python/nvidia")
if(EXISTS "${torch_root}/lib/libtorch_cuda.so" AND EXISTS "${nvidia_root}/cu13/include/cuda_runtime_api.h"
   AND EXISTS "${nvidia_root}/nccl/include/nccl.h")
    add_library(tunedesk_torch_cuda INTERFACE)
    target_include_directories(tunedesk_torch_cuda SYSTEM INTERFACE "${nvidia_root}/cu13/include"
                                                                    "${nvidia_root}/nccl/include")
    # libtorch_cuda.so names its own companions by paths relative to itself.
    target_link_libraries(tunedesk_torch_cuda INTERFACE tunedesk_torch "${torch_root}/lib/libtorch_cuda.so"
                                                        "${torch_root}/lib/libc10_cuda.so")
    target_link_options(tunedesk_torch_cuda INTERFACE -Wl,--no-as-needed)
    target_compile_definitions(tunedesk_torch_cuda INTERFACE USE_C10D_NCCL)
endif()
