#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "raftup/v1/model.pb.h"
#include "server/model/model_parts.hpp"
#include "solver/model/model.hpp"

namespace raftup::server {

/// A model for the solver, and the message that describes the same model with every default written
/// out. Building a model from this message gives the same model bit for bit.
struct BuiltModel {
  solver::Model model;
  v1::Model message;
  std::vector<std::string> outputs;  ///< names of the outputs to record
  std::int64_t output_stride = 1;    ///< number of integration steps between two recorded outputs
};

/// Builds the model that `message` describes and collects all violated rules. Paths are relative to
/// the model, such as "bodies[1].mass". The result may be used only if no violation was added.
BuiltModel build_model(const v1::Model& message, const DatabaseLookup& databases,
                       FieldViolations& violations);

/// Returns the SHA-256 digest of all data that determine a built model, its databases included. It
/// tells whether numbers that were computed from the model are still those of the model.
std::string digest_of(const BuiltModel& built);

}  // namespace raftup::server
