#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "solver/contacts/contact_equation.hpp"
#include "solver/joints/mixed_complementarity.hpp"
#include "solver/masses/system_matrix.hpp"
#include "solver/nonsmooth/one_step/one_step_problem.hpp"

namespace raftup::solver {

/// Contacts and joints of an island in one problem over its masses, added mass included:
///   w = (G W^-1 G^T + Sigma) lambda + G v - target,
/// split into the parts that nothing couples, each solved as a OneStepProblem.
/// Call order: assemble() at a pose, then solve() any number of times. Not thread-safe.
class ContactProblem {
 public:
  /// @param bodies of the model: their names, and which of them forces can move
  explicit ContactProblem(const std::vector<RigidBody>& bodies);

  /// @param joints   blocks of the joints
  /// @param contacts those of the step; both must outlive the use
  /// @param groups   of the bodies over added mass, `masses` in the same order
  void assemble(const std::vector<ConstraintBlock>& joints, const std::vector<Contact>& contacts,
                const std::vector<MassGroup>& groups,
                const std::vector<std::unique_ptr<SystemMatrix>>& masses, const Kinematics& bodies);

  /// N W^-1 N^T of a contact [1/kg].
  double mobility(std::size_t contact) const;

  struct Solution {
    VectorXd joints;                ///< impulses, one per row
    std::vector<Vector3> contacts;  ///< impulses in the rows of each contact, 0 where it has none
    double residual = 0.0;          ///< the largest of the parts
  };

  /// @param joints        equations of the joints' rows
  /// @param equations     one per contact
  /// @param speeds        G v of each contact without impulses
  /// @param joint_guess   impulses of the joints to begin with; may be empty
  /// @param contact_guess the same of contacts; may be empty
  /// @throws Error(kInternal) with the bodies where a part stays above a residual of 1e-5
  Solution solve(const MixedComplementarityProblem& joints,
                 const std::vector<ContactEquation>& equations, const std::vector<Vector3>& speeds,
                 const VectorXd& joint_guess, const std::vector<Vector3>& contact_guess) const;

 private:
  /// Blocks that masses couple with each other.
  struct Part {
    std::vector<std::size_t> blocks;  ///< joints first, then contacts
    MatrixXd matrix;                  ///< G W^-1 G^T
  };
  struct Attachment {
    std::size_t block, side, member;  ///< of the body in its group
  };

  const ConstraintBlock& block(std::size_t index) const;
  void number_joint_rows();
  void find_parts(const std::vector<MassGroup>& groups);
  void place_blocks(const std::vector<std::size_t>& part_of_group,
                    const std::vector<std::array<std::size_t, 2>>& seats);
  void add_responses(const std::vector<Attachment>& attachments, std::size_t group_size,
                     SystemMatrix& masses, const Kinematics& bodies);
  nonsmooth::OneStepProblem pose(const Part& part, const MixedComplementarityProblem& joints,
                                 const std::vector<ContactEquation>& equations,
                                 const std::vector<Vector3>& speeds) const;
  [[noreturn]] void refuse(const Part& part, double residual) const;

  std::vector<std::string> names_;  ///< of the bodies
  std::vector<bool> moving_;
  const std::vector<ConstraintBlock>* joints_ = nullptr;
  const std::vector<Contact>* contacts_ = nullptr;
  std::vector<Eigen::Index> joint_row_;  ///< first of each joint block
  std::vector<Part> parts_;
  /// By block: its part and its first row there.
  std::vector<std::size_t> part_of_;
  std::vector<Eigen::Index> row_in_part_;
  std::vector<std::vector<Attachment>> attachments_;  ///< by group
};

}  // namespace raftup::solver
