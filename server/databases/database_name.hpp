#pragma once

#include <string>
#include <string_view>

namespace raftup::server {

/// The complete name of a database: an id that a person chose, and the digest of the bytes of its
/// file.
struct DatabaseName {
  std::string id;      ///< id that a person chose: 4 to 63 characters of a-z, 0-9 and "-"
  std::string sha256;  ///< digest of the bytes: 64 lower-case hexadecimal digits

  /// The text "{id}@{sha256}", which names uploads and stored records.
  std::string key() const { return id + "@" + sha256; }
  /// The name in the protocol: "databases/{id}@{sha256}".
  std::string resource() const { return "databases/" + key(); }

  /// Alphabetical order of key(), which lists and their page tokens use.
  bool operator<(const DatabaseName& other) const { return key() < other.key(); }
};

/// The way in which a client refers to a database. One of the two parts of the name may be missing.
struct DatabaseReference {
  std::string id;      ///< empty = any id
  std::string sha256;  ///< empty = the newest database with the id

  bool matches(const DatabaseName& name) const {
    return (id.empty() || id == name.id) && (sha256.empty() || sha256 == name.sha256);
  }
};

/// Makes the name of a database from its id and digest.
/// @throws ServiceError(kBadField) for the field "database_id" or "sha256" if the part is malformed
DatabaseName make_database_name(const std::string& id, const std::string& sha256);

/// Reads a name of the form "{id}@{sha256}".
/// @param field field of the request, for errors
/// @throws ServiceError(kBadField) for `field` if the text is malformed
DatabaseName parse_database_key(std::string_view text, const std::string& field);

/// Reads a reference of the form "databases/{id}@{sha256}", "databases/{id}", "{id}@{sha256}",
/// "{id}" or "{sha256}".
/// @param field field of the request, for errors
/// @throws ServiceError(kBadField) for `field` if the text is malformed
DatabaseReference parse_database_reference(std::string_view text, const std::string& field);

}  // namespace raftup::server
