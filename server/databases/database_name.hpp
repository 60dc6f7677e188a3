#pragma once

#include <string>
#include <string_view>

namespace raftup::server {

/// The complete name of a database: an id that people chose, and the digest of the bytes.
struct DatabaseName {
  std::string id;      ///< 4 to 63 characters of a-z, 0-9 and "-"
  std::string sha256;  ///< 64 lower-case hexadecimal digits

  /// "{id}@{sha256}": the name of uploads and stored records.
  std::string key() const { return id + "@" + sha256; }
  /// "databases/{id}@{sha256}"
  std::string resource() const { return "databases/" + key(); }

  /// The order of the names as text, which lists and their page tokens use.
  bool operator<(const DatabaseName& other) const { return key() < other.key(); }
};

/// A reference to a database by a client; one of the two parts of the name may be empty.
struct DatabaseReference {
  std::string id;      ///< empty = any
  std::string sha256;  ///< empty = the newest

  bool matches(const DatabaseName& name) const {
    return (id.empty() || id == name.id) && (sha256.empty() || sha256 == name.sha256);
  }
};

/// Makes the name of a database from its id and its digest.
/// @throws ServiceError(kBadField) at `field` if the parts are not an id and a digest
DatabaseName make_database_name(const std::string& id, const std::string& sha256);

/// Splits "{id}@{sha256}".
/// @throws ServiceError(kBadField) naming `field`
DatabaseName parse_database_key(std::string_view text, const std::string& field);

/// "databases/{id}@{sha256}", "databases/{id}", "{id}@{sha256}", "{id}" or "{sha256}".
/// @throws ServiceError(kBadField) naming `field`
DatabaseReference parse_database_reference(std::string_view text, const std::string& field);

}  // namespace raftup::server
