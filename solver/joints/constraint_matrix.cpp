#include "solver/joints/constraint_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hydro/base/error.hpp"
#include "hydro/numerics/vector_width.hpp"
#include "solver/numerics/linear/split_lanes.hpp"

namespace raftup::solver {

namespace {

/// A row that moves its bodies by less than this share of the most mobile one cannot move.
constexpr double kImmobile = 1e-20;

}  // namespace

/// Writes the Jacobian of a constraint as right sides for the bodies of its group.
[[gnu::always_inline]] inline void ConstraintMatrix::apply_forces(
    const Response& response, const std::vector<ConstraintBlock>& blocks) {
  for (DofLanes& columns : twists_) {
    for (LaneArray& row : columns) row.lanes() = Lanes{};
  }
  for (const Attachment& side : response.forces) {
    for (std::size_t dof = 0; dof < 6; ++dof) {
      twists_[side.member][dof].lanes() += blocks[side.block].column(side.side, dof);
    }
  }
}

namespace {

/// Adds G times the twists to target; the twists have one column per row of the result.
template <std::size_t kWidth, std::size_t kRows>
struct MeasureTwists {
  [[gnu::always_inline]] static void act(const ConstraintBlock& block, std::size_t side,
                                         const DofLanes& twists, LaneArray* target) {
    SplitLanes<kWidth> columns[6];
    for (std::size_t dof = 0; dof < 6; ++dof) columns[dof].load(block.column_array(side, dof));
    for (std::size_t r = 0; r < kRows; ++r) {
      SplitLanes<kWidth> sum(target[r]);
      for (std::size_t dof = 0; dof < 6; ++dof) sum.add(columns[dof], twists[dof][r]);
      sum.store(target[r]);
    }
  }
};

/// Copies a vector between consecutive rows and the lanes of a block.
template <std::size_t kWidth, std::size_t kRows>
struct Scatter {
  [[gnu::always_inline]] static void act(const double* rows, LaneArray& lanes) {
    double v[kLaneCount] = {};
    for (std::size_t r = 0; r < kRows; ++r) v[r] = rows[r];
    SplitLanes<kWidth>::write(v, lanes);
  }
};

template <std::size_t kWidth, std::size_t kRows>
struct Gather {
  [[gnu::always_inline]] static void act(const LaneArray& lanes, double* rows) {
    for (std::size_t r = 0; r < kRows; ++r) rows[r] = lanes[r];
  }
};

}  // namespace

/// Adds G times the twists to the blocks of the matrix.
template <std::size_t kWidth>
[[gnu::always_inline]] inline void ConstraintMatrix::measure_twists(
    const Response& response, const std::vector<ConstraintBlock>& blocks) {
  for (std::size_t i = 0; i < response.measured.size(); ++i) {
    const Attachment& side = response.measured[i];
    with_rows<MeasureTwists, kWidth>(pattern_.rows[response.place], blocks[side.block], side.side,
                                     twists_[side.member], matrix_.data() + response.targets[i]);
  }
}

template <std::size_t kWidth>
[[gnu::always_inline]] inline void ConstraintMatrix::scatter_blocks(const VectorXd& x,
                                                                    BlockVector& lanes) const {
  for (std::size_t i = 0; i < first_row_.size(); ++i) {
    const std::size_t place = pattern_.place_of[i];
    with_rows<Scatter, kWidth>(pattern_.rows[place], x.data() + first_row_[i], lanes[place]);
  }
}

void ConstraintMatrix::number_rows(const std::vector<ConstraintBlock>& blocks) {
  first_row_.clear();
  row_count_ = 0;
  for (const ConstraintBlock& block : blocks) {
    first_row_.push_back(static_cast<std::size_t>(row_count_));
    row_count_ += block.rows;
  }
}

void ConstraintMatrix::analyze(const std::vector<ConstraintBlock>& blocks,
                               const std::vector<MassGroup>& groups,
                               const std::vector<bool>& moving) {
  number_rows(blocks);
  std::vector<std::pair<std::size_t, std::size_t>> index_of_body(moving.size());  // group, member
  group_size_.clear();
  for (std::size_t group = 0; group < groups.size(); ++group) {
    group_size_.push_back(groups[group].bodies.size());
    for (std::size_t member = 0; member < groups[group].bodies.size(); ++member) {
      index_of_body[groups[group].bodies[member]] = {group, member};
    }
  }
  std::vector<std::size_t> block_rows;
  std::vector<std::vector<Attachment>> attachments(groups.size());  // place = block for now
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    block_rows.push_back(static_cast<std::size_t>(blocks[i].rows));
    for (std::size_t side = 0; side < 2; ++side) {
      const std::size_t body = blocks[i].bodies[side];
      if (body == ConstraintBlock::kWorld || !moving[body]) continue;
      const auto [group, member] = index_of_body[body];
      attachments[group].push_back({i, i, side, member});
    }
  }
  std::vector<std::pair<std::size_t, std::size_t>> couplings;
  for (const auto& sides : attachments) {
    for (const Attachment& a : sides) {
      for (const Attachment& b : sides) {
        if (a.place < b.place) couplings.emplace_back(a.place, b.place);
      }
    }
  }
  pattern_ = analyze_blocks(block_rows, couplings);
  for (auto& sides : attachments) {
    for (Attachment& side : sides) side.place = pattern_.place_of[side.place];
  }
  collect_responses(attachments);

