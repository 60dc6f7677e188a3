#include "server/model/line_types.hpp"

#include <fmt/format.h>
#include <google/protobuf/descriptor.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "solver/simulation/outputs/output_names.hpp"

namespace raftup::server {

namespace {

using google::protobuf::FieldDescriptor;
using TypesByName = std::map<std::string, const v1::LineType*>;

/// Copies the fields of a type that a section does not have.
void complete_section(const v1::LineType& type, v1::LineSection& section) {
  const auto& from = *v1::LineType::GetReflection();
  const auto& to = *v1::LineSection::GetReflection();
  std::vector<const FieldDescriptor*> given;
  from.ListFields(type, &given);
  for (const FieldDescriptor* field : given) {
    const FieldDescriptor* same = v1::LineSection::GetDescriptor()->FindFieldByName(field->name());
    if (same == nullptr || to.HasField(section, same)) continue;
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      to.MutableMessage(&section, same)->CopyFrom(from.GetMessage(type, field));
    } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_BOOL) {
      to.SetBool(&section, same, from.GetBool(type, field));
    } else {
      to.SetDouble(&section, same, from.GetDouble(type, field));
    }
  }
}

TypesByName find_types(const v1::Model& message, FieldViolations& violations) {
  TypesByName types;
  for (int i = 0; i < message.line_types_size(); ++i) {
    const v1::LineType& type = message.line_types(i);
    const std::string path = fmt::format("line_types[{}].name", i);
    if (!violations.expect(!type.name().empty(), path, "must be given")) continue;
    if (!types.emplace(type.name(), &type).second) {
      violations.add(path, "must be unique among the line types", fmt::format("'{}'", type.name()));
    }
  }
  return types;
}

}  // namespace

bool has_line_types(const v1::Model& message) {
  const auto names_type = [](const v1::LineSection& section) { return !section.type().empty(); };
  return message.line_types_size() > 0 ||
         std::any_of(message.loads().begin(), message.loads().end(), [&](const v1::Load& load) {
           const auto& sections = load.line().sections();
           return std::any_of(sections.begin(), sections.end(), names_type);
         });
}

void apply_line_types(v1::Model& message, FieldViolations& violations) {
  const TypesByName types = find_types(message, violations);
  std::vector<std::string> names;
  for (const auto& entry : types) names.push_back(entry.first);
  for (int load = 0; load < message.loads_size(); ++load) {
    if (!message.loads(load).has_line()) continue;
    auto& sections = *message.mutable_loads(load)->mutable_line()->mutable_sections();
    for (int i = 0; i < sections.size(); ++i) {
      if (sections[i].type().empty()) continue;
      const auto type = types.find(sections[i].type());
      if (type != types.end()) {
        complete_section(*type->second, sections[i]);
        continue;
      }
      violations.add(fmt::format("loads[{}].line.sections[{}].type", load, i),
                     "must be one of line_types" + solver::suggestion(sections[i].type(), names),
                     fmt::format("'{}'", sections[i].type()));
    }
  }
}

}  // namespace raftup::server
