#include "hydro/numerics/minimize.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>

#include "hydro/base/cancellation.hpp"

namespace raftup {
namespace {

constexpr std::size_t kRemembered = 20;  // steps
constexpr double kPromised = 1e-4;       // relative to the decrease that the slope predicts
constexpr int kHalvings = 30;

/// A step and the change of the gradient over it.
struct Change {
  VectorXd step, gradient;
  double inverse_product;
};

/// Multiplies the gradient by the inverse Hessian that follows from the last changes (two-loop
/// recursion).
VectorXd scaled_gradient(const std::deque<Change>& changes, const VectorXd& squared_units,
                         VectorXd direction) {
  std::vector<double> share(changes.size());
  for (std::size_t k = changes.size(); k-- > 0;) {
    share[k] = changes[k].inverse_product * changes[k].step.dot(direction);
    direction -= share[k] * changes[k].gradient;
  }
  direction.array() *= squared_units.array();
  if (!changes.empty()) {
    const Change& last = changes.back();
    direction *=
        1.0 / (last.inverse_product * last.gradient.dot(squared_units.cwiseProduct(last.gradient)));
  }
  for (std::size_t k = 0; k < changes.size(); ++k) {
    const double back = changes[k].inverse_product * changes[k].gradient.dot(direction);
    direction += (share[k] - back) * changes[k].step;
  }
  return direction;
}

}  // namespace

double minimize(const SmoothFunction& function, VectorXd& x, const VectorXd& units,
                int iterations) {
  std::deque<Change> changes;
  const VectorXd squared_units = units.cwiseAbs2();
  VectorXd gradient(x.size()), next_gradient(x.size());
  double value = function(x, gradient);
  for (int iteration = 0; iteration < iterations && gradient.squaredNorm() > 0.0; ++iteration) {
    check_cancelled();
    VectorXd direction = -scaled_gradient(changes, squared_units, gradient);
    // The length of the first step is not known.
    if (changes.empty()) direction *= std::min(1.0, 1.0 / units.cwiseProduct(gradient).norm());
    const double slope = gradient.dot(direction);
    double length = 1.0, next_value = 0.0;
    VectorXd next;
    bool lower = false;
    for (int halving = 0; halving < kHalvings && !lower; ++halving, length *= 0.5) {
      next = x + length * direction;
      next_value = function(next, next_gradient);
      lower = next_value <= value + kPromised * length * slope;
    }
    if (!lower) break;  // at the minimum, up to rounding
    Change change{next - x, next_gradient - gradient, 0.0};
    const double product = change.step.dot(change.gradient);
    if (product > 0.0) {
      change.inverse_product = 1.0 / product;
      changes.push_back(std::move(change));
      if (changes.size() > kRemembered) changes.pop_front();
    }
    x = std::move(next);
    gradient.swap(next_gradient);
    value = next_value;
  }
  return value;
}

}  // namespace raftup
