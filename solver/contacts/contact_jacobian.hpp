#pragma once

#include <array>
#include <limits>
#include <vector>

#include "solver/joints/constraint_block.hpp"
#include "solver/numerics/linear/block_lu.hpp"
#include "solver/numerics/linear/cholesky.hpp"

namespace raftup::solver {

/// The rows G of joints and contacts between the bodies of one subproblem (ContactProblem) [world
/// axes], and the change Y = W^-1 G^T of the velocities by a unit impulse of each row. Numbers are
/// stored in lanes of vector registers.
/// Contacts between the same two bodies depend only on the relative motion of the two bodies, w = B
/// v with six rows, which is called a link. A contact on a link has the rows G_i = J_i B, so that
/// only W^-1 B^T is needed, however many contacts there are.
/// Call order: clear(); add_rows() or add_link(), each followed by its add_response();
/// add_linked_rows() after the responses of their link; then the other functions. Functions that
/// are always inlined must be called from code that is compiled for each width of registers. Not
/// thread-safe.
class ContactJacobian {
 public:
  static constexpr std::size_t kNobody = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t kNoLink = std::numeric_limits<std::size_t>::max();
  using FourLanes = JacobianRows<4>::Column;

  /// One side of a constraint: the number of its body in the subproblem, or kNobody if forces do
  /// not move the body; `moving` is 1 in the dofs that forces move, 0 in the others.
  struct Side {
    std::size_t body = kNobody;
    Vector6 moving = Vector6::Ones();
  };
  /// The place of the rows of one constraint in the arrays of ContactJacobian.
  struct Rows {
    Eigen::Index first = 0;
    std::size_t count = 0;
    std::array<std::size_t, 2> bodies{};
    std::array<std::size_t, 2> jacobian{};  ///< for each side, index of its first row in lanes()
    std::size_t first_response = 0, end_response = 0;
    /// Index in links(), if the constraint is on a link; its rows are then J.
    std::size_t link = kNoLink;
    /// Index of the first row of J in arms(), if the constraint is on a link.
    std::size_t arms = 0;
    /// J with one entry for each direction of the link and one lane for each row
    const FourLanes* columns = nullptr;
  };
  /// The rows B of a link, and sums over the contacts on the link.
  struct Link {
    Rows rows;
    /// B of each side: one entry for each dof, one lane for each row
    std::array<BlockLu::Block, 2> columns{};
    /// B W^-1 B^T: change of the relative motion by unit impulses in the rows of the link
    BlockLu::Block own{};
    /// Sum of J^T H^-1 rho D J over the contacts on the link (ContactMatrix).
    mutable BlockLu::Block gain{};
    /// Sum of J^T lambda over the contacts on the link; relative motion B v.
    mutable LaneArray force{}, motion{};
  };

  /// Removes all rows and links.
  void clear();
  /// Adds the rows G of a constraint that is on no link.
  void add_rows(const RowsView& block, const std::array<Side, 2>& sides);
  /// Adds a link with its rows B.
  void add_link(const RowsView& block, const std::array<Side, 2>& sides);
  /// Adds the response of one body to the last rows or to the last link: W^-1 G^T or W^-1 B^T, the
  /// change of the body's velocity by a unit impulse in each row.
  /// @param twists one entry for each dof, one lane for each row
  void add_response(std::size_t body, const DofLanes& twists);
  /// Adds the rows J of a contact on the last link.
  /// @param block rows of the contact; must outlive this object's use of them
  /// @param side  the side of `block` whose Jacobian is J
  void add_linked_rows(const JacobianRows<4>& block, std::size_t side);

  const std::vector<Rows>& constraints() const { return rows_; }
  const std::vector<Link>& links() const { return links_; }
  /// The constraint that contains a row.
  const Rows& of_row(Eigen::Index row) const {
    return rows_[entries_[static_cast<std::size_t>(row)].constraint];
  }
  /// G of all constraints: one entry for each row, one lane for each dof. Rows on links are
  /// included only after write_out_links().
  const LaneArray* lanes() const { return jacobians_.data(); }
  /// J of the contacts on links: one entry for each row, one lane for each direction of the link.
  const LaneArray* arms() const { return arms_.data(); }

