/// @file The entries of an access file, and bearer tokens, which are secrets of 256 random bits, so
///         that their plain SHA-256 may be stored.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "server/security/caller.hpp"

namespace raftup::server {

/// The content of an access file: one entry per line; "#" begins a comment.
///
///     token       ID   TENANT ROLE SHA256             a bearer token, by its digest
///     certificate NAME TENANT ROLE                    a client certificate, by an alternative name
///     quota       TENANT sessions=10 bodies=40 ...    fields of Quota; others have no limit
///
/// ROLE is observer, operator or admin; tenants are 1 to 63 characters of a-z, 0-9 and "-".
struct AccessEntries {
  struct Token {
    std::string id;      ///< the name that people gave it
    std::string digest;  ///< SHA-256, 64 lower-case hexadecimal digits
    Caller caller;
  };

  std::vector<Token> tokens;
  std::map<std::string, Caller> certificates;  ///< by subject alternative name
  std::map<std::string, Quota> quotas;         ///< by tenant
};

/// Reads the text of an access file.
/// @throws Error(kInvalidArgument) naming the line and the rule
AccessEntries parse_access_entries(std::string_view text);

/// @param field for messages: "role"
/// @throws Error(kInvalidArgument)
AccessRole parse_role(std::string_view text, std::string_view field);

/// Checks the name of a tenant.
/// @throws Error(kInvalidArgument) if `text` is not 1 to 63 characters of a-z, 0-9 and "-"
void check_tenant(std::string_view text);

/// The line of a token, without its end.
std::string token_line(const AccessEntries::Token& token);

/// A new token, "raftup_" and 64 hexadecimal digits from the system's random source.
/// @throws Error(kInternal) if the system cannot provide randomness
std::string make_token();

/// True if two digests are equal; the time of the comparison does not reveal where they differ.
bool same_digest(std::string_view a, std::string_view b);

}  // namespace raftup::server
