/// @file Conversions of variables, outputs, statistics and waves of a session or model to messages.
///         Pure functions.
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

/// Writes an input of a session to a message. To be called in the session's strand.
void input_to_proto(const Session& session, std::size_t input, v1::Variable& message);
void output_to_proto(const Session& session, std::size_t output, v1::Variable& message);

/// Writes all outputs of a model, and the names of the outputs that runs of the model record, see
/// DescribeOutputsResponse.
void described_outputs_to_proto(const BuiltModel& built, v1::DescribeOutputsResponse& message);

void statistics_to_proto(const solver::StatisticsReport& report,
                         v1::GetStatisticsResponse& message);

/// Writes the wave components of a model that the solver uses, see GetSeaResponse.
void sea_to_proto(const solver::Model& model, v1::GetSeaResponse& message);

}  // namespace raftup::server