  /// The diagonal entry of G W^-1 G^T for a row [1/kg, 1/(kg m2)].
  double mobility(Eigen::Index row) const {
    return entries_[static_cast<std::size_t>(row)].mobility;
  }
  /// The entry (row, column) of G W^-1 G^T of one constraint; rows on links need write_out_links()
  /// first.
  double entry(const Rows& rows, std::size_t row, std::size_t column) const;
  /// Computes G and Y of the rows on links, which some functions need.
  void write_out_links() const;

  /// The speed G v of a row [m/s, rad/s]; rows on links need write_out_links() first.
  double speed(const Rows& rows, std::size_t row, const std::vector<LaneArray>& v) const;
  /// Adds the effect of the impulses of a constraint [N s, N m s] to the velocities, v += Y lambda;
  /// rows on links need write_out_links() first.
  void add_to_velocities(const Rows& rows, const double* lambda, std::vector<LaneArray>& v) const;
  /// Computes the relative motion w = B v of all links [m/s, rad/s].
  void measure_links(const std::vector<LaneArray>& velocities) const;
  /// True if all rows are on one link. The problem then needs only w = B W^-1 B^T (sum J^T lambda).
  bool is_one_link() const { return links_.size() == 1 && rows_.size() == linked_count_; }
  /// Sets the impulses that links have summed to 0.
  void clear_forces() const {
    for (const Link& link : links_) link.force = {};
  }
  /// Applies the impulses of a constraint [N s, N m s]: v += Y lambda, or for a constraint on a
  /// link, force += J^T lambda of the link.
  void push(const Rows& rows, std::size_t count, const double* lambda,
            std::vector<LaneArray>& v) const;
  /// Applies the impulses that push() has summed on links. For each link, v += W^-1 B^T force, and
  /// then w = B v [m/s, rad/s]; if is_one_link(), only w = B W^-1 B^T force is computed.
  void move_links(std::vector<LaneArray>& v) const;
  /// The speeds J w of the rows of a contact on a link [m/s].
  void measure_contact(const Rows& rows, FourLanes& speeds) const;

 private:
  /// The place of the response of one body to the rows of a constraint: one entry of
  /// response_lanes_ for each row, from `first` on.
  struct Response {
    std::size_t body, first;
  };
  struct RowEntry {
    std::size_t constraint;
    double mobility = 0.0;  ///< diagonal entry of G W^-1 G^T [1/kg, 1/(kg m2)]
  };

  void set_rows(const RowsView& block, const std::array<Side, 2>& sides, Rows& rows);
  void respond(const Response& response, Link& link) const;
  void add_mobility(const Rows& rows);
  void add_to_link(const Rows& rows, std::size_t count, const double* lambda) const;
  void add_to_velocities(const Rows& rows, std::size_t count, const double* lambda,
                         std::vector<LaneArray>& v) const;

