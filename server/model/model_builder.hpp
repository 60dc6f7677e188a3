#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "raftup/v1/model.pb.h"
#include "server/model/model_parts.hpp"
#include "solver/model/model.hpp"

namespace raftup::server {

/// A model that the solver can simulate and the message that says the same with every default
/// written out: built from that message it is the same to the bit.
struct BuiltModel {
  solver::Model model;
  v1::Model message;
  std::vector<std::string> outputs;  ///< to record, by name
  std::int64_t output_stride = 1;    ///< integration steps from one output to the next
};

/// Builds what `message` describes and collects every broken rule, not only the first; paths start
/// at the model: "bodies[1].mass". The result is usable only where nothing was violated.
BuiltModel build_model(const v1::Model& message, const DatabaseLookup& databases,
                       FieldViolations& violations);

}  // namespace raftup::server
