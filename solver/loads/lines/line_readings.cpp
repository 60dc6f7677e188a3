#include "solver/loads/lines/line_readings.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/numerics/elementary.hpp"
#include "solver/loads/rods/bend.hpp"

namespace raftup::solver {

LineReadings::LineReadings(const rods::DiscreteRod& rod, const rods::RodState& state,
                           const std::array<Vector3, 2>& end_force,
                           const rods::BottomContact* contact)
    : rod_(rod),
      state_(state),
      end_force_(end_force),
      contact_(contact),
      first_(rod.kept_first() == 2 ? 1 : 0),
      last_(rod.nodes().size() - (rod.kept_last() == 2 ? 2 : 1)) {}

Vector3 LineReadings::touchdown() const {
  if (contact_ != nullptr) {
    for (std::size_t i = first_; i <= last_; ++i) {
      if (contact_->supports(i, state_.position)) return state_.position[i];
    }
  }
  return state_.position[last_];
}

double LineReadings::curvature(std::size_t node) const {
  if (node == 0 || node + 1 == rod_.nodes().size()) return 0.0;
  if (broken_ > 0.0 && node == broken_node_) return 0.0;
  const auto& x = state_.position;
  const double bend = rods::Bend::vector(x[node] - x[node - 1], x[node + 1] - x[node]).norm();
  return bend / rod_.nodes()[node].length;
}

void LineReadings::write(std::span<double> outputs) const {
  const Vector3& force = end_force_[0];
  const Vector3 touchdown = this->touchdown();
  double* next = outputs.data();
  *next++ = force.norm();
  *next++ = end_force_[1].norm();
  *next++ = contact_ != nullptr ? contact_->length_on_bottom(state_.position) : 0.0;
  *next++ = arctangent(-force.z(), force.head<2>().norm());
  next = std::copy_n(touchdown.data(), 3, next);
  // Five numbers for each element; the other outputs and those of the last node are 12, 4 of a drum, and one
  // of torsion, which a line with a drum does not have.
  const std::size_t others = drum_ ? 16 : torque_ ? 13 : 12;
  const std::size_t elements = (outputs.size() - others) / 5;
  next = write_nodes(elements - (last_ - first_), next);
  *next++ = broken_;
  if (torque_) *next = *torque_;
  if (drum_) write_drum(next);
}

double* LineReadings::write_nodes(std::size_t on_drum, double* next) const {
  for (std::size_t i = 0; i < on_drum; ++i) {
    next = std::copy_n(state_.position[first_].data(), 3, next);
  }
  for (std::size_t i = first_; i <= last_; ++i) {
    next = std::copy_n(state_.position[i].data(), 3, next);
  }
  next = std::fill_n(next, on_drum, 0.0);
  for (std::size_t e = first_; e < last_; ++e) *next++ = state_.tension[e];
  next = std::fill_n(next, on_drum, 0.0);
  for (std::size_t i = first_; i <= last_; ++i) *next++ = curvature(i);
  return next;
}

void LineReadings::write_drum(double* next) const {
  double length = drum_->reserve;
  for (std::size_t e = first_; e < last_; ++e) length += rod_.elements()[e].length;
  *next++ = length;
  *next++ = -drum_->rate;
  *next++ = drum_->force;
  *next = drum_->reserve;
}

Drawing LineReadings::drawing(const std::string& name) const {
  Drawing drawing{DrawingKind::kLine, name};
  double length = 0.0;
  for (std::size_t i = first_; i <= last_; ++i) {
    const Vector3& x = state_.position[i];
    // Between two elements the mean of their tensions, at an end that of the only one.
    const double before = state_.tension[i > first_ ? i - 1 : first_];
    const double after = state_.tension[i < last_ ? i : last_ - 1];
    drawing.add_place(length, x, 0.5 * (before + after));
    if (i < last_) length += rod_.elements()[i].length;
  }
  return drawing;
}

}  // namespace raftup::solver
