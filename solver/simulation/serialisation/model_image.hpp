#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "hydro/radiation/base/radiation_options.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// A model with everything that a simulation of it needs: its databases, and the radiation fits
/// that would take long to compute again.
struct ModelImage {
  Model model;
  std::unique_ptr<hydro::FitCache> fits;  ///< for the constructor of Simulation; never null
};

/// Writes a checked model as portable bytes: magic, format version, digest of the model, the model,
/// radiation fits, xxh64 checksum; little-endian. The same model gives the same bytes.
/// @param cache radiation fits, may be null; fits that a simulation of the model needs are taken
///         from it or computed
/// @throws Error(kFailedPrecondition) if the model contains a user's own C++; what the constructor
///         of Simulation throws
std::string write_model_image(const Model& model, hydro::FitCache* cache);

/// Reads what write_model_image() has written. The digest of the result equals that of the model
/// written.
/// @throws Error(kDataLoss) if the bytes are no model, damaged or incomplete;
///         Error(kInvalidArgument) if another format version wrote them
ModelImage read_model_image(std::string_view bytes);

}  // namespace raftup::solver
