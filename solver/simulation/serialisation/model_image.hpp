#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "hydro/radiation/base/radiation_options.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// A model with all data that a simulation of it needs: its databases, and the radiation fits,
/// whose computation would take long.
struct ModelImage {
  Model model;
  /// radiation fits for the constructor of Simulation; never null
  std::unique_ptr<hydro::FitCache> fits;
};

/// Writes a checked model as portable little-endian bytes: an identifier, the format version, the
/// digest of the model, the model, radiation fits, and an xxh64 checksum. The same model always
/// results in the same bytes.
/// @param cache radiation fits, may be null; fits that a simulation of the model needs are taken
///              from it or computed
/// @throws Error(kFailedPrecondition) if the model contains C++ objects of the user; any error of
///         the constructor of Simulation
std::string write_model_image(const Model& model, hydro::FitCache* cache);

/// Reads a model from the bytes that write_model_image() has written. The digest of the result is
/// that of the written model.
/// @throws Error(kDataLoss) if the bytes are no model, damaged or incomplete;
///         Error(kInvalidArgument) if they have another format version
ModelImage read_model_image(std::string_view bytes);

}  // namespace raftup::solver
