# SPDX-License-Identifier: GPL-3.0-or-later
# cmake --install: the programs, the presets and what they name, and the window's place in the desktop. The components
# are named like the Debian packages that packaging/make_deb.sh makes of them: tunedesk-server works without tunedesk,
# the window. The worker finds LibTorch in lib/tunedesk/torch, a link or a copy, else where it was built with it.

include(GNUInstallDirs)
set(library_path "")
if(BUILD_SHARED_LIBS) # a developer's build
    get_property(libraries GLOBAL PROPERTY TUNEDESK_LIBRARIES)
    set(library_path "\$ORIGIN/../lib/tunedesk")
    set(window_libraries ${libraries})
    list(FILTER window_libraries INCLUDE REGEX "^tunedesk_ui_")
    list(FILTER libraries EXCLUDE REGEX "^tunedesk_ui_")
    install(TARGETS ${libraries} LIBRARY DESTINATION lib/tunedesk COMPONENT tunedesk-server)
    if(window_libraries)
        install(TARGETS ${window_libraries} LIBRARY DESTINATION lib/tunedesk COMPONENT tunedesk)
    endif()
    set_target_properties(${libraries} ${window_libraries} PROPERTIES
                          INSTALL_RPATH "\$ORIGIN;\$ORIGIN/torch/lib;${TUNEDESK_DEPS}/python/torch/lib")
    set_target_properties(tunedesk PROPERTIES INSTALL_RPATH "${library_path}")
endif()
install(TARGETS tunedesk RUNTIME COMPONENT tunedesk-server)
install(DIRECTORY presets DESTINATION "${CMAKE_INSTALL_DATADIR}/tunedesk" COMPONENT tunedesk-server)
install(DIRECTORY resources/samples DESTINATION "${CMAKE_INSTALL_DATADIR}/tunedesk/resources" COMPONENT tunedesk-server)
install(FILES README.md CONTRIBUTING.md CHANGELOG.md DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/tunedesk"
        COMPONENT tunedesk-server)
install(DIRECTORY docs DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/tunedesk" COMPONENT tunedesk-server)
install(DIRECTORY resources/pictures DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/tunedesk/resources"
        COMPONENT tunedesk-server)
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/tunedesk" COMPONENT tunedesk-server)
if(TUNEDESK_TORCH)
    set(built_with "${TUNEDESK_DEPS}/python")
    set_target_properties(tunedesk-worker PROPERTIES
                          INSTALL_RPATH "${library_path};\$ORIGIN/../lib/tunedesk/torch/lib;${built_with}/torch/lib")
    install(TARGETS tunedesk-worker RUNTIME COMPONENT tunedesk-server)
    if(TARGET tunedesk-cuda)
        set_target_properties(tunedesk-cuda PROPERTIES INSTALL_RPATH
            "\$ORIGIN/torch/lib;\$ORIGIN/nvidia/cu13/lib;${built_with}/torch/lib;${built_with}/nvidia/cu13/lib")
        install(TARGETS tunedesk-cuda LIBRARY DESTINATION lib/tunedesk COMPONENT tunedesk-server OPTIONAL)
    endif()
endif()
if(TUNEDESK_GUI)
    set_target_properties(tunedesk-gui PROPERTIES INSTALL_RPATH "${library_path}")
    install(TARGETS tunedesk-gui RUNTIME COMPONENT tunedesk)
    install(FILES packaging/tunedesk.desktop DESTINATION "${CMAKE_INSTALL_DATADIR}/applications" COMPONENT tunedesk)
    install(FILES packaging/tunedesk.xml DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages" COMPONENT tunedesk)
    install(FILES resources/icons/tunedesk.svg DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps"
            COMPONENT tunedesk)
    install(FILES packaging/tunedesk.metainfo.xml DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo" COMPONENT tunedesk)
endif()
