#include "solver/loads/rods/drum.hpp"

#include <algorithm>
#include <cmath>

namespace raftup::solver::rods {

namespace {

/// Newton steps to a length that a drum follows, of which three do.
constexpr int kMostIterations = 50;
/// Change of this length by which it ends [1]: a few units of rounding.
constexpr double kRelativeRounding = 1e-15;

/// Work of a constant force over a distance [J]; an unlimited force has none over no distance.
double work_of(double force, double distance) { return distance == 0.0 ? 0.0 : force * distance; }

}  // namespace

double force_on_length(const Element& element, double tension) {
  return tension + 0.5 * tension * tension / element.axial_stiffness;
}

void Drum::begin(const Element& element, const DrumOrder& order, const DrumStart& start, double h) {
  element_ = element;
  order_ = order;
  start_ = start;
  h_ = h;
  set_rate(order.rate);
  coasted_ = start.length + h * order.coasting;
  line_inertia_ = element.mass * (0.5 * start.length + start.reserve);
}

void Drum::set_rate(double rate) {
  order_.rate = rate;
  ordered_ = std::clamp(start_.length + h_ * rate, order_.shortest, order_.longest);
}

double Drum::mean_length(double length, double lag) const {
  return (0.5 + lag) * length + (0.5 - lag) * start_.length;
}

/// Returns F for the length L at the end [N].
double Drum::pull(double n_mean, double length, double lag) const {
  const double strain = n_mean / mean_length(length, lag) - 1.0;
  const double tension = element_.axial_stiffness * std::max(strain, 0.0);
  const double inertia = line_inertia_ + order_.inertia;
  return start_.hanging + force_on_length(element_, tension) -
         inertia * (length - coasted_) / (h_ * h_);
}

/// Returns the length L at the end for which the drum has the force F. Newton's method, from where it is
/// without inertia; F is convex and falls with L, so that it converges from one side.
double Drum::following(double force, double n_mean, double lag) const {
  const double EA = element_.axial_stiffness, inertia = line_inertia_ + order_.inertia;
  const double stretch = std::sqrt(1.0 + 2.0 * std::max(force - start_.hanging, 0.0) / EA);
  double length = (n_mean / stretch - (0.5 - lag) * start_.length) / (0.5 + lag);
  for (int i = 0; i < kMostIterations; ++i) {
    const double mean = mean_length(length, lag), ratio = n_mean / mean;
    double slope = -inertia / (h_ * h_);
    if (ratio > 1.0) slope -= (0.5 + lag) * EA * ratio * ratio / mean;
    const double change = (force - pull(n_mean, length, lag)) / slope;
    length = std::max(length + change, 0.5 * length);
    if (std::abs(change) <= kRelativeRounding * length) break;
  }
  return length;
}

Drum::End Drum::at(double n1, const Mean& mean) const {
  const double k = mean.lag, n_mean = (0.5 + k) * n1 + (0.5 - k) * mean.n0;
  const auto force = [&](double length) { return pull(n_mean, length, k); };
  double length = ordered_, kept = 0.0;
  bool turns = false;
  const auto turn = [&](double wanted, double least, double most, double to) {
    length = std::clamp(wanted, least, most);
    turns = length == wanted;
    kept = to;
  };
  if (force(length) > order_.render) {
    const double most = std::max(start_.length + h_ * order_.greatest_out, length);
    turn(following(order_.render, n_mean, k), length, most, order_.render);
  } else if (force(length) < order_.recover) {
    const double least = std::min(start_.length - h_ * order_.greatest_in, length);
    turn(following(order_.recover, n_mean, k), least, length, order_.recover);
  }
  if (force(length) > order_.slip && (!turns || kept < order_.slip)) {
    turn(following(order_.slip, n_mean, k), length, DrumOrder::kNone, order_.slip);
  }
  const double limited = std::clamp(length, order_.shortest, order_.longest);
  turns = turns && limited == length;
  const double mean_length = this->mean_length(limited, k), EA = element_.axial_stiffness;
  const double ratio = n_mean / mean_length;
  double stiffness = EA * (0.5 + k) / mean_length;
  if (turns) {
    // L follows n: (J + m L/2) dL = h^2 EA r dr, with the ratio r of stretched and unstretched length.
    const double inertia = line_inertia_ + order_.inertia;
    stiffness /= 1.0 + stiffness * ratio * ratio * h_ * h_ / inertia;
  }
  return {limited, EA * (ratio - 1.0), stiffness, turns};
}

double Drum::work(double length) const {
  const double out = std::max(length - ordered_, 0.0), in = std::max(ordered_ - length, 0.0);
  const double reach =
      order_.render == DrumOrder::kNone
          ? 0.0
          : std::clamp(start_.length + h_ * order_.greatest_out - ordered_, 0.0, out);
  return work_of(order_.render - start_.hanging, reach) +
         work_of(order_.slip - start_.hanging, out - reach) -
         work_of(order_.recover - start_.hanging, in);
}

double Drum::potential(double n1) const {
  const double length = at(n1, {}).length;
  const double accelerated = (length - coasted_) / h_;
  return energy(n1, length) + work(length) +
         0.5 * (line_inertia_ + order_.inertia) * accelerated * accelerated;
}

double Drum::force(double tension, double length) const {
  return start_.hanging + force_on_length(element_, tension) -
         line_inertia_ * (length - coasted_) / (h_ * h_);
}

double Drum::energy(double n, double length) const {
  const double stretch = n - length;
  if (stretch < 0.0 && !element_.carries_compression) return 0.0;
  return 0.5 * element_.axial_stiffness / length * stretch * stretch;
}

}  // namespace raftup::solver::rods
