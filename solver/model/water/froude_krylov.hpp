#pragma once

#include <array>
#include <string_view>

#include "hydro/wetted_mesh/hull_pressure.hpp"

namespace raftup::solver {

/// The hydrostatic force on the bodies of a hydrodynamic group.
enum class HydrostaticsMode {
  kLinear,     ///< buoyancy and stiffness [N/m] of the database about the pose of rest
  kNonlinear,  ///< pressure of still water on the wetted part of each body's mesh
  kNone,       ///< none, without buoyancy
};

constexpr std::array<std::string_view, 3> names_of(HydrostaticsMode /*of*/) {
  return {"linear", "nonlinear", "none"};
}

/// The surface on which the pressure [Pa] of undisturbed waves acts.
enum class FroudeKrylovMode {
  kLinear,     ///< the mean wetted surface: the pressure is part of the database's excitation
  kNonlinear,  ///< the part of each body's mesh that is wetted in waves and motions
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
