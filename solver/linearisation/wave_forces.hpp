#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "hydro/excitation/transfer_function.hpp"
#include "solver/linearisation/linear_lines.hpp"
#include "solver/linearisation/linear_model.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// Excitation [N/m, N] of the bodies of a model by waves of unit amplitude. It is evaluated at the
/// mean poses of the bodies, or at their rest poses if their group selects this.
class WaveForceModel {
 public:
  /// @param model with the excitation options of its groups
  /// @param mean  mean poses of the bodies
  /// @param rest_headings heading of the dof axes of each body [rad]
  WaveForceModel(const Model& model, const Kinematics& mean,
                 const std::vector<Heading>& rest_headings);

  /// Adds the waves on lines to the excitation of the bodies that hold them.
  /// @param lines must outlive this object
  void add_lines(const LinearLines& lines) { lines_ = &lines; }

  /// The bodies that waves excite, without those that only hold lines.
  std::vector<ExcitedBody> bodies() const;

  /// Returns a wave of unit amplitude [rad/s, rad]; nothing if the current stops it.
  std::optional<UnitWave> unit_wave(double omega, double direction) const;

  /// Computes the excitation by waves.
  /// @param waves any frequencies > 0 [rad/s]; waves without data have no force and are false in
  ///         WaveForces::carried
  WaveForces at(const WaveSelection& waves) const;

 private:
  /// A body that waves excite.
  struct Hull {
    std::size_t body;  ///< index of the body in the model
    std::shared_ptr<const hydro::BodyTransferFunction> transfer_function;
    hydro::HeadingInterpolation headings;
    VectorXd filed_directions;  ///< directions of the data relative to the body's heading [rad]
    double heading;             ///< heading at which the excitation is evaluated [rad]
    Vector2 position;           ///< center of mass for the excitation [m, world]
    Matrix3 to_dof_axes;        ///< rotation from the axes of `heading` to dof axes
  };
  /// A wave direction relative to a body.
  struct Direction {
    Vector2 along;     ///< unit vector in the direction, world axes
    VectorXd weights;  ///< weights of the filed directions
    bool contained;    ///< true if the direction is within the range of the data
  };
  using Vector6c = Eigen::Matrix<Complex, 6, 1>;
  /// A wave in the current; `runs` is false if the current stops the wave.
  struct Wave {
    double wavenumber = 0.0, intrinsic_omega = 0.0;
    bool runs = false;

    UnitWave of_unit(double omega, double direction) const;
  };

  void add_group(const Model& model, const HydrodynamicGroup& group, const Kinematics& mean,
                 const std::vector<Heading>& rest_headings);
  Wave wave(double omega, double direction) const;
  static std::vector<Direction> directions(const Hull& hull, const VectorXd& angles);
  static MatrixXcd filed_forces(const Hull& hull, const Wave& wave);
  static std::optional<Vector6c> force(const Hull& hull, const Wave& wave,
                                       const Direction& direction, const MatrixXcd& filed);

  Eigen::Index dof_count_;  ///< number of dofs of the model
  double water_depth_, gravity_;
  hydro::Current current_;
  std::vector<Hull> hulls_;
  const LinearLines* lines_ = nullptr;
};

}  // namespace raftup::solver
