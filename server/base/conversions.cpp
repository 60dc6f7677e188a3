#include "server/base/conversions.hpp"

namespace raftup::server {

void finding_to_proto(const hydro::Finding& finding, v1::Finding& message) {
  message.set_name(finding.name);
  message.set_severity(severity_to_proto(finding.severity));
  message.set_message(finding.message);
  message.set_value(finding.value);
}

v1::Severity severity_to_proto(hydro::Severity severity) {
  switch (severity) {
    case hydro::Severity::kInfo:
      return v1::SEVERITY_INFO;
    case hydro::Severity::kWarning:
      return v1::SEVERITY_WARNING;
    case hydro::Severity::kError:
      return v1::SEVERITY_ERROR;
  }
  return v1::SEVERITY_UNSPECIFIED;
}

}  // namespace raftup::server
