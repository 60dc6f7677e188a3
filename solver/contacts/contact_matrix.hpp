#pragma once

#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "solver/contacts/contact_jacobian.hpp"
#include "solver/nonsmooth/one_step/scaled_matrix.hpp"
#include "solver/numerics/linear/cholesky.hpp"

namespace raftup::solver {

/// The matrix M = G W^-1 G^T + Sigma of the joints and contacts of one subproblem (ContactProblem).
/// The matrix is never stored.
///
/// | symbol     | size      | what, frame and unit                                            |
/// |------------|-----------|-----------------------------------------------------------------|
/// | G          | rows x 6n | Jacobians of the rows, world axes                               |
/// | W          | 6n x 6n   | mass plus added mass, world axes [kg, kg m, kg m2]              |
/// | Y          | 6n x rows | W^-1 G^T: the change of the velocities per unit of each impulse |
/// | Sigma      | rows      | compliance, diagonal [1/kg, 1/(kg m2)]                          |
/// | D_i, F_i   | 3 x 3, 3  | derivative of the projection on the cone of contact i, and      |
/// |            |           | residual of its Newton equations (proximal_newton.hpp)          |
/// | rho, alpha | 1         | rho = 1/(1 + alpha), alpha the proximal parameter               |
///
/// A step of Newton's method is solved for the change dv of the velocities,
///   (W + sum G_i^T H_i^-1 rho D_i G_i) dv = -sum G_i^T H_i^-1 F_i,
///   dlambda_i = -H_i^-1 (F_i + rho D_i G_i dv),  H_i = I - D_i + rho D_i (Sigma_i + alpha).
/// These are six unknowns for each body, however many contacts it has; a column of boxes gives a
/// block tridiagonal matrix. In the scaled units of nonsmooth::ScaledMatrix, with s_i the unit of
/// row i, G_i above is G_i / s_i. Contacts on a link, G_i = J_i B, are summed as B^T (sum J_i^T
/// H_i^-1 rho D_i J_i) B. If there are only contacts on one link, the equation is solved for w = B
/// v,
///   (1 + B W^-1 B^T sum J_i^T H_i^-1 rho D_i J_i) dw = -B W^-1 B^T sum J_i^T H_i^-1 F_i.
/// Call order: begin(); the add functions of jacobian(), and add_mass() unless all rows are on one
/// link; set_sigma(); then the functions of ScaledMatrix. Not thread-safe.
/// @source the elimination of impulses is the Schur complement (Golub and Van Loan, Matrix
///         Computations); D_i: Alart and Curnier, Comput. Methods Appl. Mech. Engrg. 92
///         (1991)
class ContactMatrix final : public nonsmooth::ScaledMatrix {
 public:
  using Couplings = std::vector<std::pair<std::size_t, std::size_t>>;
  /// Begins a matrix without rows and masses.
  /// @param couplings pairs of bodies that masses or rows couple, by their numbers in the
  ///         subproblem
  void begin(std::size_t body_count, const Couplings& couplings);

  /// Adds `value` to W(row, column), and its transpose to W(column, row) [kg, kg m, kg m2, world
  /// axes]. Bodies have their numbers in the subproblem, row >= column.
  void add_mass(std::size_t row, std::size_t column, const Matrix6& value);

  /// G and W^-1 G^T of all rows, in the order of the rows.
  ContactJacobian& jacobian() { return jacobian_; }
  /// The diagonal entry of G W^-1 G^T for a row [1/kg, 1/(kg m2)]. W is the mass plus added mass of
  /// the bodies.
  double mobility(Eigen::Index row) const { return jacobian_.mobility(row); }

  /// Sets the diagonal compliance Sigma and computes the units of the rows.
  /// @param problem the problem of these rows; only its friction cones are used
  /// @param sigma   one per row, >= 0 [1/kg, 1/(kg m2)]
  void set_sigma(const nonsmooth::OneStepProblem& problem, const VectorXd& sigma);

  const VectorXd& units() const override { return units_; }
  const VectorXd& row_scales() const override { return row_scales_; }
  void multiply(const VectorXd& x, VectorXd& result) const override;
  Matrix3 own_block(Eigen::Index first, Eigen::Index count) const override;
  std::unique_ptr<nonsmooth::RunningProduct> run(const VectorXd& x) const override;
  void solve(const std::vector<nonsmooth::FrictionCone>& cones,
             const nonsmooth::NewtonEquations& equations, VectorXd& dx) const override;

 private:
  class Velocities;
  using Rows = ContactJacobian::Rows;
  /// Blocks for the pairs of sides 11, 12, 21, 22 of two bodies.
  using Targets = std::array<BlockLu::Block*, 4>;
  /// The blocks of the system matrix for the two bodies that were looked up last.
  struct LookedUp {
    std::array<std::size_t, 2> bodies{};
    Targets targets{};
  };
  /// The terms H^-1 rho D and H^-1 F of one constraint in the equations of a Newton step, in scaled
  /// units; if D = 0, only F.
  struct Answer {
    bool moves;
    /// True if no row depends on another row: a contact that sticks, or the rows of a joint.
    bool diagonal;
    Vector6 of_rows;  ///< diagonal of H^-1 rho D if it is diagonal
    Matrix3 gain;     ///< H^-1 rho D otherwise
    Vector6 force;
  };

  struct Gains;
  struct LinkGains;
  void push(const Rows& rows, std::size_t count, const VectorXd& x, VectorXd& lambda) const;
  void add_speeds(const Rows& rows, std::size_t count, VectorXd& lambda) const;
  void answer(const Rows& rows, const std::vector<nonsmooth::FrictionCone>& cones,
              std::size_t& cone, const nonsmooth::NewtonEquations& equations, Answer& answer) const;
  void answer_contact(const Rows& rows, const nonsmooth::Derivative& D,
                      const nonsmooth::NewtonEquations& equations, Answer& answer) const;
  void multiply_rows(const VectorXd& x, VectorXd& result) const;
  void add_masses_to_equations() const;
  void answer_rows(const std::vector<nonsmooth::FrictionCone>& cones,
                   const nonsmooth::NewtonEquations& equations) const;
  void find_targets(const Rows& rows) const;
  template <typename Gained>
  void add_to_equations(const Rows& rows, std::size_t count, const double* force, bool moves,
                        const Gained& gained) const;
  void add_constraint(const Rows& rows, std::size_t count, const Answer& answer) const;
  void add_to_link(const Rows& rows, std::size_t count, const Answer& answer) const;
  void add_links() const;
  void pose_link() const;
  void follow_velocities(VectorXd& dx) const;

  std::size_t body_count_ = 0;
  Couplings couplings_;
  struct MassBlock {
    std::size_t row, column;
    BlockLu::Block value;
  };
  std::vector<MassBlock> masses_;
  ContactJacobian jacobian_;
  VectorXd sigma_, units_, inverse_units_, row_scales_;
  mutable BlockLu equations_, link_equations_;
  mutable LookedUp looked_up_;
  mutable std::vector<LaneArray> v_;  ///< scratch, one per body
  mutable std::vector<Answer> answers_;
};

}  // namespace raftup::solver
