#include "server/base/conversions.hpp"

namespace raftup::server {

void finding_to_proto(const Finding& finding, v1::Finding& message) {
  message.set_name(finding.name);
  message.set_severity(severity_to_proto(finding.severity));
  message.set_message(finding.message);
  message.set_value(finding.value);
}

v1::Severity severity_to_proto(Severity severity) {
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

}  // namespace raftup::server
