# SPDX-License-Identifier: GPL-3.0-or-later
# How every folder of the project becomes a library, a program or a test.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# Most of a file's time is its headers'. With OFF files are compiled one by one: sooner done after a small change.
option(CMAKE_UNITY_BUILD "Compile the files of a library together, some at a time" ON)
set(CMAKE_UNITY_BUILD_BATCH_SIZE 8)
if(BUILD_SHARED_LIBS)
    set(CMAKE_POSITION_INDEPENDENT_CODE ON) # of objects that several libraries take, too
endif()
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

find_program(CCACHE ccache)
if(CCACHE) # the sloppiness is what it asks for where headers are precompiled; trees in several folders share one cache
    set(CMAKE_CXX_COMPILER_LAUNCHER
        "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
        "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}" CCACHE_NOHASHDIR=1 "${CCACHE}")
endif()

# GCC collects garbage while it compiles. Files of LibTorch compile in a sixth less time, others in a tenth, if it does so
# only beyond 1.5 GB, which none of them needs: the largest takes 1.2 GB instead of 1.1.
add_compile_options("$<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=1500000>")

# Links two hundred test programs in a third of the time.
find_program(LLD ld.lld)
if(LLD AND NOT CMAKE_BUILD_TYPE STREQUAL "Release")
    add_link_options(-fuse-ld=lld)
endif()

find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(Qt6 REQUIRED COMPONENTS Core Network DBus Test)
# The folder of a test as a macro, which nothing here reads, would keep folders from sharing precompiled headers.
get_target_property(definitions Qt6::Test INTERFACE_COMPILE_DEFINITIONS)
list(FILTER definitions EXCLUDE REGEX QT_TESTCASE_)
set_target_properties(Qt6::Test PROPERTIES INTERFACE_COMPILE_DEFINITIONS "${definitions}")
if(TUNEDESK_GUI)
    find_package(Qt6 REQUIRED COMPONENTS Widgets PrintSupport Svg LinguistTools)
    find_package(QCustomPlotQt6 REQUIRED)
endif()
pkg_check_modules(libarchive REQUIRED IMPORTED_TARGET libarchive)
pkg_check_modules(libjpeg REQUIRED IMPORTED_TARGET libjpeg)
pkg_check_modules(libspng REQUIRED IMPORTED_TARGET spng)
pkg_check_modules(pcre2 REQUIRED IMPORTED_TARGET libpcre2-8)
pkg_check_modules(cpp_httplib REQUIRED IMPORTED_TARGET cpp-httplib)
pkg_check_modules(utf8proc REQUIRED IMPORTED_TARGET libutf8proc)
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd)
find_package(ZLIB REQUIRED)

if(TUNEDESK_TORCH)
    include(LibTorch)
endif()

add_library(tunedesk_options INTERFACE)
target_compile_options(tunedesk_options INTERFACE -Wall -Wextra -Wshadow
                       # GCC 12 warns falsely on std::string's own code
                       "$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>"
                       "$<$<CONFIG:Release>:-Wno-stringop-overflow;-Wno-array-bounds>")
if(TUNEDESK_WERROR)
    target_compile_options(tunedesk_options INTERFACE -Werror)
endif()
if(TUNEDESK_SANITIZE)
    target_compile_options(tunedesk_options INTERFACE -fsanitize=${TUNEDESK_SANITIZERS} -fno-omit-frame-pointer)
    if(TUNEDESK_SANITIZERS MATCHES "undefined")
        target_compile_options(tunedesk_options INTERFACE -fno-sanitize-recover=undefined)
    endif()
    target_link_options(tunedesk_options INTERFACE -fsanitize=${TUNEDESK_SANITIZERS})
    if(TUNEDESK_TORCH) # its classes are cast by its own libraries, which hide their type information
        target_compile_options(tunedesk_options INTERFACE -fno-sanitize=vptr)
    endif()
endif()
if(TUNEDESK_FUZZER)
    if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang" OR NOT TUNEDESK_SANITIZE)
        message(FATAL_ERROR "TUNEDESK_FUZZER needs clang and TUNEDESK_SANITIZE: cmake --preset fuzzer")
    endif()
    target_compile_options(tunedesk_options INTERFACE -fsanitize=fuzzer-no-link)
    target_compile_definitions(tunedesk_options INTERFACE TUNEDESK_FUZZER)
endif()
if(TUNEDESK_FAULTS)
    target_compile_definitions(tunedesk_options INTERFACE TUNEDESK_FAULTS)
endif()

# What a library needs where BUILD_SHARED_LIBS links a hundred tests to it rather than into each a copy of it.
function(tunedesk_shared target)
    set_target_properties(${target} PROPERTIES DEFINE_SYMBOL "") # a macro of its own would keep it from sharing precompiled headers
    set_property(GLOBAL APPEND PROPERTY TUNEDESK_LIBRARIES ${target})
