#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "solver/model/bodies/rigid_body.hpp"
#include "solver/model/water/added_mass_interaction.hpp"
#include "solver/water/masses/blended_added_mass.hpp"
#include "solver/water/masses/member_frames.hpp"

namespace raftup::solver {

/// Added mass between bodies of a running simulation.
///
///   A_w,ij = Q_i A_ij Q_j^T,  Q_i = blkdiag(R_i, R_i),  kinetic energy of the water v^T A_w v / 2.
///
/// | symbol | size    | what, frame and unit                                                   |
/// |--------|---------|------------------------------------------------------------------------|
/// | A_ij   | 6 x 6   | force on body i for an acceleration of body j, constant in the hydro   |
/// |        |         | frames of the two, about their centers of mass [kg, kg m, kg m2]       |
/// | R_i    | 3 x 3   | from the hydro frame of body i (HydroFrame) to world axes              |
/// | A_w    | 6n x 6n | the same in world axes                                                 |
///
/// For a family of databases, A is a function of the configuration, A(q). lump() keeps a part
/// dM as mass, and the remainder A - dM acts as a force.
/// Invariant: A is symmetric, 6n x 6n for n bodies. Not thread-safe, since it keeps scratch
/// vectors.
/// @source Lamb, Hydrodynamics (1932), chapter VI; the moment -u x P of a body that moves
///         through the water: Munk, NACA report 184 (1924)
class AddedMass {
 public:
  /// The origin of an added mass [kg, kg m, kg m2].
  enum class Role {
    kWater,
    kBody,  ///< mass and inertia coefficients of a rigid body itself [1]
    /// A term of the system matrix other than masses [kg, kg m, kg m2]: Masses::Strong.
    kStrongInteraction,
    kGain,  ///< gain of a client's force [kg, kg m, kg m2]; it counts as water
    kLoad,  ///< added mass of a load that may change with time, such as that of Morison's equation
  };

  /// @param bodies       indices of bodies of the model, in the order of `matrix`
  /// @param world_frame  rotation of HydroFrame::kWorld
  AddedMass(std::vector<std::size_t> bodies, MatrixXd matrix, HydroFrame frame,
            const Matrix3& world_frame, AddedMassCoriolis coriolis);

  /// Added mass whose matrix is given in the axes of one body: all R_i are the rotation from the
  /// axes of that body to world axes.
  /// @param frame_body index of that body in the model, one of `bodies`
  AddedMass(std::vector<std::size_t> bodies, MatrixXd matrix, std::size_t frame_body,
            AddedMassCoriolis coriolis);

  /// Added mass of one or two bodies, transformed from blocks by a rule of the user, without
  /// Coriolis terms.
  /// @param transformer not null
  AddedMass(std::vector<std::size_t> bodies, const AddedMassBlocks& blocks,
            std::shared_ptr<const MatrixTransformer> transformer);

  /// Added mass A(q) of a family of databases, in heading frames, q being the configuration of the
  /// bodies.
  AddedMass(std::vector<std::size_t> bodies, std::shared_ptr<const BlendedAddedMass> blend,
            AddedMassCoriolis coriolis);

  /// Added mass of the mass_coefficients and inertia_coefficients of a body [body axes], without
  /// Coriolis terms.
  /// @param body index in the model
  static AddedMass of_coefficients(std::size_t body, const RigidBody& description);

  /// An entry for values that are set later, in world axes; it is 0 at first.
  static AddedMass place_of(Role role, std::vector<std::size_t> bodies);

  /// Replaces the matrix A by another matrix of the same size.
  void set_matrix(const MatrixXd& matrix) { matrix_ = matrix; }

  /// Splits A [kg, kg m, kg m2] into the two parts of AddedMassMode::kLumped: a mass and a force.
  /// May be called once.
  /// @param factor alpha
  void lump(double factor);

  const std::vector<std::size_t>& bodies() const { return frames_.bodies(); }

  bool is_of_water() const { return role_ == Role::kWater || is_held(); }
  bool is_acceleration_gain() const { return role_ == Role::kGain; }
  bool is_of_load() const { return role_ == Role::kLoad; }
  /// True for added mass [kg, kg m, kg m2] that is set at the start of every step and is constant
  /// within the step, so that it is not in the momenta of a State.
  bool is_held() const { return role_ == Role::kGain || role_ == Role::kLoad; }
  bool is_lumped() const { return remainder_.size() > 0; }

