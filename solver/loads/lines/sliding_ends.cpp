#include "solver/loads/lines/sliding_ends.hpp"

#include "solver/loads/lines/line_weight.hpp"
#include "solver/loads/rods/axial_row.hpp"

namespace raftup::solver {

namespace {

/// Returns what the node at an end and the one beside it have.
std::array<Vector3, 2> nodes_at(const std::vector<Vector3>& row, std::size_t end) {
  const std::size_t last = row.size() - 1;
  return end == 0 ? std::array{row[0], row[1]} : std::array{row[last], row[last - 1]};
}

}  // namespace

bool SlidingEnds::take_lengths(const rods::RodState& state) {
  bool changed = false;
  for (std::size_t end = 0; end < 2; ++end) {
    const double length = state.end_length[end];
    if (!slides_[end] || element(end).length == length) continue;
    rod_.set_end_length(end, length);
    changed = true;
  }
  return changed;
}

rods::Drums SlidingEnds::begin(const LineValues& start,
                               const std::array<rods::DrumOrder, 2>& orders, double h) {
  rods::Drums drums{};
  for (std::size_t end = 0; end < 2; ++end) {
    if (!slides_[end]) continue;
    const auto [outer, inner] = nodes_at(start.rod.position, end);
    const rods::DrumStart drum{start.rod.end_length[end],
                               hanging_weight(element(end), outer, inner),
                               start.sliding[end].reserve};
    drums_[end].begin(element(end), orders[end], drum, h);
    drums[end] = &drums_[end];
  }
  return drums;
}

void SlidingEnds::finish(const LineValues& start, double h, LineValues& values) const {
  for (std::size_t end = 0; end < 2; ++end) {
    if (!slides_[end]) continue;
    const double length = values.rod.end_length[end];
    const double paid_out = length - start.rod.end_length[end];
    const std::vector<double>& tension = values.rod.tension;
    values.sliding[end].rate = paid_out / h;
    values.sliding[end].force =
        drums_[end].force(end == 0 ? tension.front() : tension.back(), length);
    rods::mix_velocities(rod_, material(values, end), paid_out, values.rod);
  }
}

rods::DrumEnd SlidingEnds::material(const LineValues& values, std::size_t end) const {
  const auto [outer, inner] = nodes_at(values.rod.position, end);
  const Vector3 along = inner - outer;
  const double length = along.norm();
  rods::DrumEnd at{end, weight_of(element(end), outer, inner),
                   nodes_at(values.rod.velocity, end)[0]};
  if (length > 0.0) at.velocity += values.sliding[end].rate / length * along;
  return at;
}

double SlidingEnds::power(const LineValues& values) const {
  double sum = 0.0;
  for (std::size_t end = 0; end < 2; ++end) {
    if (!slides_[end]) continue;
    const auto places = nodes_at(values.rod.position, end);
    const auto velocities = nodes_at(values.rod.velocity, end);
    const double tension = rods::elastic_tension(element(end), (places[1] - places[0]).norm());
    const double weight = weight_of(element(end), places[0], places[1]);
    double per_meter = -rods::force_on_length(element(end), tension);
    for (std::size_t i = 0; i < 2; ++i) {
      per_meter += 0.5 * weight * places[i].z();
      per_meter += 0.25 * element(end).mass * velocities[i].squaredNorm();
    }
    sum += values.sliding[end].rate * per_meter;
  }
  return sum;
}

double SlidingEnds::energy(const LineValues& values) const {
  double sum = 0.0;
  for (std::size_t end = 0; end < 2; ++end) {
    if (!slides_[end]) continue;
    const rods::Element& of = element(end);
    const double half = 0.5 * of.mass * values.rod.end_length[end];
    const double reserve = values.sliding[end].reserve;
    const rods::DrumEnd at = material(values, end);
    const double moving = 0.5 * at.velocity.squaredNorm();
    sum += half * (moving - 0.5 * nodes_at(values.rod.velocity, end)[0].squaredNorm());
    sum += reserve * (of.mass * moving + at.weight * nodes_at(values.rod.position, end)[0].z());
  }
  return sum;
}

}  // namespace raftup::solver
