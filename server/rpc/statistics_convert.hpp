#pragma once

#include "raftup/v1/session.pb.h"
#include "solver/statistics/statistics_report.hpp"

namespace raftup::server {

void statistics_to_proto(const solver::StatisticsReport& report,
                         v1::GetStatisticsResponse& message);

}  // namespace raftup::server
