#pragma once

#include <array>
#include <string>

#include "hydro/wetted_mesh/hull_pressure.hpp"
#include "solver/loads/base/inner_dynamics.hpp"
#include "solver/model/bodies/kinematics.hpp"

namespace raftup::solver {

/// The force of small waves on a mesh about rest: their pressure on the part below the still water
/// plane, and the force A u' of their acceleration u' at the center of mass [m/s2] on the added mass
/// A, times the wet share of the surface. The mesh has no inertia of its own, and A and the linear
/// drag stand in the equations already.
class HullDynamics final : public InnerDynamics {
 public:
  /// The parts of a load of the kind hull.
  struct Parts {
    hydro::HullPressure pressure;
    Matrix6 added_mass;  ///< body axes [kg, kg m, kg m2]
    double wet_share;    ///< wet area over whole area at rest
  };

  /// @param body index of the body in the model
  /// @param rest motion of the body at rest
  HullDynamics(std::string name, std::size_t body, const BodyKinematics& rest, Parts parts);

  const std::string& name() const override { return name_; }
  std::span<const std::size_t> bodies() const override { return bodies_; }
  MatrixXcd impedance(double /*omega*/) override { return MatrixXcd::Zero(kDofs, kDofs); }
  MatrixXd slow_mass() override { return Matrix6::Zero(); }
  MatrixXd slow_damping() override { return Matrix6::Zero(); }
  VectorXcd wave_force(const UnitWave& wave) override;
  bool has_drag() const override { return false; }
  void add_motion(const UnitWave& /*wave*/, const Complex& /*amplitude*/,
                  const VectorXcd& /*motion*/) override {}
  double fit_drag(bool /*harmonic*/) override { return 0.0; }

 private:
  std::string name_;
  std::array<std::size_t, 1> bodies_;
  hydro::HullPose pose_;
  Parts parts_;
};

}  // namespace raftup::solver
