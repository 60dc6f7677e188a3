#pragma once

#include <string>
#include <string_view>

namespace raftup::fmu {

/// The folder that a resource location of FMI 2 names: a URI "file:///a%20b", "file:/a" or
/// "file://localhost/a".
/// @throws Error(kInvalidArgument) for anything else
std::string folder_of_uri(std::string_view uri);

}  // namespace raftup::fmu