endfunction()

# tunedesk_library(NAME SOURCES ... LINKS ... [PRIVATE_LINKS ...] [PRECOMPILED HEADER | PRECOMPILED_BY LIBRARY])
# One folder of core/ is one library; what it may include is what it links. Headers are included as
# "FOLDER/file.h", relative to core/. It has a precompiled header of its own, or uses another library's: that of
# base, if nothing is said.
function(tunedesk_library name)
    cmake_parse_arguments(arg "" "PRECOMPILED;PRECOMPILED_BY" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
    add_library(tunedesk_${name} ${arg_SOURCES})
    tunedesk_shared(tunedesk_${name})
    target_include_directories(tunedesk_${name} PUBLIC "${CMAKE_SOURCE_DIR}/core")
    target_link_libraries(tunedesk_${name} PUBLIC ${arg_LINKS} tunedesk_options PRIVATE ${arg_PRIVATE_LINKS})
    if(arg_PRECOMPILED)
        target_precompile_headers(tunedesk_${name} PRIVATE ${arg_PRECOMPILED})
    elseif(arg_PRECOMPILED_BY)
        target_precompile_headers(tunedesk_${name} REUSE_FROM tunedesk_${arg_PRECOMPILED_BY})
    else()
        target_precompile_headers(tunedesk_${name} REUSE_FROM tunedesk_base)
    endif()
endfunction()

# tunedesk_ui_library(NAME SOURCES ... LINKS ...)
# The same for a folder of ui/; headers are included as "ui/FOLDER/file.h".
function(tunedesk_ui_library name)
    cmake_parse_arguments(arg "" "" "SOURCES;LINKS" ${ARGN})
    add_library(tunedesk_ui_${name} ${arg_SOURCES})
    tunedesk_shared(tunedesk_ui_${name})
    set_target_properties(tunedesk_ui_${name} PROPERTIES AUTOMOC ON)
    target_include_directories(tunedesk_ui_${name} PUBLIC "${CMAKE_SOURCE_DIR}")
    target_compile_definitions(tunedesk_ui_${name} PUBLIC QT_NO_KEYWORDS)
    target_link_libraries(tunedesk_ui_${name} PUBLIC ${arg_LINKS} tunedesk_options)
    if(name STREQUAL "widgets") # the first of them
        target_precompile_headers(tunedesk_ui_widgets PRIVATE "${CMAKE_SOURCE_DIR}/ui/precompiled.h")
    else()
        target_precompile_headers(tunedesk_ui_${name} REUSE_FROM tunedesk_ui_widgets)
    endif()
endfunction()

# tunedesk_test(NAME SOURCES ... LINKS ... [TIMEOUT seconds] [LABELS ...] [ENVIRONMENT NAME=VALUE...]
#               [DISPLAY] [WAITS] [TRACES] [MEASURES] [OPTIMIZED] [SLOW])
# One Qt Test program, registered with ctest. TUNEDESK_SOURCE_DIR and TUNEDESK_BIN_DIR are defined for it. With
# DISPLAY it runs on an X server of its own. One that mostly WAITS, for connections and time limits, takes half of
# another's place: ctest -j counts halves. Sanitizers make system calls and take memory of their own: one that TRACES
# calls with strace is the dev build's alone, one that MEASURES runs in both, there as NAME_measured. Each leaves the
# log of its last run in test-logs/, from which tests/faults_table.py learns what was run. Where TUNEDESK_FAST_FOLDER
# is set, those of no TIMEOUT of their own that are neither SLOW nor TRACES, MEASURES or OPTIMIZED get the label fast
# and are built by the target fast_tests.
function(tunedesk_test name)
    cmake_parse_arguments(arg "DISPLAY;WAITS;TRACES;MEASURES;OPTIMIZED;SLOW" "TIMEOUT" "SOURCES;LINKS;LABELS;ENVIRONMENT"
                          ${ARGN})
    set(is_fast ${TUNEDESK_FAST_FOLDER})
    if(arg_TIMEOUT OR arg_SLOW OR arg_TRACES OR arg_MEASURES OR arg_OPTIMIZED)
        set(is_fast OFF)
    endif()
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 300)
    endif()
    # Each test is one file with its own .moc. AUTOMOC would scan all headers below it and compile an empty file more.
    set(mocs)
    foreach(source IN LISTS arg_SOURCES)
        get_filename_component(stem "${source}" NAME_WE)
        add_custom_command(OUTPUT ${stem}.moc COMMAND Qt6::moc -o ${stem}.moc "${CMAKE_CURRENT_SOURCE_DIR}/${source}"
                           DEPENDS "${source}" VERBATIM)
        list(APPEND mocs "${CMAKE_CURRENT_BINARY_DIR}/${stem}.moc")
    endforeach()
    add_executable(test_${name} ${arg_SOURCES} ${mocs})
    target_include_directories(test_${name} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}")
    target_link_libraries(test_${name} PRIVATE ${arg_LINKS} Qt6::Test tunedesk_options)
    target_include_directories(test_${name} PRIVATE "${CMAKE_SOURCE_DIR}/tests")
    target_compile_definitions(test_${name} PRIVATE QT_NO_KEYWORDS)
    # What takes a test's time is mostly what it tests, and compiling it without optimization takes two thirds of the
    # time. Not so where it computes references of its own: these are OPTIMIZED, and share no precompiled headers.
    target_compile_options(test_${name} PRIVATE "$<$<CONFIG:RelWithDebInfo>:$<IF:$<BOOL:${arg_OPTIMIZED}>,-O1,-O0>>")
    # Of the files, not of the target: a precompiled header that ccache shares between trees must not know the tree.
    set_property(
        SOURCE ${arg_SOURCES} PROPERTY COMPILE_DEFINITIONS "TUNEDESK_SOURCE_DIR=\"${CMAKE_SOURCE_DIR}\""
                                       "TUNEDESK_BIN_DIR=\"${CMAKE_RUNTIME_OUTPUT_DIRECTORY}\"")
    # Headers precompiled for one test serve its like, whose macros include that one's. QTest asks whether there are a
    # network and a screen, which some have: to it, none has.
    target_compile_options(test_${name} PRIVATE -UQT_NETWORK_LIB)
    if(arg_LINKS MATCHES "Qt6::Gui")
        target_compile_options(test_${name} PRIVATE -UQT_GUI_LIB)
    endif()
    if(arg_OPTIMIZED) # none: they are of another optimization
    elseif(name STREQUAL "ui_gallery")
        target_precompile_headers(test_ui_gallery PRIVATE "${CMAKE_SOURCE_DIR}/tests/ui_precompiled.h")
    elseif(arg_LINKS MATCHES "tunedesk_ui_")
        target_precompile_headers(test_${name} REUSE_FROM test_ui_gallery)
    elseif(name STREQUAL "base")
        target_precompile_headers(test_base PRIVATE "${CMAKE_SOURCE_DIR}/tests/precompiled.h")
    elseif(name STREQUAL "memory_meter")
        target_precompile_headers(test_memory_meter PRIVATE "${CMAKE_SOURCE_DIR}/tests/torch_precompiled.h")
    elseif(arg_LINKS MATCHES "tunedesk_(torch|memory|model|parallel|train)")
        target_precompile_headers(test_${name} REUSE_FROM test_memory_meter)
    else()
        target_precompile_headers(test_${name} REUSE_FROM test_base)
    endif()
    set(registered ${name})
    if(TUNEDESK_TESTS_STAND_IN AND arg_MEASURES) # see tests/CMakeLists.txt
        set(registered ${name}_measured)
    elseif((TUNEDESK_TESTS_STAND_IN AND NOT arg_TRACES) OR (TUNEDESK_SANITIZE AND arg_TRACES))
        set_target_properties(test_${name} PROPERTIES EXCLUDE_FROM_ALL ON)
        return()
    endif()
    set(launcher "")
    if(arg_DISPLAY)
        set(launcher xvfb-run -a -s "-screen 0 1600x1000x24")
    endif()
    foreach(source IN LISTS arg_SOURCES)
        set_property(GLOBAL APPEND_STRING PROPERTY TUNEDESK_TESTS
                                                   "${registered} ${CMAKE_CURRENT_SOURCE_DIR}/${source}\n")
    endforeach()
    add_test(NAME ${registered} COMMAND ${launcher} $<TARGET_FILE:test_${name}> -o
                                        "${CMAKE_BINARY_DIR}/test-logs/${registered}.xml,lightxml" -o -,txt)
    if(is_fast)
        list(APPEND arg_LABELS fast)
        add_dependencies(fast_tests test_${name})
    endif()
    set(halves 2)
    if(arg_WAITS)
        set(halves 1)
    endif()
    # Qt Test's own limit, five minutes a function, is ctest's: on a loaded machine a whole training takes longer.
    # Threads of LibTorch wait without spinning, as those of runs do (worker_environment()): the other tests have work.
    set_tests_properties(
        ${registered} PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}" PROCESSORS ${halves} COST ${arg_TIMEOUT}
                           ENVIRONMENT "${arg_ENVIRONMENT}"
                           ENVIRONMENT_MODIFICATION
                           "QTEST_FUNCTION_TIMEOUT=set:${arg_TIMEOUT}000;GOMP_SPINCOUNT=set:1000")
endfunction()
