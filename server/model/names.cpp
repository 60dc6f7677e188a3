#include "server/model/names.hpp"

#include <fmt/format.h>
#include <google/protobuf/descriptor.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace raftup::server {

namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

constexpr std::size_t kLongestName = 128;
constexpr std::size_t kShown = 60;  ///< bytes of a name that an error message contains

bool is_allowed(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

bool is_name(const std::string& text) {
  return text.size() <= kLongestName && std::all_of(text.begin(), text.end(), is_allowed);
}

/// Returns a name in quotes for error messages. Control characters are escaped by a backslash, and
/// long names are cut.
std::string shown(const std::string& name) {
  std::string text;
  for (const char c : name.substr(0, kShown)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      text += "\\n";
    } else if (c == '\t') {
      text += "\\t";
    } else if (byte < 0x20 || byte == 0x7F) {
      text += fmt::format("\\x{:02x}", byte);
    } else if (c == '"' || c == '\\') {
      text += {'\\', c};
    } else {
      text += c;
    }
  }
  while (name.size() > kShown && !text.empty() && (text.back() & 0x80) != 0) text.pop_back();
  return fmt::format("\"{}{}\"", text, name.size() > kShown ? "..." : "");
}

/// Replaces each character that a name must not contain by "_".
std::string with_allowed(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if ((static_cast<unsigned char>(c) & 0xC0U) == 0x80U) continue;  // continues a UTF-8 character
    text += is_allowed(c) ? c : '_';
  }
  return text.substr(0, kLongestName - 4);
}

using NameVisitor = std::function<void(const std::string& path, const std::string& name)>;

bool gives_names(const FieldDescriptor& field) {
  const bool of_model = field.containing_type() == v1::Model::descriptor();
  return field.type() == FieldDescriptor::TYPE_STRING &&
         ((field.name() == "name" && !of_model) || field.name() == "groups");
}

/// Calls `visit` with each name that `message` contains and its path.
void visit_names(const Message& message, const std::string& path, const NameVisitor& visit) {
  const auto& reflection = *message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    const std::string at = path.empty() ? field->name() : path + "." + field->name();
    const bool names = gives_names(*field);
    if (!names && field->type() != FieldDescriptor::TYPE_MESSAGE) continue;
    if (!field->is_repeated()) {
      names ? visit(at, reflection.GetString(message, field))
            : visit_names(reflection.GetMessage(message, field), at, visit);
      continue;
    }
    for (int i = 0; i < reflection.FieldSize(message, field); ++i) {
      const std::string element = fmt::format("{}[{}]", at, i);
      names ? visit(element, reflection.GetRepeatedString(message, field, i))
            : visit_names(reflection.GetRepeatedMessage(message, field, i), element, visit);
    }
  }
}

}  // namespace

void check_names(const v1::Model& model, FieldViolations& violations) {
  std::set<std::string> taken;
  visit_names(model, "",
              [&](const std::string& /*path*/, const std::string& name) { taken.insert(name); });
  visit_names(model, "", [&](const std::string& path, const std::string& name) {
    if (is_name(name)) return;
    const std::string plain = with_allowed(name);
    std::string free = plain;
    for (int i = 2; taken.contains(free); ++i) free = fmt::format("{}_{}", plain, i);
    violations.add(
        path,
        fmt::format("must have letters a to z, digits, \"_\" and \"-\" only, at most {}: "
                    "\"{}\" would do",
                    kLongestName, free),
        shown(name));
  });
}

}  // namespace raftup::server
