#pragma once

#include "hydro/database/finding.hpp"
#include "raftup/v1/finding.pb.h"

namespace raftup::server {

void finding_to_proto(const hydro::Finding& finding, v1::Finding& message);
v1::Severity severity_to_proto(hydro::Severity severity);

}  // namespace raftup::server
