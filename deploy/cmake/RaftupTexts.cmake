# Files of text that are built into a library: raftup_texts(VARIABLE file...) puts into VARIABLE the members of
# an array of {name, text} in C++.
function(raftup_texts variable)
  set(members "")
  foreach(file ${ARGN})
    cmake_path(ABSOLUTE_PATH file)
    cmake_path(GET file FILENAME name)
    file(READ "${file}" text)
    string(APPEND members "    {\"${name}\", R\"text(${text})text\"},\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  endforeach()
  set(${variable} "${members}" PARENT_SCOPE)
endfunction()
