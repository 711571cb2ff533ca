# cmake --install: the programs, the presets and what they name, and the window's place in the desktop.
# Component tunedesk works without component tunedesk-gui. The worker finds LibTorch in lib/tunedesk/torch, a link or a
# copy, else where it was built with it.

include(GNUInstallDirs)
set(library_path "")
if(BUILD_SHARED_LIBS) # a developer's build
    get_property(libraries GLOBAL PROPERTY TUNEDESK_LIBRARIES)
    set(library_path "\$ORIGIN/../lib/tunedesk")
    install(TARGETS ${libraries} LIBRARY DESTINATION lib/tunedesk COMPONENT tunedesk)
    set_target_properties(${libraries} PROPERTIES INSTALL_RPATH "\$ORIGIN;${TUNEDESK_DEPS}/python/torch/lib")
    set_target_properties(tunedesk PROPERTIES INSTALL_RPATH "${library_path}")
endif()
install(TARGETS tunedesk RUNTIME COMPONENT tunedesk)
install(DIRECTORY presets DESTINATION "${CMAKE_INSTALL_DATADIR}/tunedesk" COMPONENT tunedesk)
install(DIRECTORY resources/samples DESTINATION "${CMAKE_INSTALL_DATADIR}/tunedesk/resources" COMPONENT tunedesk)
install(FILES README.md CONTRIBUTING.md CHANGELOG.md DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/tunedesk"
        COMPONENT tunedesk)
install(DIRECTORY docs DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/tunedesk" COMPONENT tunedesk)
install(DIRECTORY resources/pictures DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/tunedesk/resources" COMPONENT tunedesk)
# Debian's policy, 12.5: the licence of each package under this name.
foreach(package tunedesk tunedesk-gui)
    if(package STREQUAL tunedesk OR TUNEDESK_GUI)
        install(FILES LICENSE RENAME copyright DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${package}"
                COMPONENT ${package})
    endif()
endforeach()
if(TUNEDESK_TORCH)
    set(built_with "${TUNEDESK_DEPS}/python")
    set_target_properties(tunedesk-worker PROPERTIES
                          INSTALL_RPATH "${library_path};\$ORIGIN/../lib/tunedesk/torch/lib;${built_with}/torch/lib")
    install(TARGETS tunedesk-worker RUNTIME COMPONENT tunedesk)
    if(TARGET tunedesk-cuda)
        set_target_properties(tunedesk-cuda PROPERTIES INSTALL_RPATH
            "\$ORIGIN/torch/lib;\$ORIGIN/nvidia/cu13/lib;${built_with}/torch/lib;${built_with}/nvidia/cu13/lib")
        install(TARGETS tunedesk-cuda LIBRARY DESTINATION lib/tunedesk COMPONENT tunedesk)
    endif()
endif()
if(TUNEDESK_GUI)
    set_target_properties(tunedesk-gui PROPERTIES INSTALL_RPATH "${library_path}")
    install(TARGETS tunedesk-gui RUNTIME COMPONENT tunedesk-gui)
    install(FILES packaging/tunedesk.desktop DESTINATION "${CMAKE_INSTALL_DATADIR}/applications" COMPONENT tunedesk-gui)
    install(FILES packaging/tunedesk.xml DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages" COMPONENT tunedesk-gui)
    install(FILES resources/icons/tunedesk.svg DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps"
            COMPONENT tunedesk-gui)
endif()

# Two Debian packages: cpack -G DEB in the build folder.
set(CPACK_PACKAGE_NAME tunedesk)
set(CPACK_PACKAGE_CONTACT "TuneDesk developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Fine-tunes pretrained models on a table of one's own")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL tunedesk)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${TUNEDESK_DEPS}/python/torch/lib"
                                                "${TUNEDESK_DEPS}/python/nvidia/cu13/lib")
set(CPACK_DEBIAN_TUNEDESK_PACKAGE_NAME tunedesk)
set(CPACK_COMPONENT_TUNEDESK_DESCRIPTION "Commands, supervisor and workers; needs no display.")
if(TUNEDESK_GUI)
    list(APPEND CPACK_COMPONENTS_ALL tunedesk-gui)
    set(CPACK_DEBIAN_TUNEDESK-GUI_PACKAGE_NAME tunedesk-gui)
    set(CPACK_DEBIAN_TUNEDESK-GUI_PACKAGE_DEPENDS "tunedesk (= ${PROJECT_VERSION})")
    set(CPACK_DEBIAN_TUNEDESK-GUI_PACKAGE_RECOMMENDS "qt6-translations-l10n")
    set(CPACK_COMPONENT_TUNEDESK-GUI_DESCRIPTION "The window.")
endif()
include(CPack)
