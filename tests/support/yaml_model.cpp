#include "tests/support/yaml_model.hpp"

#include <yaml-cpp/yaml.h>

namespace raftup::testing {

namespace {

std::string json_of(const YAML::Node& node) {
  std::string json;
  switch (node.Type()) {
    case YAML::NodeType::Map:
      for (const auto& entry : node) {
        json += (json.empty() ? "" : ", ") + ('"' + entry.first.Scalar() + "\": ") +
                json_of(entry.second);
      }
      return "{" + json + "}";
    case YAML::NodeType::Sequence:
      for (const auto& element : node) json += (json.empty() ? "" : ", ") + json_of(element);
      return "[" + json + "]";
    case YAML::NodeType::Scalar: {
      double number = 0.0;
      bool truth = false;
      const bool plain =
          YAML::convert<double>::decode(node, number) || YAML::convert<bool>::decode(node, truth);
      return plain ? node.Scalar() : '"' + node.Scalar() + '"';
    }
    default:
      return "null";
  }
}

}  // namespace

std::string json_of_yaml(const std::filesystem::path& file) {
  return json_of(YAML::LoadFile(file.string()));
}

std::filesystem::path own_models() {
  return std::filesystem::path(RAFTUP_SOURCE_DIR) / "clients/examples/models";
}

}  // namespace raftup::testing
