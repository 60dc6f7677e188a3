#pragma once

#include <string>
#include <vector>

#include "raftup/v1/statistics.pb.h"
#include "solver/statistics/statistics.hpp"

namespace raftup::server {

/// What to accumulate; the rules about names are those of solver::check().
/// @param outputs of the model: what is accumulated unless the message says otherwise
solver::StatisticsOptions build_statistics(const v1::Statistics& message,
                                           const std::vector<std::string>& outputs);

/// Writes into `message` every default that building it has chosen.
void complete_statistics(const solver::StatisticsOptions& options, v1::Statistics& message);

}  // namespace raftup::server
