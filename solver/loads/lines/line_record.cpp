#include "solver/loads/lines/line_record.hpp"

#include <cmath>

namespace raftup::solver {

void LineRecord::count(bool safe, const rods::DiscreteRod& rod, const rods::RodState& state,
                       double h) {
  if (safe) ++safe_steps;
  const std::size_t first = rod.kept_first() == 2 ? 1 : 0;
  const rods::Element& element = rod.elements()[first];
  const double wave = element.length * std::sqrt(element.mass / element.axial_stiffness);
  const bool is_slack = !element.carries_compression && state.tension[first] <= 0.0;
  if (is_slack && h > 0.5 * wave) ++slack_steps;
}

}  // namespace raftup::solver
