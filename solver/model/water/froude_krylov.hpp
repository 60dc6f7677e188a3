#pragma once

#include <array>
#include <string_view>

#include "hydro/wetted_mesh/hull_pressure.hpp"

namespace raftup::solver {

/// What restores the bodies of a hydrodynamic group.
enum class HydrostaticsMode {
  kLinear,     ///< buoyancy and stiffness of the database about the pose of rest
  kNonlinear,  ///< pressure of still water on the wetted part of each body's mesh
  kNone,       ///< nothing, buoyancy included
};

constexpr std::array<std::string_view, 3> names_of(HydrostaticsMode /*of*/) {
  return {"linear", "nonlinear", "none"};
}

/// Where the pressure of undisturbed waves acts.
enum class FroudeKrylovMode {
  kLinear,     ///< on the mean wetted surface: it is part of the database's excitation
  kNonlinear,  ///< on the part of each body's mesh that waves and motions wet
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
