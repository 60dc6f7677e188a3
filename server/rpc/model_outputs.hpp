#pragma once

#include "raftup/v1/model_outputs.pb.h"
#include "server/model/model_builder.hpp"

namespace raftup::server {

/// Every output of a model and the names of those that its runs record: DescribeOutputs.
void described_outputs_to_proto(const BuiltModel& built, v1::DescribeOutputsResponse& message);

}  // namespace raftup::server
