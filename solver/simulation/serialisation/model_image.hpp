#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "hydro/radiation/base/radiation_options.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// A model with everything that a simulation of it needs: its databases, and the fits of radiation
/// memory that would take long to make again.
struct ModelImage {
  Model model;
  std::unique_ptr<hydro::FitCache> fits;  ///< for Simulation's constructor, not null
};

/// A checked model as portable bytes: magic, format version, digest of the model, the model, fits,
/// xxh64 checksum; little-endian. The same model gives the same bytes.
/// @param cache of radiation fits, may be null; those that a simulation of the model asks for are
///              taken from it or made
/// @throws Error(kFailedPrecondition) where a user's own C++ is part of the model; what
/// Simulation's
///         constructor throws
std::string write_model_image(const Model& model, hydro::FitCache* cache);

/// The inverse: digest(read_model_image(bytes).model) is that of the model written.
/// @throws Error(kDataLoss) where the bytes are no model, damaged or not whole;
///         Error(kInvalidArgument) where another format version wrote them
ModelImage read_model_image(std::string_view bytes);

}  // namespace raftup::solver
