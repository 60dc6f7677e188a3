#pragma once

#include <array>
#include <string_view>

#include "hydro/wetted_mesh/hull_pressure.hpp"

namespace raftup::solver {

/// The hydrostatic force [N, N m] on the bodies of a hydrodynamic group.
enum class HydrostaticsMode {
  kLinear,     ///< buoyancy and hydrostatic stiffness [N/m] of the database, about the pose at rest
  kNonlinear,  ///< pressure [Pa] of still water on the wetted part of the mesh of each body
  kNone,       ///< no hydrostatic force [N], thus no buoyancy
};

constexpr std::array<std::string_view, 3> names_of(HydrostaticsMode /*of*/) {
  return {"linear", "nonlinear", "none"};
}

/// The surface of a body over which the pressure [Pa] of the undisturbed waves is integrated.
enum class FroudeKrylovMode {
  kLinear,  ///< the mean wetted surface; this force [N] is part of the excitation in the database
  /// the part of the mesh of each body that is wetted in the waves at the present pose of the body
  kNonlinear,
};

constexpr std::array<std::string_view, 2> names_of(FroudeKrylovMode /*of*/) {
  return {"linear", "nonlinear"};
}

struct FroudeKrylovOptions {
  FroudeKrylovMode mode = FroudeKrylovMode::kLinear;
  hydro::WaveStretching stretching = hydro::WaveStretching::kWheeler;

  bool is_nonlinear() const { return mode == FroudeKrylovMode::kNonlinear; }
};

}  // namespace raftup::solver
