#pragma once

#include <compare>
#include <string>

namespace raftup::server {

/// What a session is found by: names are unique within a tenant, and what belongs to another tenant
/// cannot be found.
struct SessionKey {
  std::string tenant;
  std::string name;  ///< "sessions/{id}"

  auto operator<=>(const SessionKey&) const = default;  // NOLINT(modernize-use-nullptr): no 0 here
};

}  // namespace raftup::server
