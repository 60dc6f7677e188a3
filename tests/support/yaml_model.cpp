#include "tests/support/yaml_model.hpp"

#include <yaml-cpp/yaml.h>

#include <cctype>
#include <string_view>

#include "raftup/v1/model.pb.h"

namespace raftup::testing {

namespace {

using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;

/// `HINGE` or `hinge` of JointType becomes JOINT_TYPE_HINGE: the first value is
/// JOINT_TYPE_UNSPECIFIED.
std::string whole_name(std::string text, const EnumDescriptor& type) {
  const std::string first(type.value(0)->name());
  std::string name = first.substr(0, first.size() - std::string_view("UNSPECIFIED").size());
  for (const char letter : text) name += static_cast<char>(std::toupper(letter));
  return type.FindValueByName(name) == nullptr ? text : name;
}

std::string json_of(const YAML::Node& node, const google::protobuf::Descriptor* message,
                    const FieldDescriptor* field) {
  std::string json;
  switch (node.Type()) {
    case YAML::NodeType::Map:
      for (const auto& entry : node) {
        const std::string name = entry.first.Scalar();
        const FieldDescriptor* one = message ? message->FindFieldByName(name) : nullptr;
        json += (json.empty() ? "" : ", ") + ('"' + name + "\": ") +
                json_of(entry.second, one ? one->message_type() : nullptr, one);
      }
      return "{" + json + "}";
    case YAML::NodeType::Sequence:
      for (const auto& element : node) {
        json += (json.empty() ? "" : ", ") + json_of(element, message, field);
      }
      return "[" + json + "]";
    case YAML::NodeType::Scalar: {
      if (field && field->enum_type()) {
        return '"' + whole_name(node.Scalar(), *field->enum_type()) + '"';
      }
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
  return json_of(YAML::LoadFile(file.string()), v1::Model::descriptor(), nullptr);
}

std::filesystem::path own_models() {
  return std::filesystem::path(RAFTUP_SOURCE_DIR) / "clients/examples/models";
}

}  // namespace raftup::testing
