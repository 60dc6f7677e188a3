#pragma once

#include <string>
#include <string_view>

namespace raftup::fmu {

/// Path of the folder that a resource location of FMI 2 names. The location is a URI of the form
/// "file:///a%20b", "file:/a" or "file://localhost/a".
/// @throws Error(kInvalidArgument) if the location has another form
std::string folder_of_uri(std::string_view uri);

}  // namespace raftup::fmu
