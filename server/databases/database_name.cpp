#include "server/databases/database_name.hpp"

#include <algorithm>

#include "server/base/service_error.hpp"

namespace raftup::server {

namespace {

constexpr std::size_t kShortestId = 4;
constexpr std::size_t kLongestId = 63;
constexpr std::size_t kDigestLength = 64;
constexpr std::string_view kCollection = "databases/";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_id(std::string_view text) {
  return text.size() >= kShortestId && text.size() <= kLongestId &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || c == '-'; });
}

bool is_digest(std::string_view text) {
  return text.size() == kDigestLength && std::all_of(text.begin(), text.end(), [](char c) {
           return is_digit(c) || (c >= 'a' && c <= 'f');
         });
}

void require_id(std::string_view text, const std::string& field) {
  if (is_id(text)) return;
  throw bad_field(field, "must be 4 to 63 characters of a-z, 0-9 and \"-\"", std::string(text));
}

void require_digest(std::string_view text, const std::string& field) {
  if (is_digest(text)) return;
  throw bad_field(field, "must be a SHA-256 of 64 lower-case hexadecimal digits",
                  std::string(text));
}

}  // namespace

DatabaseName make_database_name(const std::string& id, const std::string& sha256) {
  require_id(id, "database_id");
  require_digest(sha256, "sha256");
  return {id, sha256};
}

DatabaseName parse_database_key(std::string_view text, const std::string& field) {
  const std::size_t at = text.find('@');
  if (at == std::string_view::npos) {
    throw bad_field(field, "must read {id}@{sha256}", std::string(text));
  }
  require_id(text.substr(0, at), field);
  require_digest(text.substr(at + 1), field);
  return {std::string(text.substr(0, at)), std::string(text.substr(at + 1))};
}

DatabaseReference parse_database_reference(std::string_view text, const std::string& field) {
  if (text.starts_with(kCollection)) text.remove_prefix(kCollection.size());
  if (is_digest(text)) return {"", std::string(text)};
  if (text.find('@') == std::string_view::npos) {
    require_id(text, field);
    return {std::string(text), ""};
  }
  const DatabaseName name = parse_database_key(text, field);
  return {name.id, name.sha256};
}

}  // namespace raftup::server
