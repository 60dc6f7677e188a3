#include "solver/nonsmooth/step_assembly.hpp"

#include <algorithm>

namespace raftup::solver::nonsmooth {

namespace {

/// X near the end of the step: the forecasts of the systems of an interaction, one after the other.
VectorXd forecast(const NonsmoothSystem& system, std::size_t alpha,
                  const std::vector<ThetaStep>& free) {
  const std::vector<std::size_t>& members = system.systems_of(alpha);
  VectorXd X(system.offset(alpha, members.size()));
  for (std::size_t member = 0; member < members.size(); ++member) {
    const VectorXd& part = free[members[member]].forecast();
    X.segment(system.offset(alpha, member), part.size()) = part;
  }
  return X;
}

}  // namespace

StepAssembly::StepAssembly(const NonsmoothSystem& system, const State& state, const StepGrid& grid,
                           const std::vector<ThetaStep>& free,
                           const std::vector<std::size_t>& active)
    : system_(system), active_(active), rows_{0} {
  for (const std::size_t alpha : active_) {
    const Interaction& interaction = system_.interactions()[alpha];
    relations_.push_back(linearize(interaction.relation, forecast(system_, alpha, free)));
    rows_.push_back(rows_.back() + size_of(interaction.law));
  }
  const Eigen::Index n = rows_.back();
  problem_ = {MatrixXd::Zero(n, n), VectorXd::Zero(n), VectorXd::Zero(n), VectorXd::Zero(n), {}};
  for (std::size_t place = 0; place < active_.size(); ++place) {
    add_law(place, state, grid);
    add_free_motion(place, free);
    add_responses(place, free);
  }
}

void StepAssembly::add_law(std::size_t place, const State& state, const StepGrid& grid) {
  const std::size_t alpha = active_[place];
  const SystemOrder order = system_.order_of(alpha);
  const VectorXd rate = order == SystemOrder::kSecond ? state.interactions[alpha].y[1] : VectorXd();
  const LawRows law = rows_of(system_.interactions()[alpha].law, {order, grid.step, rate});
  const Eigen::Index first = rows_[place];
  const Eigen::Index m = law.shift.size();
  problem_.offset.segment(first, m) = law.shift;
  problem_.lower.segment(first, m) = law.lower;
  problem_.upper.segment(first, m) = law.upper;
  if (law.friction) problem_.cones.push_back({first, m - 1, *law.friction});
}

void StepAssembly::add_free_motion(std::size_t place, const std::vector<ThetaStep>& free) {
  const std::size_t alpha = active_[place];
  auto offset = problem_.offset.segment(rows_[place], rows_[place + 1] - rows_[place]);
  if (system_.order_of(alpha) == SystemOrder::kFirst) {
    offset += relations_[place].output;  // taken at the free states
    return;
  }
  const std::vector<std::size_t>& members = system_.systems_of(alpha);
  for (std::size_t member = 0; member < members.size(); ++member) {
    offset += relations_[place].C.middleCols(system_.offset(alpha, member),
                                             system_.coordinate_count(alpha, member)) *
              free[members[member]].free();
  }
}

void StepAssembly::add_responses(std::size_t place, const std::vector<ThetaStep>& free) {
  const std::size_t beta = active_[place];
  const std::vector<std::size_t>& members = system_.systems_of(beta);
  const auto columns = Eigen::seqN(rows_[place], rows_[place + 1] - rows_[place]);
  problem_.matrix(columns, columns) += relations_[place].D;
  for (std::size_t member = 0; member < members.size(); ++member) {
    const std::size_t d = members[member];
    const MatrixXd response = free[d].response(relations_[place].B.middleRows(
        system_.offset(beta, member), system_.coordinate_count(beta, member)));
    for (std::size_t row = 0; row < active_.size(); ++row) {
      const std::optional<std::size_t> shared = system_.member(active_[row], d);
      if (!shared) continue;
      const auto rows = Eigen::seqN(rows_[row], rows_[row + 1] - rows_[row]);
      problem_.matrix(rows, columns) +=
          relations_[row].C.middleCols(system_.offset(active_[row], *shared),
                                       system_.coordinate_count(active_[row], *shared)) *
          response;
    }
  }
}

VectorXd StepAssembly::multipliers(const State& state) const {
  VectorXd all(rows_.back());
  for (std::size_t place = 0; place < active_.size(); ++place) {
    const VectorXd& one = state.interactions[active_[place]].lambda.back();
    all.segment(rows_[place], one.size()) = one;
  }
  return all;
}

void StepAssembly::store(const VectorXd& multipliers, State& state) const {
  for (InteractionState& interaction : state.interactions) interaction.lambda.back().setZero();
  for (std::size_t place = 0; place < active_.size(); ++place) {
    VectorXd& one = state.interactions[active_[place]].lambda.back();
    one = multipliers.segment(rows_[place], one.size());
  }
}

std::vector<VectorXd> StepAssembly::inputs(const VectorXd& multipliers) const {
  std::vector<VectorXd> sums;
  for (const DynamicalSystem& system : system_.systems()) {
    sums.emplace_back(VectorXd::Zero(coordinates_of(system).size()));
  }
  for (std::size_t place = 0; place < active_.size(); ++place) {
    const std::size_t alpha = active_[place];
    const VectorXd R =
        relations_[place].B * multipliers.segment(rows_[place], rows_[place + 1] - rows_[place]);
    const std::vector<std::size_t>& members = system_.systems_of(alpha);
    for (std::size_t member = 0; member < members.size(); ++member) {
      sums[members[member]] +=
          R.segment(system_.offset(alpha, member), system_.coordinate_count(alpha, member));
    }
  }
  return sums;
}

}  // namespace raftup::solver::nonsmooth
