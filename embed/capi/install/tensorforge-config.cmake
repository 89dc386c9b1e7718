# find_package(tensorforge): the target tensorforge::tensorforge has the headers and the library.
get_filename_component(_tensorforge_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET tensorforge::tensorforge)
  add_library(tensorforge::tensorforge SHARED IMPORTED)
  set_target_properties(tensorforge::tensorforge PROPERTIES
    IMPORTED_LOCATION "${_tensorforge_prefix}/lib/libtensorforge_capi.so"
    IMPORTED_NO_SONAME TRUE
    INTERFACE_INCLUDE_DIRECTORIES "${_tensorforge_prefix}/include")
endif()
foreach(_tensorforge_file "include/tensorforge.h" "lib/libtensorforge_capi.so" "lib/libtensorforge_llvm.so")
  if(NOT EXISTS "${_tensorforge_prefix}/${_tensorforge_file}")
    set(tensorforge_FOUND FALSE)
    set(tensorforge_NOT_FOUND_MESSAGE "${_tensorforge_prefix}/${_tensorforge_file} is missing: install again with ./x install")
  endif()
endforeach()
unset(_tensorforge_prefix)
