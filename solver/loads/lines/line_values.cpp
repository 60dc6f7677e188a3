#include "solver/loads/lines/line_values.hpp"

#include <algorithm>

namespace raftup::solver {

namespace {

template <typename Vector>
void append(const Vector& vector, std::vector<double>& values) {
  values.insert(values.end(), vector.data(), vector.data() + vector.size());
}

/// Takes a vector from the front of a row of numbers.
template <typename Vector>
void take(std::span<const double>& values, Vector& vector) {
  const auto size = static_cast<std::size_t>(vector.size());
  std::copy_n(values.begin(), size, vector.data());
  values = values.subspan(size);
}

}  // namespace

LineValues LineValues::zero(std::size_t nodes, const LineTraits& traits) {
  LineValues line{rods::RodState::at_rest(std::vector<Vector3>(nodes, Vector3::Zero()))};
  if (traits.rubs) line.rod.bottom_shear.resize(nodes, Vector2::Zero());
  if (traits.creeps) line.rod.creep.resize(nodes - 1, 0.0);
  return line;
}

void LineValues::pack(const LineTraits& traits, std::vector<double>& values) const {
  for (const Vector3& position : rod.position) append(position, values);
  for (const Vector3& velocity : rod.velocity) append(velocity, values);
  values.insert(values.end(), rod.tension.begin(), rod.tension.end());
  for (const Vector2& shear : rod.bottom_shear) append(shear, values);
  for (const Vector3& force : end_force) append(force, values);
  for (std::size_t end = 0; end < 2; ++end) {
    if (!traits.slides[end]) continue;
    const SlidingEnd& at = sliding[end];
    values.insert(values.end(), {rod.end_length[end], at.reserve, at.rate, at.force});
  }
  if (traits.twists) values.insert(values.end(), {rod.twist, torque});
  values.insert(values.end(), rod.creep.begin(), rod.creep.end());
}

LineValues LineValues::unpack(std::span<const double>& values, std::size_t nodes,
                              const LineTraits& traits) {
  LineValues line = zero(nodes, traits);
  for (Vector3& position : line.rod.position) take(values, position);
  for (Vector3& velocity : line.rod.velocity) take(values, velocity);
  std::copy_n(values.begin(), line.rod.tension.size(), line.rod.tension.begin());
  values = values.subspan(line.rod.tension.size());
  for (Vector2& shear : line.rod.bottom_shear) take(values, shear);
  for (Vector3& force : line.end_force) take(values, force);
  for (std::size_t end = 0; end < 2; ++end) {
    if (!traits.slides[end]) continue;
    Eigen::Vector4d numbers;
    take(values, numbers);
    line.rod.end_length[end] = numbers[0];
    line.sliding[end] = {numbers[1], numbers[2], numbers[3]};
  }
  if (traits.twists) {
    Vector2 twist;
    take(values, twist);
    line.rod.twist = twist[0];
    line.torque = twist[1];
  }
  std::copy_n(values.begin(), line.rod.creep.size(), line.rod.creep.begin());
  values = values.subspan(line.rod.creep.size());
  return line;
}

}  // namespace raftup::solver
