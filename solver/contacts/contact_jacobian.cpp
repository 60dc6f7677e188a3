#include "solver/contacts/contact_jacobian.hpp"

#include "hydro/numerics/vector_width.hpp"

namespace raftup::solver {

namespace {

/// Writes a row of one side, multiplied by 1 or 0 for dofs that forces move or not. It is written
/// in one operation, since a vector load after several partial writes would stall.
void write_row(const RowsView& block, std::size_t side, std::size_t row, const Vector6& moving,
               LaneArray& into) {
  const Lanes lanes{block(side, row, 0) * moving[0], block(side, row, 1) * moving[1],
                    block(side, row, 2) * moving[2], block(side, row, 3) * moving[3],
                    block(side, row, 4) * moving[4], block(side, row, 5) * moving[5]};
  into.lanes() = lanes;
}

}  // namespace

void ContactJacobian::clear() {
  links_.clear();
  of_link_ = written_out_ = false;
  linked_count_ = 0;
  rows_.clear();
  entries_.clear();
  arms_.clear();
  jacobians_.clear();
  response_lanes_.clear();
  responses_.clear();
}

void ContactJacobian::set_rows(const RowsView& block, const std::array<Side, 2>& sides,
                               Rows& rows) {
  rows.count = static_cast<std::size_t>(block.rows);
  rows.first_response = rows.end_response = responses_.size();
  for (std::size_t side = 0; side < 2; ++side) {
    rows.bodies[side] = sides[side].body;
    rows.jacobian[side] = jacobians_.size();
    if (sides[side].body == kNobody) continue;
    for (std::size_t row = 0; row < rows.count; ++row) {
      write_row(block, side, row, sides[side].moving, jacobians_.emplace_back());
    }
  }
}

void ContactJacobian::add_rows(const RowsView& block, const std::array<Side, 2>& sides) {
  Rows& rows = rows_.emplace_back();
  set_rows(block, sides, rows);
  rows.first = static_cast<Eigen::Index>(entries_.size());
  entries_.insert(entries_.end(), rows.count, RowEntry{rows_.size() - 1});
  of_link_ = false;
}

void ContactJacobian::add_link(const RowsView& block, const std::array<Side, 2>& sides) {
  Link& link = links_.emplace_back();
  set_rows(block, sides, link.rows);
  for (std::size_t side = 0; side < 2; ++side) {
    if (sides[side].body == kNobody) continue;
    block.add_columns(side, link.columns[side]);
    for (std::size_t dof = 0; dof < 6; ++dof) {
      link.columns[side][dof].lanes() *= sides[side].moving[static_cast<Eigen::Index>(dof)];
    }
  }
  of_link_ = true;
}

void ContactJacobian::add_linked_rows(const JacobianRows<4>& block, std::size_t side) {
  Rows& rows = rows_.emplace_back();
  const Rows& linked = links_.back().rows;
  ++linked_count_;
  rows.first = static_cast<Eigen::Index>(entries_.size());
  rows.count = static_cast<std::size_t>(block.rows);
  rows.bodies = linked.bodies;
  rows.link = links_.size() - 1;
  rows.arms = arms_.size();
  entries_.insert(entries_.end(), rows.count, RowEntry{rows_.size() - 1});
  for (std::size_t row = 0; row < rows.count; ++row) {
    write_row(block, side, row, Vector6::Ones(), arms_.emplace_back());
  }
  rows.columns = &block.column(side, 0);
  at_full_width<&ContactJacobian::add_mobility>(*this, rows);
}

/// Adds the diagonal of J B W^-1 B^T J^T for a contact on a link.
[[gnu::always_inline]] inline void ContactJacobian::add_mobility(const Rows& rows) {
  const BlockLu::Block& own = links_[rows.link].own;
  for (std::size_t row = 0; row < rows.count; ++row) {
    const LaneArray& arm = arms_[rows.arms + row];
    Lanes sum{};
    for (std::size_t k = 0; k < 6; ++k) sum += own[k].lanes() * arm[k];
    entries_[static_cast<std::size_t>(rows.first) + row].mobility += fold(sum * arm.lanes());
  }
}

/// Adds the share of one body to B W^-1 B^T of a link.
[[gnu::always_inline]] inline void ContactJacobian::respond(const Response& response,
                                                            Link& link) const {
  for (std::size_t side = 0; side < 2; ++side) {
    if (link.rows.bodies[side] != response.body) continue;
    for (std::size_t row = 0; row < 6; ++row) {
      const LaneArray& of_row = response_lanes_[response.first + row];
      Lanes sum = link.own[row].lanes();
      for (std::size_t dof = 0; dof < 6; ++dof) {
        sum += link.columns[side][dof].lanes() * of_row[dof];
      }
      link.own[row].lanes() = sum;
    }
  }
}

void ContactJacobian::add_response(std::size_t body, const DofLanes& twists) {
  Rows& rows = of_link_ ? links_.back().rows : rows_.back();
  responses_.push_back({body, response_lanes_.size()});
  ++rows.end_response;
  for (std::size_t row = 0; row < rows.count; ++row) {
    const Lanes lanes{twists[0][row], twists[1][row], twists[2][row],
                      twists[3][row], twists[4][row], twists[5][row]};
    response_lanes_.emplace_back().lanes() = lanes;
    if (of_link_) continue;
    double& mobility = entries_[static_cast<std::size_t>(rows.first) + row].mobility;
    for (std::size_t side = 0; side < 2; ++side) {
      if (rows.bodies[side] != body) continue;
      mobility += fold(jacobians_[rows.jacobian[side] + row].lanes() * lanes);
    }
  }
  if (of_link_) at_full_width<&ContactJacobian::respond>(*this, responses_.back(), links_.back());
}

/// Computes G = J B and Y = W^-1 B^T J^T of the rows on links.
void ContactJacobian::write_out_links() const {
  if (written_out_) return;
  written_out_ = true;
  const auto write = [](const LaneArray& arm, std::size_t first, std::vector<LaneArray>& lanes) {
    LaneArray sum{};
    for (std::size_t k = 0; k < 6; ++k) sum.lanes() += lanes[first + k].lanes() * arm[k];
    lanes.push_back(sum);
  };
  for (Rows& rows : rows_) {
    if (rows.link == kNoLink) continue;
    const Rows& linked = links_[rows.link].rows;
    for (std::size_t side = 0; side < 2; ++side) {
      rows.jacobian[side] = jacobians_.size();
      if (rows.bodies[side] == kNobody) continue;
      for (std::size_t row = 0; row < rows.count; ++row) {
        write(arms_[rows.arms + row], linked.jacobian[side], jacobians_);
      }
    }
    rows.first_response = responses_.size();
    for (std::size_t i = linked.first_response; i < linked.end_response; ++i) {
      responses_.push_back({responses_[i].body, response_lanes_.size()});
      for (std::size_t row = 0; row < rows.count; ++row) {
        write(arms_[rows.arms + row], responses_[i].first, response_lanes_);
      }
    }
    rows.end_response = responses_.size();
  }
}

}  // namespace raftup::solver
