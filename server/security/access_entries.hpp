/// @file The entries of an access file, and bearer tokens. Tokens are secrets of 256 random bits,
///         so that their plain SHA-256 digests may be stored.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "server/security/caller.hpp"

namespace raftup::server {

/// The content of an access file. Each line is an entry of one of these forms; "#" begins a
/// comment.
///
///     token       ID   TENANT ROLE SHA256             a bearer token, given by its digest
///     certificate NAME TENANT ROLE                    a client certificate, given by one of
///                                                     its subject alternative names
///     quota       TENANT sessions=10 bodies=40 ...    limits by their names in Quota; other
///                                                     limits keep their defaults
///
/// ROLE is observer, operator or admin; tenants are 1 to 63 characters of a-z, 0-9 and "-".
struct AccessEntries {
  struct Token {
    std::string id;      ///< name that people gave to the token
    std::string digest;  ///< SHA-256 of the token, 64 lower-case hexadecimal digits
    Caller caller;
  };

  std::vector<Token> tokens;
  std::map<std::string, Caller> certificates;  ///< callers by subject alternative name
  std::map<std::string, Quota> quotas;         ///< limits by tenant
};

/// Reads the entries from the text of an access file.
/// @throws Error(kInvalidArgument) with the number of the first invalid line and the violated rule
AccessEntries parse_access_entries(std::string_view text);

/// Reads the name of a role.
/// @param field name of the field, for the message of the error, such as "role"
/// @throws Error(kInvalidArgument) if `text` is not observer, operator or admin
AccessRole parse_role(std::string_view text, std::string_view field);

/// Checks the name of a tenant.
/// @throws Error(kInvalidArgument) if `text` is not 1 to 63 characters of a-z, 0-9 and "-"
void check_tenant(std::string_view text);

/// Returns the entry of a token in the form of an access file, without a line end.
std::string token_line(const AccessEntries::Token& token);

/// Returns a new token: "raftup_" and 64 hexadecimal digits from the random numbers of the
/// operating system.
/// @throws Error(kInternal) if the system provides no random numbers
std::string make_token();

/// True if two digests are equal. The duration of the comparison does not reveal at which character
/// the digests differ.
bool same_digest(std::string_view a, std::string_view b);

}  // namespace raftup::server
