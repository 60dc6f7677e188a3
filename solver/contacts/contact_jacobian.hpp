#pragma once

#include <array>
#include <limits>
#include <vector>

#include "solver/joints/constraint_block.hpp"
#include "solver/numerics/linear/block_lu.hpp"
#include "solver/numerics/linear/cholesky.hpp"

namespace raftup::solver {

/// The rows G of joints and contacts between the bodies of one part [world axes], and the change Y
/// = W^-1 G^T of the velocities by a unit impulse of each row, in lanes of vector registers.
/// Contacts between the same two bodies depend on the relative motion of these bodies alone: six
/// rows w = B v, called a link. With G_i = J_i B only W^-1 B^T is needed, however many contacts
/// there are.
/// Call order: clear(); add_rows() or add_link(), each followed by its add_response();
/// add_linked_rows() after the response of their link; then the other functions. Functions that are
/// always inlined belong into code that is compiled for each width of registers. Not thread-safe.
class ContactJacobian {
 public:
  static constexpr std::size_t kNobody = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t kNoLink = std::numeric_limits<std::size_t>::max();
  using FourLanes = JacobianRows<4>::Column;

  /// A side of a constraint: the number of its body in the part, kNobody if no force moves it, and
  /// 1 in the dofs that forces move, 0 in others.
  struct Side {
    std::size_t body = kNobody;
    Vector6 moving = Vector6::Ones();
  };
  /// The rows of a constraint.
  struct Rows {
    Eigen::Index first = 0;
    std::size_t count = 0;
    std::array<std::size_t, 2> bodies{};
    std::array<std::size_t, 2> jacobian{};  ///< index of each side in lanes()
    std::size_t first_response = 0, end_response = 0;
    std::size_t link = kNoLink;          ///< index in links(); the rows are then J
    std::size_t arms = 0;                ///< index of J in arms()
    const FourLanes* columns = nullptr;  ///< J, one direction each, one row a lane
  };
  /// The rows B of a link, and sums over its contacts.
  struct Link {
    Rows rows;
    std::array<BlockLu::Block, 2> columns{};  ///< B of each side, one dof each, one row a lane
    BlockLu::Block own{};                     ///< B W^-1 B^T
    mutable BlockLu::Block gain{};            ///< sum J^T H^-1 rho D J
    mutable LaneArray force{}, motion{};      ///< sum J^T lambda, B v
  };

  void clear();
  void add_rows(const RowsView& block, const std::array<Side, 2>& sides);
  /// Adds a link with its rows B.
  void add_link(const RowsView& block, const std::array<Side, 2>& sides);
  /// Adds W^-1 G^T of the last rows, or W^-1 B^T of the last link: the velocities that they give to
  /// a body, one row a lane.
  void add_response(std::size_t body, const DofLanes& twists);
  /// Adds the rows J of a contact on the last link.
  /// @param block the rows of one side, which must outlive the use
  void add_linked_rows(const JacobianRows<4>& block, std::size_t side);

  const std::vector<Rows>& constraints() const { return rows_; }
  const std::vector<Link>& links() const { return links_; }
  /// The constraint to which a row belongs.
  const Rows& of_row(Eigen::Index row) const {
    return rows_[entries_[static_cast<std::size_t>(row)].constraint];
  }
  /// G, one entry for each row, one dof a lane.
  const LaneArray* lanes() const { return jacobians_.data(); }
  /// J, one entry for each row, one direction of its link a lane.
  const LaneArray* arms() const { return arms_.data(); }

  /// G W^-1 G^T of a row with itself [1/kg, 1/(kg m2)].
  double mobility(Eigen::Index row) const {
    return entries_[static_cast<std::size_t>(row)].mobility;
  }
  /// (G W^-1 G^T)(row, column) within a constraint; written out.
  double entry(const Rows& rows, std::size_t row, std::size_t column) const;
  /// Computes G and Y of the rows on links, which other functions need.
  void write_out_links() const;

  /// G v of a row [m/s, rad/s]; after write_out_links().
  double speed(const Rows& rows, std::size_t row, const std::vector<LaneArray>& v) const;
  /// v += Y lambda for the impulses of a constraint [N s, N m s]; after write_out_links().
  void add_to_velocities(const Rows& rows, const double* lambda, std::vector<LaneArray>& v) const;
  /// Computes w = B v of all links [m/s, rad/s].
  void measure_links(const std::vector<LaneArray>& velocities) const;
  /// True if all rows are on one link; then w = B W^-1 B^T (sum J^T lambda) is all that has to be
  /// known.
  bool is_one_link() const { return links_.size() == 1 && rows_.size() == linked_count_; }
  /// Sets the sums over links to 0.
  void clear_forces() const {
    for (const Link& link : links_) link.force = {};
  }
  /// v += Y lambda for the impulses of a constraint [N s, N m s], or adds them to the force of its
  /// link.
  void push(const Rows& rows, std::size_t count, const double* lambda,
            std::vector<LaneArray>& v) const;
  /// To be called after push(): v += W^-1 B^T force of all links, and w = B v [m/s, rad/s]; for a
  /// single link w = B W^-1 B^T force alone.
  void move_links(std::vector<LaneArray>& v) const;
  /// J w of a contact on a link [m/s].
  void measure_contact(const Rows& rows, FourLanes& speeds) const;

 private:
  /// The velocities that a constraint gives to a body: one entry of response_lanes_ for each of its
  /// rows.
  struct Response {
    std::size_t body, first;
  };
  struct RowEntry {
    std::size_t constraint;
    double mobility = 0.0;  ///< [1/kg, 1/(kg m2)]
  };

  void set_rows(const RowsView& block, const std::array<Side, 2>& sides, Rows& rows);
  void respond(const Response& response, Link& link) const;
  void add_mobility(const Rows& rows);
  void add_to_link(const Rows& rows, std::size_t count, const double* lambda) const;
  void add_to_velocities(const Rows& rows, std::size_t count, const double* lambda,
                         std::vector<LaneArray>& v) const;

  std::vector<Link> links_;
  bool of_link_ = false;          ///< true if the next response belongs to a link
  std::size_t linked_count_ = 0;  ///< constraints on links
  /// True after write_out_links(), which is rarely needed.
  mutable bool written_out_ = false;
  mutable std::vector<Rows> rows_;
  std::vector<RowEntry> entries_;  ///< by row
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

/// @param count number of rows
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
