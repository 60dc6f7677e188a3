#include "server/rpc/request_limits.hpp"

#include <fmt/format.h>

#include <vector>

#include "server/base/service_error.hpp"

namespace raftup::server {

namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

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
