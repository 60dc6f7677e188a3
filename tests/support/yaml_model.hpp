#pragma once

#include <filesystem>
#include <string>

namespace raftup::testing {

/// A YAML model file as protobuf's JSON, short names of enum values (`hinge`) as whole ones.
std::string json_of_yaml(const std::filesystem::path& file);

/// The folder with the models that this project ships (clients/examples/models).
std::filesystem::path own_models();

}  // namespace raftup::testing
