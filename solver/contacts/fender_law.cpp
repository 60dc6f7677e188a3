#include "solver/contacts/fender_law.hpp"

#include <algorithm>

namespace raftup::solver {

namespace {

/// Longest spring, relative to the depth. A law with a force but no slope would need an infinitely
/// long spring.
constexpr double kLongestSpring = 1000.0;  // times the depth; chosen, not swept

}  // namespace

FenderLaw::Tangent FenderLaw::at(double depth, double greatest_depth, double touch_speed) const {
  const double eta = material_.hysteresis;
  const double way = material_.recovery * greatest_depth;
  const double w = std::min(1.0, (greatest_depth - depth) / way);
  const bool recovering = w > 0.0 && w < 1.0;
  const double R = curve_.force(depth);
  const double scale = material_.factor * speed_factor(touch_speed);
  const double force = scale * R * (1.0 - eta * w);
  const double slope =
      scale * (curve_.slope(depth) * (1.0 - eta * w) + (recovering ? eta * R / way : 0.0));
  const double stiffness = std::max(slope, force / (kLongestSpring * depth));
  return {stiffness, force / stiffness, material_.damping / stiffness};
}

double FenderLaw::steepest_slope() const {
  double slope = 0.0, chord = 0.0;
  for (std::size_t i = 1; i < material_.compression.size(); ++i) {
    slope = std::max(slope, curve_.slope(material_.compression[i - 1]));
    chord = std::max(chord, material_.reaction[i] / material_.compression[i]);
  }
  const auto& factors = material_.speed_factor;
  const double fastest = factors.empty() ? 1.0 : *std::max_element(factors.begin(), factors.end());
  const double recovering = material_.hysteresis / material_.recovery * chord;
  return material_.factor * fastest * (slope + recovering);
}

double FenderLaw::speed_factor(double touch_speed) const {
  const std::vector<double>&speeds = material_.speed, &factors = material_.speed_factor;
  if (speeds.empty()) return 1.0;
  const auto above = std::upper_bound(speeds.begin(), speeds.end(), touch_speed);
  if (above == speeds.begin()) return factors.front();
  if (above == speeds.end()) return factors.back();
  const auto i = static_cast<std::size_t>(above - speeds.begin());
  const double share = (touch_speed - speeds[i - 1]) / (speeds[i] - speeds[i - 1]);
  return factors[i - 1] + share * (factors[i] - factors[i - 1]);
}

}  // namespace raftup::solver
