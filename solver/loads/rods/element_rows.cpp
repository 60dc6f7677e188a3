#include "solver/loads/rods/element_rows.hpp"

#include <algorithm>

namespace raftup::solver::rods {

namespace {

/// Adds a force from node `at` towards the next one, along + across as AxialRow or DrumRow defines
/// them.
template <typename Row>
void add_row(const Row& row, std::size_t at, BlockBand& band) {
  const Vector3 force = row.force() * row.direction();
  Matrix3 block = ((row.along() - row.across()) * row.direction()) * row.direction().transpose();
  block.diagonal().array() += row.across();
  band.right(at) += force;
  band.right(at + 1) -= force;
  band.diagonal(at) += block;
  band.diagonal(at + 1) += block;
  band.next(at) -= block;
}

}  // namespace

std::size_t ElementRows::drum_at(std::size_t element) const {
  if (element == 0 && drums_[0] != nullptr) return 0;
  return element + 1 == rows_.size() && drums_[1] != nullptr ? 1 : 2;
}

template <typename Function>
void ElementRows::for_each(Function f) {
  for (std::size_t e = 0; e < rows_.size(); ++e) {
    const std::size_t end = drum_at(e);
    if (end < 2) {
      f(drum_rows_[end], e);
    } else {
      f(rows_[e], e);
    }
  }
}

void ElementRows::begin(const DiscreteRod& rod, const RodState& state, const Drums& drums,
                        double h) {
  drums_ = drums;
  for (std::size_t e = 0; e < rows_.size(); ++e) {
    const Vector3 along = state.position[e + 1] - state.position[e];
    const std::size_t end = drum_at(e);
    const double creep = state.creep.empty() ? 0.0 : state.creep[e];
    rows_[e].begin(rod.elements()[e], along, state.tension[e], creep, h);
    if (end < 2) drum_rows_[end].begin(*drums[end], along, state.tension[e], h);
  }
}

void ElementRows::linearize(std::span<const Vector3> x1, BlockBand& band) {
  for_each([&](auto& row, std::size_t e) {
    row.linearize(x1[e + 1] - x1[e]);
    if (row.is_taut()) add_row(row, e, band);
  });
}

ElementRows::Energy ElementRows::solve(std::span<const Vector3> w, std::span<const Vector3> x1) {
  Energy sum;
  for_each([&](auto& row, std::size_t e) {
    sum.created += row.solve(w[e + 1] - w[e], x1[e + 1] - x1[e]);
    sum.stored += std::max(row.energy(), row.start_energy());
  });
  return sum;
}

double ElementRows::lag(std::size_t element) const {
  const std::size_t end = drum_at(element);
  return end < 2 ? drum_rows_[end].lag() : rows_[element].lag();
}

bool ElementRows::are_settled() const {
  for (std::size_t end = 0; end < 2; ++end) {
    if (drums_[end] != nullptr && !drum_rows_[end].is_settled()) return false;
  }
  return true;
}

Vector3 ElementRows::like_rate_change(std::size_t end) const {
  const DrumRow& row = drum_rows_[end];
  if (drums_[end] == nullptr || !row.is_taut()) return Vector3::Zero();
  const double way = row.stretch() * row.rate_change();
  // The mean direction g of a step is shorter than 1 where the element turns, and T is linear in g . dw.
  return (end == 0 ? way : -way) / row.direction().squaredNorm() * row.direction();
}

void ElementRows::commit(RodState& state) const {
  for (std::size_t e = 0; e < rows_.size(); ++e) {
    const std::size_t end = drum_at(e);
    state.tension[e] = end < 2 ? drum_rows_[end].kept_tension() : rows_[e].kept_tension();
    if (end < 2) state.end_length[end] = drum_rows_[end].length();
    if (!state.creep.empty()) state.creep[e] = rows_[e].creep();
  }
}

}  // namespace raftup::solver::rods
