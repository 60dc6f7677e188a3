/// @file Variables, outputs, statistics and the sea of a session or model as messages. Pure
/// functions.
#pragma once

#include <cstdint>

#include "raftup/v1/model_outputs.pb.h"
#include "raftup/v1/sea_components.pb.h"
#include "raftup/v1/values.pb.h"
#include "server/model/model_builder.hpp"
#include "server/sessions/session.hpp"

namespace raftup::server {

void variable_to_proto(const solver::Variable& variable, v1::Causality causality,
                       std::int64_t look_ahead_ns, v1::Variable& message);

/// Inside the session's strand.
void input_to_proto(const Session& session, std::size_t input, v1::Variable& message);
void output_to_proto(const Session& session, std::size_t output, v1::Variable& message);

/// Every output of a model and the names of those that its runs record, see
/// DescribeOutputsResponse.
void described_outputs_to_proto(const BuiltModel& built, v1::DescribeOutputsResponse& message);

void statistics_to_proto(const solver::StatisticsReport& report,
                         v1::GetStatisticsResponse& message);

/// The waves of a model as the solver has them, see GetSeaResponse.
void sea_to_proto(const solver::Model& model, v1::GetSeaResponse& message);

}  // namespace raftup::server
