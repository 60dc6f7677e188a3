#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "solver/dynamics/statics/still_water_system.hpp"
#include "solver/linearisation/dof_axes.hpp"

namespace raftup::solver {

/// The loads of a model that have masses inside, about its mean position: lines, and tanks with
/// liquid that sloshes. What they add to the equations
///   [-omega^2 (M + A) + i omega (B + D) + C + Z(omega)] x = X
/// beyond their static stiffness, which is in C, and the force of waves on them. All in dof axes, for
/// 6N dofs. Not thread-safe.
class LinearLines {
 public:
  LinearLines(const StillWaterSystem& system, const Kinematics& mean);

  bool empty() const { return lines_.empty(); }
  std::vector<std::string> names_with_drag() const;  ///< of the loads that have quadratic drag
  /// Returns Z(omega), which is 0 at rest [6N x 6N; N/m, N, N m].
  /// @param omega rad/s, >= 0
  MatrixXcd impedance(double omega) const;
  /// Part of C that the static forces of the loads do not have [6N x 6N; N/m, N, N m].
  MatrixXd slow_stiffness() const { return sum(&InnerDynamics::slow_stiffness); }
  /// Inertia in slow motions [6N x 6N; kg, kg m, kg m2].
  MatrixXd slow_mass() const { return sum(&InnerDynamics::slow_mass); }
  /// Damping in slow motions [6N x 6N; N s/m, N s, N m s].
  MatrixXd slow_damping() const { return sum(&InnerDynamics::slow_damping); }
  /// Adds the force of a wave of unit amplitude on all lines, while the bodies are held [6N; N/m, N].
  void add_wave_force(const UnitWave& wave, Eigen::Ref<VectorXcd> force) const;

  /// Names, load and output with a point between, of the outputs that oscillate with the masses inside
  /// loads, such as a tension [N].
  std::vector<std::string> outputs() const;
  /// Returns how such an output follows the dofs at a frequency beyond its OutputDerivative, which is
  /// that of slow motions [numbers of the output x 6N; its unit per m and rad].
  /// @param output one of outputs()
  /// @param omega rad/s, >= 0
  /// @throws BrokenRule for another output
  MatrixXcd output_by_motion(const std::string& output, double omega) const;
  /// Returns such an output in a wave of unit amplitude, while the bodies are held [numbers of the
  /// output; its unit per m].
  /// @throws BrokenRule for another output
  VectorXcd output_by_wave(const std::string& output, const UnitWave& wave) const;

  /// Takes the motion of all bodies in one wave of a sea, as InnerDynamics::add_motion().
  /// @param motion [6N]
  void add_motion(const UnitWave& wave, const Complex& amplitude, const VectorXcd& motion);
  /// Fits the drag of all lines, as InnerDynamics::fit_drag().
  /// @returns largest change
  double fit_drag(bool harmonic);

 private:
  struct Line {
    std::unique_ptr<InnerDynamics> dynamics;
    std::vector<Eigen::Index> dofs;  ///< of its bodies
    DofAxes axes;                    ///< of its bodies
  };
  MatrixXd sum(MatrixXd (InnerDynamics::*part)()) const;
  /// The load that has an output, and the name of the output there.
  std::pair<const Line*, std::string> find_output(const std::string& output) const;

  Eigen::Index dof_count_;
  std::vector<Line> lines_;
};

}  // namespace raftup::solver
