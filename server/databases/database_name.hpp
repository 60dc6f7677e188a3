#pragma once

#include <string>
#include <string_view>

namespace raftup::server {

/// The whole name of a database: an id that people chose and the digest of the bytes it means.
struct DatabaseName {
  std::string id;      ///< 4 to 63 characters of a-z, 0-9 and "-"
  std::string sha256;  ///< 64 lower-case hexadecimal digits

  /// "{id}@{sha256}": how uploads and stored records are called.
  std::string key() const { return id + "@" + sha256; }
  /// "databases/{id}@{sha256}"
  std::string resource() const { return "databases/" + key(); }

  /// The order of the names as text, which lists and their page tokens keep to.
  bool operator<(const DatabaseName& other) const { return key() < other.key(); }
};

/// What a client may write instead of a whole name: a part may be empty, not both.
struct DatabaseReference {
  std::string id;      ///< empty = any
  std::string sha256;  ///< empty = the newest

  bool matches(const DatabaseName& name) const {
    return (id.empty() || id == name.id) && (sha256.empty() || sha256 == name.sha256);
  }
};

/// @throws ServiceError(kBadField) at `field` where the parts are not an id and a digest
DatabaseName make_database_name(const std::string& id, const std::string& sha256);

/// "{id}@{sha256}" apart.
/// @throws ServiceError(kBadField) naming `field`
DatabaseName parse_database_key(std::string_view text, const std::string& field);

/// "databases/{id}@{sha256}", "databases/{id}", "{id}@{sha256}", "{id}" or "{sha256}".
/// @throws ServiceError(kBadField) naming `field`
DatabaseReference parse_database_reference(std::string_view text, const std::string& field);

}  // namespace raftup::server
