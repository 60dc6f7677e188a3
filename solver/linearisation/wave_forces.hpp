#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "hydro/excitation/transfer_function.hpp"
#include "solver/linearisation/linear_model.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// Excitation [N/m, N] of the bodies of a model by waves of unit amplitude, at their mean poses, or
/// at the poses of rest if their group is set so.
class WaveForceModel {
 public:
  /// @param model with the excitation of its groups as given
  /// @param mean  mean poses of the bodies
  /// @param rest_headings of each body [rad]: of its dof axes
  WaveForceModel(const Model& model, const Kinematics& mean,
                 const std::vector<Heading>& rest_headings);

  std::vector<ExcitedBody> bodies() const;

  /// @param waves any frequencies > 0 [rad/s]; waves without data have no force and are marked in
  ///         `carried`
  WaveForces at(const WaveSelection& waves) const;

 private:
  /// A body that waves excite.
  struct Hull {
    std::size_t body;  ///< index in the model
    std::shared_ptr<const hydro::BodyTransferFunction> transfer_function;
    hydro::HeadingInterpolation headings;
    VectorXd filed_directions;  ///< rad, from the body's heading
    double heading;             ///< rad, heading at which waves meet the body
    Vector2 position;           ///< m, world: of its centre of mass there
    Matrix3 to_dof_axes;        ///< rotation from the axes of that heading to dof axes
  };
  /// A wave direction relative to a body.
  struct Direction {
    Vector2 along;     ///< world
    VectorXd weights;  ///< weights of the directions on file
    bool contained;    ///< true if it lies within the data
  };
  using Vector6c = Eigen::Matrix<Complex, 6, 1>;
  /// A wave on the current; empty if the current stops it.
  ///
  struct Wave {
    double wavenumber = 0.0, intrinsic_omega = 0.0;
    bool runs = false;
  };

  void add_group(const Model& model, const HydrodynamicGroup& group, const Kinematics& mean,
                 const std::vector<Heading>& rest_headings);
  Wave wave(double omega, double direction) const;
  static std::vector<Direction> directions(const Hull& hull, const VectorXd& angles);
  static MatrixXcd filed_forces(const Hull& hull, const Wave& wave);
  static std::optional<Vector6c> force(const Hull& hull, const Wave& wave,
                                       const Direction& direction, const MatrixXcd& filed);

  Eigen::Index dof_count_;  ///< of the model
  double water_depth_, gravity_;
  hydro::Current current_;
  std::vector<Hull> hulls_;
};

}  // namespace raftup::solver