  std::vector<Link> links_;
  bool of_link_ = false;          ///< true if the next add_response() belongs to a link
  std::size_t linked_count_ = 0;  ///< number of constraints on links
  /// True after write_out_links().
  mutable bool written_out_ = false;
  mutable std::vector<Rows> rows_;
  std::vector<RowEntry> entries_;  ///< one for each row
  std::vector<LaneArray> arms_;
  mutable std::vector<LaneArray> jacobians_;
  mutable std::vector<LaneArray> response_lanes_;
  mutable std::vector<Response> responses_;
};

[[gnu::always_inline]] inline double ContactJacobian::speed(const Rows& rows, std::size_t row,
                                                            const std::vector<LaneArray>& v) const {
  Lanes sum{};
  for (std::size_t side = 0; side < 2; ++side) {
    if (rows.bodies[side] == kNobody) continue;
    sum += jacobians_[rows.jacobian[side] + row].lanes() * v[rows.bodies[side]].lanes();
  }
  return fold(sum);
}

[[gnu::always_inline]] inline void ContactJacobian::measure_links(
    const std::vector<LaneArray>& velocities) const {
  for (const Link& link : links_) {
    Lanes sum{};
    for (std::size_t side = 0; side < 2; ++side) {
      if (link.rows.bodies[side] == kNobody) continue;
      const LaneArray& v = velocities[link.rows.bodies[side]];
      for (std::size_t dof = 0; dof < 6; ++dof) sum += link.columns[side][dof].lanes() * v[dof];
    }
    link.motion.lanes() = sum;
  }
}

[[gnu::always_inline]] inline void ContactJacobian::measure_contact(const Rows& rows,
                                                                    FourLanes& speeds) const {
  const LaneArray& motion = links_[rows.link].motion;
  speeds = FourLanes{};
  for (std::size_t k = 0; k < 6; ++k) speeds += rows.columns[k] * motion[k];
}

[[gnu::always_inline]] inline double ContactJacobian::entry(const Rows& rows, std::size_t row,
                                                            std::size_t column) const {
  Lanes sum{};
  for (std::size_t i = rows.first_response; i < rows.end_response; ++i) {
    const Lanes& response = response_lanes_[responses_[i].first + column].lanes();
    for (std::size_t side = 0; side < 2; ++side) {
      if (rows.bodies[side] != responses_[i].body) continue;
      sum += jacobians_[rows.jacobian[side] + row].lanes() * response;
    }
  }
  return fold(sum);
}

/// @param count number of rows of the constraint
[[gnu::always_inline]] inline void ContactJacobian::add_to_velocities(
    const Rows& rows, std::size_t count, const double* lambda, std::vector<LaneArray>& v) const {
  for (std::size_t i = rows.first_response; i < rows.end_response; ++i) {
    const LaneArray* of_row = response_lanes_.data() + responses_[i].first;
    Lanes sum = v[responses_[i].body].lanes();
    for (std::size_t row = 0; row < count; ++row) sum += of_row[row].lanes() * lambda[row];
    v[responses_[i].body].lanes() = sum;
  }
}

[[gnu::always_inline]] inline void ContactJacobian::add_to_velocities(
    const Rows& rows, const double* lambda, std::vector<LaneArray>& v) const {
  if (rows.count == 3) {
    add_to_velocities(rows, 3, lambda, v);
  } else {
    add_to_velocities(rows, rows.count, lambda, v);
  }
}

/// @param count number of rows; a constant lets the compiler unroll the loops over the impulses [N
///         s]
[[gnu::always_inline]] inline void ContactJacobian::add_to_link(const Rows& rows, std::size_t count,
                                                                const double* lambda) const {
  const Link& link = links_[rows.link];
  Lanes force = link.force.lanes();
  for (std::size_t row = 0; row < count; ++row) {
    force += arms_[rows.arms + row].lanes() * lambda[row];
  }
  link.force.lanes() = force;
}

[[gnu::always_inline]] inline void ContactJacobian::push(const Rows& rows, std::size_t count,
                                                         const double* lambda,
                                                         std::vector<LaneArray>& v) const {
  if (rows.link == kNoLink) {
    add_to_velocities(rows, count, lambda, v);
  } else {
    add_to_link(rows, count, lambda);
  }
}

[[gnu::always_inline]] inline void ContactJacobian::move_links(std::vector<LaneArray>& v) const {
  if (is_one_link()) {
    const Link& link = links_.front();
    Lanes motion{};
    for (std::size_t k = 0; k < 6; ++k) motion += link.own[k].lanes() * link.force[k];
    link.motion.lanes() = motion;
    return;
  }
  for (const Link& link : links_) add_to_velocities(link.rows, 6, link.force.data(), v);
  measure_links(v);
}

}  // namespace raftup::solver
