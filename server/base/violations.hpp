#pragma once

#include <string>
#include <vector>

#include "solver/model.hpp"

namespace raftup::server {

/// Collects every broken rule of a message, the first one for each path.
class Violations {
 public:
  /// @param path  in the message, "bodies[1].mass"
  /// @param rule  "must be positive"
  /// @param value as given; empty where there is none
  void add(const std::string& path, const std::string& rule, const std::string& value = "");

  /// Adds unless `holds`; returns `holds`.
  bool expect(bool holds, const std::string& path, const std::string& rule,
              const std::string& value = "");

  /// Takes over those of a part of the message that stands at `path`.
  void merge(const std::string& path, const Violations& part);

  std::size_t count() const { return all_.size(); }

  /// @throws ServiceError(kBadField) with all of them, each path after `prefix`, if there are any
  void throw_if_any(const std::string& prefix) const;

 private:
  std::vector<solver::Violation> all_;
};

/// A field that the wire knows and this version does not build.
inline constexpr const char* kNotInThisVersion = "must be left out: not in this version";

}  // namespace raftup::server
