#include "solver/loads/lines/line_values.hpp"

#include <algorithm>

namespace raftup::solver {

namespace {

template <typename Vector>
void append(const Vector& vector, std::vector<double>& values) {
  values.insert(values.end(), vector.data(), vector.data() + vector.size());
}

/// Takes vectors from the front of a row of numbers.
struct Front {
  const double* next;

  template <typename Vector>
  void take(Vector& vector) {
    std::copy_n(next, vector.size(), vector.data());
    next += vector.size();
  }
};

}  // namespace

std::vector<double> LineValues::pack() const {
  std::vector<double> values;
  for (const Vector3& position : rod.position) append(position, values);
  for (const Vector3& velocity : rod.velocity) append(velocity, values);
  values.insert(values.end(), rod.tension.begin(), rod.tension.end());
  for (const Vector2& shear : rod.bottom_shear) append(shear, values);
  for (const Vector3& force : end_force) append(force, values);
  return values;
}

LineValues LineValues::unpack(const std::vector<double>& values, const rods::DiscreteRod& rod,
                              bool rubs) {
  const std::size_t nodes = rod.nodes().size();
  LineValues line{rods::RodState::at_rest(std::vector<Vector3>(nodes)), {}};
  if (rubs) line.rod.bottom_shear.resize(nodes);
  Front front{values.data()};
  for (Vector3& position : line.rod.position) front.take(position);
  for (Vector3& velocity : line.rod.velocity) front.take(velocity);
  for (double& tension : line.rod.tension) tension = *front.next++;
  for (Vector2& shear : line.rod.bottom_shear) front.take(shear);
  for (Vector3& force : line.end_force) front.take(force);
  return line;
}

}  // namespace raftup::solver
