#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "solver/contacts/contact_equation.hpp"
#include "solver/contacts/contact_matrix.hpp"
#include "solver/contacts/solve_stages.hpp"
#include "solver/joints/mixed_complementarity.hpp"
#include "solver/nonsmooth/one_step/one_step_problem.hpp"
#include "solver/water/masses/masses.hpp"

namespace raftup::solver {

/// The contacts and joints of one island for one step, in one problem over its masses.
///
/// Find impulses lambda such that
///   w = (G W^-1 G^T + Sigma) lambda + G v - target,
///   joint row i     w_i = 0 within the bounds of lambda_i, w_i >= 0 at the lower one and <= 0 at
///                   the upper one,
///   contact i       lambda_i in K_i, w_i + mu |w_T| n in the dual cone of K_i, the two
///                   perpendicular to each other,
/// K_i = {|lambda_T| <= mu lambda_N}: no pull, and friction against the slip.
///
/// | symbol | size      | what, frame and unit                                                |
/// |--------|-----------|---------------------------------------------------------------------|
/// | lambda | rows      | impulses; of a contact along its normal, which points out of shape 2 |
/// |        |           | into shape 1, and along two tangents [N s]; of a joint [N s, N m s] |
/// | W      | 6n x 6n   | mass plus added mass at the assembled poses, world axes, about the  |
/// |        |           | centres of mass [kg, kg m, kg m2]                                   |
/// | G      | rows x 6n | speeds of the rows for the velocities of the bodies, world axes     |
/// | Sigma  | rows      | compliance over the step, diagonal [1/kg, 1/(kg m2)]                |
/// | v      | 6n        | velocities without these impulses, world axes [m/s, rad/s]          |
/// | target | rows      | speeds that the rows aim at [m/s, rad/s]                            |
///
/// Bodies that no row and no added mass couples in this step form separate parts, so that columns
/// that stand apart are problems of their own. Each part is a OneStepProblem over its
/// ContactMatrix, solved by a proximal Newton method (proximal_newton.hpp).
/// Call order: assemble() at a pose, then solve() any number of times. Not thread-safe.
/// @source De Saxce and Feng, "The bipotential method", Math. Comput. Modelling 28 (1998), for the
///         cone complementarity; Jean, "The non-smooth contact dynamics method", Comput. Methods
///         Appl. Mech. Engrg. 177 (1999), for the step
class ContactProblem {
 public:
  /// @param bodies of the model: their names, and which of them forces can move
  explicit ContactProblem(const std::vector<RigidBody>& bodies);

  /// @param joints   blocks of the joints
  /// @param contacts of the step; both must outlive the use
  /// @param masses   mass plus added mass, factorised at the poses of `bodies` [kg, kg m, kg m2]
  void assemble(const std::vector<ConstraintBlock>& joints, const std::vector<Contact>& contacts,
                const Masses& masses, const Kinematics& bodies);

  /// N W^-1 N^T of a contact [1/kg]: the change of its normal speed per unit of normal impulse,
  /// added mass included; 0 where no force moves either body.
  double mobility(std::size_t contact) const;

  struct Solution {
    VectorXd joints;                ///< impulses, one per row [N s, N m s]
    std::vector<Vector3> contacts;  ///< impulses in the rows of each contact [N s], 0 where none
    /// residual of each contact, without unit: that of the group of contacts that was solved together
    /// with it; 0 for a contact that was not solved
    std::vector<double> residuals;
  };

  /// Computes the impulses of the step.
  /// @param joints        equations of the rows of joints
  /// @param equations     one per contact
  /// @param speeds        G v of each contact without impulses [m/s]
  /// @param joint_guess   impulses of the joints to begin with [N s, N m s]; may be empty
  /// @param contact_guess impulses of the contacts to begin with [N s]; may be empty
  /// @throws Error(kInternal) with the names of the bodies if the residual of a part stays above
  ///         1e-5
  Solution solve(const MixedComplementarityProblem& joints,
                 const std::vector<ContactEquation>& equations, const std::vector<Vector3>& speeds,
                 const VectorXd& joint_guess, const std::vector<Vector3>& contact_guess);

 private:
  /// Blocks of rows that masses couple with each other: a separate problem.
  struct Subproblem {
    std::vector<std::size_t> blocks;  ///< indices of its blocks: joints, then contacts
    std::vector<std::size_t> bodies;  ///< indices of all bodies in its groups of coupled masses
    ContactMatrix::Couplings couplings;
    Eigen::Index rows = 0;
    ContactMatrix matrix;
    nonsmooth::OneStepProblem problem;
    VectorXd sigma, least, guess;  ///< of its rows: compliance, least multipliers, guess
  };
  struct BodyIndex {
    std::size_t group, member;  ///< place of a body in the groups of coupled masses
    std::size_t place;          ///< number in its part
  };

  RowsView block(std::size_t index) const;
  bool moved(std::size_t body) const { return body != ConstraintBlock::kWorld && moving_[body]; }
  void number_joint_rows();
  void index_bodies(const std::vector<MassGroup>& groups);
  void find_subproblems(const std::vector<MassGroup>& groups);
  void place_block(std::size_t index, const std::vector<MassGroup>& groups,
                   const std::vector<std::size_t>& label);
  void add_mass_group(std::size_t number, const MassGroup& group);
  void add_masses(const Masses& masses, const Kinematics& bodies);
  void add_rows(const Masses& masses, const Kinematics& bodies);
  std::size_t end_of_link(std::size_t first) const;
  ConstraintBlock link_of(const std::array<std::size_t, 2>& between, std::size_t side,
                          const Kinematics& bodies) const;
  std::array<ContactJacobian::Side, 2> sides(std::size_t index, const Masses& masses) const;
  void add_responses(const RowsView& acting, std::size_t part, const Masses& masses,
                     const Kinematics& bodies);
  void add_responses(const RowsView& acting, std::size_t group, Subproblem& part,
                     const Masses& masses, const Kinematics& bodies);
  void guess(const std::vector<ContactEquation>& equations, const VectorXd& joint_guess,
             const std::vector<Vector3>& contact_guess, Subproblem& part) const;
  /// The contacts of a part that act; empty if all are solved directly.
  std::vector<StagedContact> staged(const Subproblem& part,
                                    const std::vector<ContactEquation>& equations) const;
  void formulate(const MixedComplementarityProblem& joints,
                 const std::vector<ContactEquation>& equations, const std::vector<Vector3>& speeds,
                 Subproblem& part) const;
  [[noreturn]] void refuse(const Subproblem& part, double residual) const;

  std::vector<std::string> names_;  ///< names of the bodies
  std::vector<bool> moving_;
  const std::vector<ConstraintBlock>* joints_ = nullptr;
  const std::vector<Contact>* contacts_ = nullptr;
  std::vector<Eigen::Index> joint_row_;  ///< index of the first row of each block of joints
  std::size_t part_count_ = 0;
  /// Parts, of which the first part_count_ belong to this step; all keep their structure for later
  /// steps.
  std::vector<std::unique_ptr<Subproblem>> parts_;
  std::vector<std::size_t> part_of_label_;
  /// For each block: the part to which it belongs, and the index of its first row in that part.
  std::vector<std::size_t> part_of_;
  std::vector<Eigen::Index> row_in_part_;
  std::vector<BodyIndex> body_indices_;    ///< place of each body
  std::vector<std::size_t> part_of_body_;  ///< part of each body; kNoPart if it is in none
  std::vector<MassBlock> mass_blocks_;     ///< scratch
  std::vector<DofLanes> twists_;           ///< scratch
};

}  // namespace raftup::solver
