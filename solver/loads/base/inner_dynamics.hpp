#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

using Vector3c = Eigen::Matrix<Complex, 3, 1>;  ///< complex amplitudes of a vector

/// A linear wave of unit amplitude, eta = Re{e^(i (omega t - k.x))} [m, world frame].
struct UnitWave {
  double omega = 0.0;            ///< in the world [rad/s]
  double intrinsic_omega = 0.0;  ///< in the frame that moves with the current [rad/s]
  double wavenumber = 0.0;       ///< k [rad/m]
  Vector2 along = Vector2::UnitX();
};

/// Returns the complex velocity of the water in a wave [m/s per m] at a point [m, world frame], that
/// of the still water plane for points above it.
/// @param water_depth m, may be infinite
Vector3c velocity_in(const UnitWave& wave, const Vector3& point, double water_depth);

/// The linear equations of the masses inside a load, and the force of waves on it, between the bodies which hold it, about rest.
/// Oscillations are Re{x e^(i omega t)}, with complex amplitudes x of the n bodies in bodies(): the
/// displacement of the center of mass [m] and a small rotation [rad], world axes.
///
/// Quadratic drag is replaced by the linear drag that comes nearest to it in the sea: add_motion()
/// is called with every wave of the sea, then fit_drag(). Before, it is that of small motions in the
/// current. Not thread-safe.
class InnerDynamics {
 public:
  InnerDynamics() = default;
  InnerDynamics(const InnerDynamics&) = delete;
  InnerDynamics& operator=(const InnerDynamics&) = delete;
  virtual ~InnerDynamics() = default;

  virtual const std::string& name() const = 0;  ///< of the load
  /// Indices of the n bodies in the model, ascending.
  virtual std::span<const std::size_t> bodies() const = 0;

  /// Returns Z(omega) - Z(0) [6n x 6n; N/m, N, N m]: what inertia and damping add to the static
  /// stiffness, which is that of ForceElement::add() and slow_stiffness() together.
  /// @param omega rad/s, >= 0
  virtual MatrixXcd impedance(double omega) = 0;
  /// Returns what freedoms inside the load take from the static stiffness of ForceElement::add() in slow
  /// motions [6n x 6n; N/m, N, N m]; 0 by default.
  virtual MatrixXd slow_stiffness() {
    const auto size = 6 * static_cast<Eigen::Index>(bodies().size());
    return MatrixXd::Zero(size, size);
  }
  /// Inertia in slow motions, X^T M X with the shape X of a static displacement [6n x 6n; kg, kg m, kg m2].
  virtual MatrixXd slow_mass() = 0;
  /// Damping in slow motions [6n x 6n; N s/m, N s, N m s].
  virtual MatrixXd slow_damping() = 0;

  /// Returns the force on the bodies while they are held [6n; N/m, N].
  virtual VectorXcd wave_force(const UnitWave& wave) = 0;

  /// Names of the outputs of the load that oscillate with its masses, such as a tension [N]; other
  /// outputs follow the bodies as in slow motions.
  virtual std::vector<std::string> outputs() const { return {}; }
  /// Returns how one of outputs() follows the bodies at a frequency omega >= 0 [rad/s] beyond slow
  /// motions, y(omega) - y(0) [numbers of the output x 6n; its unit per m and rad].
  virtual MatrixXcd output_by_motion(const std::string& /*output*/, double /*omega*/) { return {}; }
  /// Returns one of outputs() while the bodies are held [numbers of the output; its unit per m].
  virtual VectorXcd output_by_wave(const std::string& /*output*/, const UnitWave& /*wave*/) {
    return {};
  }

  /// True if there is quadratic drag, which fit_drag() replaces.
  virtual bool has_drag() const { return true; }
  /// Takes the motion of the bodies in one wave of a sea.
  /// @param amplitude of the wave, with its phase [m]
  /// @param motion [6n] in this wave
  virtual void add_motion(const UnitWave& wave, const Complex& amplitude,
                          const VectorXcd& motion) = 0;
  /// Fits the drag to the motions that were added, and forgets them. From the second time on the
  /// mean of the new and the old drag is taken.
  /// @param harmonic true if all waves have one frequency: 8/(3 pi) times the amplitude of u instead
  ///        of sqrt(8/pi) times its standard deviation
  /// @returns largest change, as a share of the largest drag
  virtual double fit_drag(bool harmonic) = 0;
};

}  // namespace raftup::solver
