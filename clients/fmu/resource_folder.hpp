#pragma once

#include <string>
#include <string_view>

namespace raftup::fmu {

/// Path in UTF-8 of the folder that a resource location of FMI 2 names. The location is a URI of the form
/// "file:///a%20b", "file:/a" or "file://localhost/a"; on Windows "file:///C:/a" is the folder "C:/a".
/// @throws Error(kInvalidArgument) if the location has another form
std::string folder_of_uri(std::string_view uri);

/// A path without the slash that a URI has before the letter of a drive: "/C:/a" is "C:/a". Other
/// paths are returned as they are.
std::string without_slash_of_drive(std::string path);

}  // namespace raftup::fmu
