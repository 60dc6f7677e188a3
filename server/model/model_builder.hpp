#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "raftup/v1/model.pb.h"
#include "server/model/model_parts.hpp"
#include "solver/model/model.hpp"

namespace raftup::server {

/// A model for the solver, and the message of the same content with every default. The model built
/// from that message is the same, bit for bit.
struct BuiltModel {
  solver::Model model;
  v1::Model message;
  std::vector<std::string> outputs;  ///< to record, by name
  std::int64_t output_stride = 1;    ///< integration steps from one output to the next
};

/// Builds the model that `message` describes and collects all broken rules; paths start at the
/// model: "bodies[1].mass". The result may be used only if there is no violation.
BuiltModel build_model(const v1::Model& message, const DatabaseLookup& databases,
                       FieldViolations& violations);

}  // namespace raftup::server
