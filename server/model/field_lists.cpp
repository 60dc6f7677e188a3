#include "server/model/field_lists.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "hydro/radiation/base/radiation_options.hpp"
#include "raftup/v1/report.pb.h"

namespace raftup::server {

namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;

struct RegisteredList {
  const Descriptor* (*message)();
  void (*check)(const Descriptor&, FieldListSlips&);
};

std::vector<RegisteredList>& registered_lists() {
  static std::vector<RegisteredList> lists;
  return lists;
}

}  // namespace

std::string enumerator_name(const EnumDescriptor& type, std::string_view name) {
  const std::string unspecified = type.FindValueByNumber(0)->name();
  std::string value = unspecified.substr(0, unspecified.rfind("UNSPECIFIED"));
  for (const char letter : name) {
    value += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  }
  return value;
}

const FieldDescriptor* FieldListCheck::find(std::string_view path) {
  const Descriptor* owner = &message_;
  const std::string whole(path);
  for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.')) {
    const FieldDescriptor* part = owner->FindFieldByName(std::string(path.substr(0, dot)));
    owner = part == nullptr ? nullptr : part->message_type();
    if (owner == nullptr) {
      slip(whole, "must lead through parts of the message");
      return nullptr;
    }
    path.remove_prefix(dot + 1);
  }
  const FieldDescriptor* field = owner->FindFieldByName(std::string(path));
  if (field == nullptr) slip(whole, "must be a field of the message");
  return field;
}

void FieldListCheck::require(const FieldDescriptor& field, FieldDescriptor::CppType type,
                             bool repeated) {
  if (field.cpp_type() != type) {
    slip(field.name(), fmt::format("must be of type {}", FieldDescriptor::CppTypeName(type)));
  }
  if (field.is_repeated() != repeated) {
    slip(field.name(), repeated ? "must be repeated" : "must not be repeated");
  }
}

void FieldListCheck::require_integer(const FieldDescriptor& field) {
  const bool integer = field.cpp_type() == FieldDescriptor::CPPTYPE_INT32 ||
                       field.cpp_type() == FieldDescriptor::CPPTYPE_INT64;
  if (!integer || field.is_repeated()) slip(field.name(), "must be one int32 or int64");
}

void FieldListCheck::require_inertia(const FieldDescriptor& field) {
  require(field, FieldDescriptor::CPPTYPE_MESSAGE, false);
  if (field.message_type() == nullptr) return;
  FieldListCheck part(*field.message_type(), slips_);
  for (const char* entry : {"xx", "yy", "zz", "xy", "xz", "yz"}) {
    if (const FieldDescriptor* number = part.find(entry)) {
      part.require(*number, FieldDescriptor::CPPTYPE_DOUBLE, false);
    }
  }
}

void FieldListCheck::check_enumerators(const FieldDescriptor& field,
                                       std::span<const std::string_view> names) {
  require(field, FieldDescriptor::CPPTYPE_ENUM, false);
  if (field.enum_type() == nullptr) return;
  for (const std::string_view name : names) {
    const std::string value = enumerator_name(*field.enum_type(), name);
    if (field.enum_type()->FindValueByName(value) == nullptr) {
      slip(field.name(), fmt::format("must have the value {}", value));
    }
  }
}

void FieldListCheck::slip(std::string_view field, const std::string& rule) {
  slips_.push_back(fmt::format("list of fields of {}: {}: {}", message_.full_name(), field, rule));
}

bool register_field_list(const Descriptor* (*message)(),
                         void (*check)(const Descriptor&, FieldListSlips&)) {
  registered_lists().push_back({message, check});
  return true;
}

std::size_t count_field_lists() { return registered_lists().size(); }

FieldListSlips find_field_list_slips() {
  FieldListSlips slips;
  // RadiationReport has no description. Its names are looked up in server/rpc/session_convert.cpp.
  FieldListCheck report(*v1::RadiationReport::descriptor(), slips);
  if (const FieldDescriptor* form = report.find("form")) {
    report.check_enumerators(*form, names_of(hydro::RadiationForm{}));
  }
  for (const auto& [message, check] : registered_lists()) check(*message(), slips);
  std::sort(slips.begin(), slips.end());
  slips.erase(std::unique(slips.begin(), slips.end()), slips.end());
  return slips;
}

}  // namespace raftup::server
