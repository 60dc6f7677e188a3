#include "server/model/message_rules.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "server/base/service_error.hpp"

namespace raftup::server {

namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

/// One value of a field. The index is negative if the field is not repeated.
struct Element {
  const Message& message;
  const FieldDescriptor& field;
  int index;
};

double double_value(const Element& at) {
  const Reflection& reflection = *at.message.GetReflection();
  return at.index < 0 ? reflection.GetDouble(at.message, &at.field)
                      : reflection.GetRepeatedDouble(at.message, &at.field, at.index);
}

int enum_value(const Element& at) {
  const Reflection& reflection = *at.message.GetReflection();
  return at.index < 0 ? reflection.GetEnumValue(at.message, &at.field)
                      : reflection.GetRepeatedEnumValue(at.message, &at.field, at.index);
}

std::string text_value(const Element& at) {
  const Reflection& reflection = *at.message.GetReflection();
  return at.index < 0 ? reflection.GetString(at.message, &at.field)
                      : reflection.GetRepeatedString(at.message, &at.field, at.index);
}

const Message& message_value(const Element& at) {
  const Reflection& reflection = *at.message.GetReflection();
  return at.index < 0 ? reflection.GetMessage(at.message, &at.field)
                      : reflection.GetRepeatedMessage(at.message, &at.field, at.index);
}

void check_element(const Element& at, const std::string& path, FieldViolations& violations) {
  switch (at.field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_DOUBLE: {
      const double value = double_value(at);
      if (!std::isfinite(value)) violations.add(path, "must be finite", fmt::format("{}", value));
      break;
    }
    case FieldDescriptor::CPPTYPE_ENUM: {
      const int value = enum_value(at);
      if (at.field.enum_type()->FindValueByNumber(value) == nullptr) {
        violations.add(path, "must be a known value of " + at.field.enum_type()->name(),
                       std::to_string(value));
      }
      break;
    }
    case FieldDescriptor::CPPTYPE_STRING: {
      const std::size_t size = text_value(at).size();
      violations.expect(size <= kTextByteLimit, path,
                        fmt::format("must be at most {} bytes", kTextByteLimit),
                        fmt::format("{} bytes", size));
      break;
    }
    case FieldDescriptor::CPPTYPE_MESSAGE:
      check_message_rules(message_value(at), path, violations);
      break;
    default:
      break;
  }
}

/// Reports fields that this server does not know. Fields from a newer client must not be ignored.
void check_all_known(const Message& message, const std::string& path, FieldViolations& violations) {
  const auto& unknown = message.GetReflection()->GetUnknownFields(message);
  for (int i = 0; i < unknown.field_count(); ++i) {
    violations.add(
        fmt::format("{}(field {})", path.empty() ? "" : path + ".", unknown.field(i).number()),
        fmt::format("must be left out: {} of this server, version {}, has no such field, "
                    "so the client is newer; use a server of the client's version",
                    message.GetDescriptor()->name(), RAFTUP_VERSION));
  }
}

}  // namespace

void check_message_rules(const Message& message, const std::string& path,
                         FieldViolations& violations) {
  const Reflection& reflection = *message.GetReflection();
  check_all_known(message, path, violations);
  std::vector<const FieldDescriptor*> set_fields;
  reflection.ListFields(message, &set_fields);
  for (const FieldDescriptor* field : set_fields) {
    const std::string field_path = path.empty() ? field->name() : path + "." + field->name();
    if (!field->is_repeated()) {
      check_element({message, *field, -1}, field_path, violations);
      continue;
    }
    const int size = reflection.FieldSize(message, field);
    for (int i = 0; i < size; ++i) {
      check_element({message, *field, i}, fmt::format("{}[{}]", field_path, i), violations);
    }
  }
}

namespace {

void check_size(const std::string& path, std::size_t size) {
  if (size <= kTextByteLimit) return;
  throw bad_field(path, fmt::format("must be at most {} bytes", kTextByteLimit),
                  fmt::format("{} bytes", size));
}

void check_text(const Message& request, const FieldDescriptor& field) {
  const google::protobuf::Reflection& reflection = *request.GetReflection();
  std::string scratch;
  if (!field.is_repeated()) {
    return check_size(field.name(),
                      reflection.GetStringReference(request, &field, &scratch).size());
  }
  const int count = reflection.FieldSize(request, &field);
  if (count > kTextCountLimit) {
    throw bad_field(field.name(), fmt::format("must have at most {} entries", kTextCountLimit),
                    std::to_string(count));
  }
  for (int i = 0; i < count; ++i) {
    check_size(fmt::format("{}[{}]", field.name(), i),
               reflection.GetRepeatedStringReference(request, &field, i, &scratch).size());
  }
}

}  // namespace

void check_request_limits(const Message& request) {
  std::vector<const FieldDescriptor*> given;
  request.GetReflection()->ListFields(request, &given);
  for (const FieldDescriptor* field : given) {
    if (field->type() == FieldDescriptor::TYPE_STRING) check_text(request, *field);
  }
}

}  // namespace raftup::server
