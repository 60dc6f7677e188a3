/// @file Conversions of times and findings to the forms that files and messages contain.
#pragma once

#include <chrono>
#include <cstdint>

#include "hydro/base/finding.hpp"
#include "raftup/v1/finding.pb.h"

namespace raftup::server {

/// Converts a wall clock time to nanoseconds since 1970-01-01, UTC.
inline std::int64_t to_unix_ns(std::chrono::system_clock::time_point time) {
  return std::chrono::nanoseconds(time.time_since_epoch()).count();
}

inline std::chrono::system_clock::time_point from_unix_ns(std::int64_t unix_ns) {
  return std::chrono::system_clock::time_point(
      std::chrono::duration_cast<std::chrono::system_clock::duration>(
          std::chrono::nanoseconds(unix_ns)));
}

inline v1::Severity severity_to_proto(Severity severity) {
  switch (severity) {
    case Severity::kInfo:
      return v1::SEVERITY_INFO;
    case Severity::kWarning:
      return v1::SEVERITY_WARNING;
    case Severity::kError:
      return v1::SEVERITY_ERROR;
  }
  return v1::SEVERITY_UNSPECIFIED;
}

inline void finding_to_proto(const Finding& finding, v1::Finding& message) {
  message.set_name(finding.name);
  message.set_severity(severity_to_proto(finding.severity));
  message.set_message(finding.message);
  message.set_value(finding.value);
}

}  // namespace raftup::server