  matrix_.assign(pattern_.storage_size(), {});
  factor_ = matrix_;
  diagonal_.setZero(row_count_);
  active_.assign(blocks.size(), {});
  inverse_pivots_ = x_ = product_ = active_;
}

void ConstraintMatrix::collect_responses(const std::vector<std::vector<Attachment>>& attachments) {
  responses_.clear();
  for (std::size_t group = 0; group < attachments.size(); ++group) {
    std::vector<Attachment> sides = attachments[group];
    std::stable_sort(sides.begin(), sides.end(),
                     [](const Attachment& a, const Attachment& b) { return a.place < b.place; });
    for (std::size_t i = 0; i < sides.size(); ++i) {
      if (i > 0 && sides[i].place == sides[i - 1].place) continue;
      const std::size_t place = sides[i].place;
      Response response{place, group, {}, {}, {}};
      for (std::size_t j = i; j < sides.size(); ++j) {
        if (sides[j].place == place) response.forces.push_back(sides[j]);
        response.measured.push_back(sides[j]);
        response.targets.push_back(pattern_.offset_of(place, sides[j].place));
      }
      responses_.push_back(std::move(response));
    }
  }
}

void ConstraintMatrix::assemble(const std::vector<ConstraintBlock>& blocks,
                                const std::vector<std::unique_ptr<SystemMatrix>>& masses,
                                const Kinematics& bodies) {
  std::fill(matrix_.begin(), matrix_.end(), LaneArray{});
  for (const Response& response : responses_) {
    twists_.resize(group_size_[response.group]);
    at_full_width<&ConstraintMatrix::apply_forces>(*this, response, blocks);
    masses[response.group]->solve_columns(bodies, twists_);
    at_full_width<&ConstraintMatrix::measure_twists<8>, &ConstraintMatrix::measure_twists<4>,
                  &ConstraintMatrix::measure_twists<2>>(*this, response, blocks);
  }
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const std::size_t place = pattern_.place_of[i];
    for (std::size_t r = 0; r < pattern_.rows[place]; ++r) {
      diagonal_[static_cast<Eigen::Index>(first_row_[i] + r)] =
          matrix_[pattern_.offset[place] + r][r];
    }
  }
  least_mobility_ = kImmobile * diagonal_.lpNorm<Eigen::Infinity>();
}

void ConstraintMatrix::factorize(const VectorXd& sigma, const std::vector<bool>& active) {
  for (std::size_t i = 0; i < first_row_.size(); ++i) {
    const std::size_t place = pattern_.place_of[i];
    for (std::size_t r = 0; r < pattern_.rows[place]; ++r) {
      active_[place][r] = active[first_row_[i] + r] ? 1.0 : 0.0;
    }
  }
  for (Eigen::Index row = 0; row < row_count_; ++row) {
    if (sigma[row] > 0.0) continue;
    throw Error(
        ErrorCode::kInvalidArgument,
        fmt::format("sigma of constraint row {} must be positive, got {}", row, sigma[row]));
  }
  scatter(sigma, x_);
  regularize(pattern_, matrix_, x_, active_, factor_);
  if (solver::factorize(pattern_, factor_, inverse_pivots_)) {
    throw SolverFailure("matrix of the constraints must be positive definite");
  }
}

void ConstraintMatrix::find_dependence(VectorXd& dependence) const {
  dependence.resize(row_count_);
  for (std::size_t place = 0; place < x_.size(); ++place) {
    x_[place].lanes() = inverse_pivots_[place].lanes() * active_[place].lanes();
  }
  gather(x_, dependence);
  dependence.array() *= diagonal_.array();
}

void ConstraintMatrix::scatter(const VectorXd& x, BlockVector& lanes) const {
  at_full_width<&ConstraintMatrix::scatter_blocks<4>, &ConstraintMatrix::scatter_blocks<4>,
                &ConstraintMatrix::scatter_blocks<2>>(*this, x, lanes);
}

void ConstraintMatrix::gather(const BlockVector& lanes, VectorXd& x) const {
  for (std::size_t i = 0; i < first_row_.size(); ++i) {
    const std::size_t place = pattern_.place_of[i];
    with_rows<Gather, 2>(pattern_.rows[place], lanes[place], x.data() + first_row_[i]);
  }
}

void ConstraintMatrix::solve(VectorXd& x) const {
  scatter(x, x_);
  for (std::size_t place = 0; place < x_.size(); ++place) {
    x_[place].lanes() *= active_[place].lanes();
  }
  solver::solve(pattern_, factor_, inverse_pivots_, x_);
  gather(x_, x);
}

void ConstraintMatrix::multiply(const VectorXd& x, VectorXd& result) const {
  scatter(x, x_);
  solver::multiply(pattern_, matrix_, x_, product_);
  result.resize(row_count_);
  gather(product_, result);
}

}  // namespace raftup::solver
