# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DFROM=FILE -DTO=FILE -DNAME=VARIABLE -P embed_source.cmake: a text file as a C++ string.
file(READ "${FROM}" text)
file(WRITE "${TO}" "namespace tunedesk::cuda {\nextern const char* const ${NAME};\nconst char* const ${NAME} = R\"source(${text})source\";\n}\n")
