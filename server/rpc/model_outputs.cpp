#include "server/rpc/model_outputs.hpp"

#include "server/rpc/value_convert.hpp"
#include "solver/simulation/outputs/output_catalogue.hpp"

namespace raftup::server {

void described_outputs_to_proto(const BuiltModel& built, v1::DescribeOutputsResponse& message) {
  for (const solver::Output& output : solver::list_outputs(built.model)) {
    variable_to_proto(output.variable, v1::CAUSALITY_OUTPUT, 0, *message.add_outputs());
  }
  message.mutable_recorded_outputs()->Assign(built.outputs.begin(), built.outputs.end());
}

}  // namespace raftup::server
