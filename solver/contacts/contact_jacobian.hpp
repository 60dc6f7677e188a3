#pragma once

#include <array>
#include <limits>
#include <vector>

#include "solver/joints/constraint_block.hpp"
#include "solver/numerics/linear/block_lu.hpp"
#include "solver/numerics/linear/cholesky.hpp"

namespace raftup::solver {

/// The rows G of joints and contacts between the bodies of one part and what a unit of each does to
/// the velocities, Y = W^-1 G^T, in lanes.
/// Contacts of the same two bodies know no more of them than how these move against each other: a
/// link of six rows, w = B v. With G_i = J_i B it is enough to know W^-1 B^T, however many they
/// are. Call order: clear(); add_rows() or add_link() with its add_response() each, and
/// add_linked_rows() after that of their link; then the rest. Functions that are always inlined
/// belong into what is compiled for each width of registers. Not thread-safe.
class ContactJacobian {
 public:
  static constexpr std::size_t kNobody = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t kNoLink = std::numeric_limits<std::size_t>::max();
  using FourLanes = JacobianRows<4>::Column;

  /// A side of a constraint: the place of its body, kNobody where no force moves it, and 1 in the
  /// dofs that forces move, 0 in others.
  struct Side {
    std::size_t body = kNobody;
    Vector6 moving = Vector6::Ones();
  };
  /// A constraint.
  struct Rows {
    Eigen::Index first = 0;
    std::size_t count = 0;
    std::array<std::size_t, 2> bodies{};
    std::array<std::size_t, 2> jacobian{};  ///< of each side, into lanes()
    std::size_t first_response = 0, end_response = 0;
    std::size_t link = kNoLink;          ///< into links(); then rows J
    std::size_t arms = 0;                ///< of J, into arms()
    const FourLanes* columns = nullptr;  ///< of J, a direction each, a row a lane
  };
  /// Rows B, and what is summed over its contacts.
  struct Link {
    Rows rows;
    std::array<BlockLu::Block, 2> columns{};  ///< B of each side, a dof each, a row a lane
    BlockLu::Block own{};                     ///< B W^-1 B^T
    mutable BlockLu::Block gain{};            ///< sum J^T H^-1 rho D J
    mutable LaneArray force{}, motion{};      ///< sum J^T lambda, B v
  };

  void clear();
  void add_rows(const RowsView& block, const std::array<Side, 2>& sides);
  /// B of a link.
  void add_link(const RowsView& block, const std::array<Side, 2>& sides);
  /// W^-1 G^T of the last rows, or W^-1 B^T of the last link: what they do to a body, a row a lane.
  void add_response(std::size_t body, const DofLanes& twists);
  /// Rows J of a contact on the last link: those of a side of its block, which must outlive the
  /// use.
  void add_linked_rows(const JacobianRows<4>& block, std::size_t side);

  const std::vector<Rows>& constraints() const { return rows_; }
  const std::vector<Link>& links() const { return links_; }
  /// The constraint of a row.
  const Rows& of_row(Eigen::Index row) const {
    return rows_[entries_[static_cast<std::size_t>(row)].constraint];
  }
  /// A row each, a dof a lane.
  const LaneArray* lanes() const { return jacobians_.data(); }
  /// A row each, a direction of its link a lane.
  const LaneArray* arms() const { return arms_.data(); }

  /// G W^-1 G^T of a row with itself [1/kg, 1/(kg m2)].
  double mobility(Eigen::Index row) const {
    return entries_[static_cast<std::size_t>(row)].mobility;
  }
  /// (G W^-1 G^T)(row, column) within a constraint; written out.
  double entry(const Rows& rows, std::size_t row, std::size_t column) const;
  /// G and Y of rows on links are known only after it.
  void write_out_links() const;

  /// G v of a row; written out.
  double speed(const Rows& rows, std::size_t row, const std::vector<LaneArray>& v) const;
  /// v += Y lambda of a constraint; written out.
  void add_to_velocities(const Rows& rows, const double* lambda, std::vector<LaneArray>& v) const;
  /// w = B v of all links.
  void measure_links(const std::vector<LaneArray>& velocities) const;
  /// All rows are on one link: w = B W^-1 B^T (sum J^T lambda) is all that is to be known.
  bool is_one_link() const { return links_.size() == 1 && rows_.size() == linked_count_; }
  /// Begins the sums over links.
  void clear_forces() const {
    for (const Link& link : links_) link.force = {};
  }
  /// v += Y lambda of a constraint, or the force of its link.
  void push(const Rows& rows, std::size_t count, const double* lambda,
            std::vector<LaneArray>& v) const;
  /// Then: v += W^-1 B^T force of all links, and w = B v; of one link w = B W^-1 B^T force alone.
  void move_links(std::vector<LaneArray>& v) const;
  /// J w of a contact on a link.
  void measure_contact(const Rows& rows, FourLanes& speeds) const;

 private:
  /// What a constraint does to a body: as many entries of response_lanes_ as it has rows.
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
  bool of_link_ = false;          ///< the next response is
  std::size_t linked_count_ = 0;  ///< constraints on links
  /// What is asked for rarely is written out then.
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

/// @param count of the rows
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

/// @param count of the rows: of known length its loops are no loops
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