  /// True if A is constant in the heading frames of its bodies; it is then matrix().
  bool constant_in_heading_frames() const {
    return frames_.frame() == HydroFrame::kHeading && blend_ == nullptr;
  }
  const MatrixXd& matrix() const { return matrix_; }

  /// Computes A_w at the poses of the bodies, 6n x 6n in the order of bodies(), world axes.
  MatrixXd world_matrix(const Kinematics& bodies) const;

  /// Adds factor A_w x to `result`, with A_w the added mass in world axes.
  void add_product(const Kinematics& bodies, const BodyVectors& x, double factor,
                   BodyVectors& result);

  /// Adds factor (A - dM)_w x to `result`; no effect without lumped added mass.
  void add_remainder_product(const Kinematics& bodies, const BodyVectors& x, double factor,
                             BodyVectors& result);

  /// Adds factor (dA_w/dt) v to `result`, with v the velocities of the bodies [m/s, rad/s, world
  /// axes].
  void add_rate_product(const Kinematics& bodies, double factor, BodyVectors& result);

  /// Adds to dp/dt the terms other than loads that are due to the rotation of A
  /// (AddedMassCoriolis):
  ///   kOff      (dA_w/dt) v, so that only A_w a remains on the left-hand side
  ///   kMunkYaw  (dA_w/dt) v and the vertical component of -u x P
  ///   kFull     only [0; -u x P]; if the frame is that of another body, also the couple between
  ///             the two bodies that rotates the frame: +(u x P + omega x L) on this body, the
  ///             opposite on the other
  /// with [P; L] = (A_w v')_i and [u; omega] the velocity v' = v - [U; 0] of a body relative to the
  /// water. In a constant current U, kFull also includes (dA_w/dt) [U; 0], since the momentum that
  /// rotates with the body is A_w v', while W v contains A_w v.
  /// If A depends on q, (dA_w/dt) above is only the part due to the rotation of the frames. The
  /// other part remains on the left-hand side, d(A v)/dt, and the configuration force 1/2 v'^T
  /// (dA/dq) v' along q is added to dp/dt.
  /// @param current [U; 0] for each body of the model, world axes; empty in still water
  void add_momentum_rate(const Kinematics& bodies, const BodyVectors& current, BodyVectors& result);

 private:
  /// A_w computed from blocks by a rule of the user.
  struct UserRule {
    AddedMassBlocks blocks;
    std::shared_ptr<const MatrixTransformer> transformer;  ///< null if there is no user's rule
  };
  /// Vectors that are kept so that no step allocates memory.
  struct Scratch {
    std::vector<Vector3> turnings;  ///< results of MemberFrames::turning()
    BodyVectors velocities;  ///< velocities, one entry for each body of the model [m/s, rad/s]
    VectorXd twist, product, turned;  ///< by member, in the hydro frames
    MatrixXd turned_sums;             ///< scratch of add_turning_product()
  };

  /// Computes twist = Q^T x, and updates A if it depends on the poses.
  void prepare_product(const Kinematics& bodies, const BodyVectors& x);
  /// Computes product = A twist with twist = Q^T x.
  void multiply(const Kinematics& bodies, const BodyVectors& x);
  void add_munk_moment(const Kinematics& bodies, const BodyVectors& current, BodyVectors& result);
  void collect_velocities(const Kinematics& bodies);
  /// Adds factor (dA_w/dt) x to `result`, with the rate due to the rotation of the hydro frames; x
  /// is in velocities_.
  void add_turning_product(const Kinematics& bodies, double factor, BodyVectors& result);
  /// Adds factor (dA_w/dt) x to `result`, with the rate due to the change of q; x is in
  /// velocities_.
  void add_blend_rate_product(const Kinematics& bodies, double factor, BodyVectors& result);
  void add_configuration_force(const Kinematics& bodies, const BodyVectors& current,
                               BodyVectors& result);
  void add_transformed_rate_product(const Kinematics& bodies, double factor, BodyVectors& result);
  MatrixXd transformed(const Kinematics& bodies) const;

  MemberFrames frames_;
  MatrixXd matrix_;
  /// The remainder A - dM of lumped added mass [kg, kg m, kg m2]; empty if nothing is lumped.
  MatrixXd remainder_;
  Role role_ = Role::kWater;
  AddedMassCoriolis coriolis_;
  std::shared_ptr<const BlendedAddedMass> blend_;  ///< null if A does not depend on q
  UserRule rule_;
  Scratch scratch_;
};

}  // namespace raftup::solver
