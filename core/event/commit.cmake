# SPDX-License-Identifier: GPL-3.0-or-later
# Writes OUT with the commit of SOURCE ("unknown" outside a git checkout), only where it has changed.
execute_process(
    COMMAND git -C ${SOURCE} describe --always --abbrev=40 --dirty --exclude=*
    OUTPUT_VARIABLE commit
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
    RESULT_VARIABLE failed)
if(failed)
    set(commit unknown)
endif()
set(text "#define TUNEDESK_COMMIT \"${commit}\"\n")
set(before "")
if(EXISTS ${OUT})
    file(READ ${OUT} before)
endif()
if(NOT before STREQUAL text)
    file(WRITE ${OUT} "${text}")
endif()
