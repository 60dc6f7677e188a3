#pragma once

#include <array>
#include <string>

#include "solver/loads/base/inner_dynamics.hpp"
#include "solver/loads/tanks/tank_liquid.hpp"

namespace raftup::solver {

/// The linear equations of the modes of a tank about rest. With h and G the rows by which the body
/// moves the place of a mass along its axis and raises the axis, and c = omega^2 h - g G,
///   Z = -m_n c c^T / (omega_n^2 - omega^2 + 2 i zeta omega_n omega)
/// is the impedance of mode n beyond that of frozen liquid. It is symmetric, and linear: no wave
/// reaches the liquid, and there is no drag to fit.
class TankDynamics final : public InnerDynamics {
 public:
  /// @param body at rest
  TankDynamics(std::string name, const TankLiquid& liquid, const BodyKinematics& body);

  const std::string& name() const override { return name_; }
  std::span<const std::size_t> bodies() const override { return bodies_; }
  MatrixXcd impedance(double omega) override;
  MatrixXd slow_mass() override;
  MatrixXd slow_damping() override;
  VectorXcd wave_force(const UnitWave& /*wave*/) override { return VectorXcd::Zero(kDofs); }
  bool has_drag() const override { return false; }
  void add_motion(const UnitWave& /*wave*/, const Complex& /*amplitude*/,
                  const VectorXcd& /*motion*/) override {}
  double fit_drag(bool /*harmonic*/) override { return 0.0; }

 private:
  struct Mode {
    double omega, mass;  ///< [rad/s], [kg]
    Vector6 row;         ///< h
    Vector6 weight_row;  ///< g G [m/s2]
  };

  std::string name_;
  std::array<std::size_t, 1> bodies_;
  double damping_ratio_;
  std::vector<Mode> modes_;
};

}  // namespace raftup::solver
