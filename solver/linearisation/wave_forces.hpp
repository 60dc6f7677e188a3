#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "hydro/excitation/transfer_function.hpp"
#include "solver/linearisation/linear_model.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// Excitation of the bodies of a model by waves of unit amplitude, where the bodies are in the mean
/// (where their groups have it so: at rest).
class WaveForceModel {
 public:
  /// @param model with its groups' excitation as it is given
  /// @param mean  the bodies
  /// @param rest_headings of each body: of its dof axes
  WaveForceModel(const Model& model, const Kinematics& mean,
                 const std::vector<Heading>& rest_headings);

  std::vector<ExcitedBody> bodies() const;

  /// @param waves of any frequencies > 0: those without data have no force and are not carried
  WaveForces at(const WaveSelection& waves) const;

 private:
  /// A body that the waves move.
  struct Hull {
    std::size_t body;  ///< index in the model
    std::shared_ptr<const hydro::BodyTransferFunction> transfer_function;
    hydro::HeadingInterpolation headings;
    VectorXd filed_directions;  ///< rad, from the body's heading
    double heading;             ///< rad, where the body feels the waves
    Vector2 position;           ///< m, world: of its centre of mass there
    Matrix3 to_dof_axes;        ///< from the axes of that heading
  };
  /// A wave direction as a body sees it.
  struct Direction {
    Vector2 along;     ///< world
    VectorXd weights;  ///< of the directions on file
    bool contained;    ///< in the data
  };
  using Vector6c = Eigen::Matrix<Complex, 6, 1>;
  /// A wave where the current has changed it, none where it stops it.
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
