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

/// All contacts and joints of one island in one step, as one problem over the masses of the island.
///
/// The problem is to find impulses lambda such that
///   w = (G W^-1 G^T + Sigma) lambda + G v - target,
///   joint row i     w_i = 0 within the bounds of lambda_i, w_i >= 0 at the lower bound and
///                   w_i <= 0 at the upper bound,
///   contact i       lambda_i in K_i, w_i + mu |w_T| n in the dual cone of K_i, the two
///                   perpendicular to each other, with n the normal,
/// where K_i = {|lambda_T| <= mu lambda_N} is the friction cone: no pull, and friction against the
/// slip.
///
/// | symbol | size      | what, frame and unit                                                |
/// |--------|-----------|---------------------------------------------------------------------|
/// | lambda | rows      | impulses; of a contact along its normal, which points out of shape 2 |
/// |        |           | into shape 1, and along two tangents [N s]; of a joint [N s, N m s] |
/// | W      | 6n x 6n   | mass plus added mass at the assembled poses, world axes, about the  |
/// |        |           | centers of mass [kg, kg m, kg m2]                                   |
/// | G      | rows x 6n | speeds of the rows for the velocities of the bodies, world axes     |
/// | Sigma  | rows      | compliance over the step, diagonal [1/kg, 1/(kg m2)]                |
/// | v      | 6n        | velocities without these impulses, world axes [m/s, rad/s]          |
/// | target | rows      | target speeds of the rows [m/s, rad/s]                              |
///
/// Bodies that neither rows nor added mass couple in this step are in separate subproblems, so that
/// columns that stand apart are solved independently. Each subproblem is a OneStepProblem over its
/// ContactMatrix, solved by a proximal Newton method (proximal_newton.hpp).
/// Call order: assemble() at a pose, then solve() any number of times. Not thread-safe.
/// @source De Saxce and Feng, "The bipotential method", Math. Comput. Modelling 28 (1998), for the
///         cone complementarity; Jean, "The non-smooth contact dynamics method", Comput. Methods
///         Appl. Mech. Engrg. 177 (1999), for the step
class ContactProblem {
 public:
  /// @param bodies of the model; their names and whether forces can move them are used
  explicit ContactProblem(const std::vector<RigidBody>& bodies);

  /// Assembles the rows of joints and contacts at the poses of `bodies`.
  /// @param joints   blocks of rows of the joints; must outlive solve()
  /// @param contacts of the step; must outlive solve()
  /// @param masses   mass plus added mass, factorized at the poses of `bodies` [kg, kg m, kg m2]
  void assemble(const std::vector<ConstraintBlock>& joints, const std::vector<Contact>& contacts,
                const Masses& masses, const Kinematics& bodies);

  /// N W^-1 N^T of a contact [1/kg]: the change of its normal speed per unit of normal impulse,
  /// including added mass. It is 0 if forces move neither body.
  double mobility(std::size_t contact) const;

  struct Solution {
    VectorXd joints;  ///< impulses of joints, one per row [N s, N m s]
    /// Impulses in the rows of each contact [N s]; 0 for a contact without impulse.
    std::vector<Vector3> contacts;
    /// Residual of each contact, without unit: the residual of the subproblem that contains it; 0
    /// for a contact that was not solved.
    std::vector<double> residuals;
  };

  /// Computes the impulses of the step.
  /// @param joints        equations of the rows of joints
  /// @param equations     one per contact
  /// @param speeds        G v of each contact without impulses [m/s]
  /// @param joint_guess   impulses of the joints with which the iteration begins [N s, N m s]; may
  ///         be empty
  /// @param contact_guess impulses of the contacts with which the iteration begins [N s]; may be
  ///         empty
  /// @throws Error(kInternal) with the names of the bodies if the residual of a subproblem stays
  ///         above 1e-5
  Solution solve(const MixedComplementarityProblem& joints,
                 const std::vector<ContactEquation>& equations, const std::vector<Vector3>& speeds,
                 const VectorXd& joint_guess, const std::vector<Vector3>& contact_guess);

 private:
  /// A set of joints and contacts that masses couple with each other, as a separate problem.
  struct Subproblem {
    /// Indices of its blocks of rows: joints first, then contacts.
    std::vector<std::size_t> blocks;
    std::vector<std::size_t> bodies;  ///< indices of all bodies in its groups of coupled masses
    ContactMatrix::Couplings couplings;
    Eigen::Index rows = 0;
    ContactMatrix matrix;
    nonsmooth::OneStepProblem problem;
    /// For each row, its compliance, least multiplier, and guess of the multiplier.
    VectorXd sigma, least, guess;
  };
  struct BodyIndex {
    /// Group of coupled masses that contains the body, and its index there.
    std::size_t group, member;
    std::size_t place;  ///< number of the body in its subproblem
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
  /// The contacts of a subproblem that act; empty if all of them are solved directly.
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
  /// Subproblems, of which the first part_count_ belong to this step. The others are kept for reuse
  /// of their structure in later steps.
  std::vector<std::unique_ptr<Subproblem>> parts_;
  std::vector<std::size_t> part_of_label_;
  /// For each block of rows: index of its subproblem, and index of its first row there.
  std::vector<std::size_t> part_of_;
  std::vector<Eigen::Index> row_in_part_;
  std::vector<BodyIndex> body_indices_;    ///< indices of each body
  std::vector<std::size_t> part_of_body_;  ///< subproblem of each body; kNoPart if it is in none
  std::vector<MassBlock> mass_blocks_;     ///< scratch
  std::vector<DofLanes> twists_;           ///< scratch
};

}  // namespace raftup::solver
