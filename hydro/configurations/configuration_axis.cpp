#include "hydro/configurations/configuration_axis.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {

namespace {

constexpr std::size_t kLeastAround = 3;
/// Factor by which the gap that closes a circle may be wider than the others.
constexpr double kEvenly = 1.0 + 1e-6;

double widest_gap(const std::vector<double>& values) {
  double widest = 0.0;
  for (std::size_t i = 1; i < values.size(); ++i) {
    widest = std::max(widest, values[i] - values[i - 1]);
  }
  return widest;
}

/// Returns true if headings cover the circle: the gap from the last to the first is not wider than
/// the others.
bool goes_round(const std::vector<double>& headings) {
  return headings.size() >= kLeastAround &&
         headings.front() + kTwoPi - headings.back() <= widest_gap(headings) * kEvenly;
}

}  // namespace

ConfigurationAxis::ConfigurationAxis(const std::vector<Configuration>& nodes,
                                     Eigen::Index coordinate)
    : is_heading_(coordinate == kHeadingCoordinate) {
  for (const Configuration& node : nodes) values_.push_back(node[coordinate]);
  std::sort(values_.begin(), values_.end());
  const auto same = [](double a, double b) { return std::abs(b - a) <= kSamePlace; };
  values_.erase(std::unique(values_.begin(), values_.end(), same), values_.end());
  is_periodic_ = is_heading_ && goes_round(values_);
}

std::size_t ConfigurationAxis::index_of(double value) const {
  const auto at = std::lower_bound(values_.begin(), values_.end(), value - kSamePlace);
  return static_cast<std::size_t>(at - values_.begin());
}

bool ConfigurationAxis::is_at_end(double value) const {
  return value <= values_.front() + kSamePlace || value >= values_.back() - kSamePlace;
}

double ConfigurationAxis::wrapped(double value) const {
  if (!is_heading_) return value;
  if (is_periodic_) return value - kTwoPi * std::floor((value - values_.front()) / kTwoPi);
  const double middle = 0.5 * (values_.front() + values_.back());
  return value - kTwoPi * nearest_integer((value - middle) * kTurnsPerRadian);
}

double ConfigurationAxis::outside(double value) const {
  if (is_periodic_) return 0.0;
  return std::min(0.0, value - values_.front()) + std::max(0.0, value - values_.back());
}

ConfigurationAxis::Place ConfigurationAxis::place(double value) const {
  const std::size_t last = values_.size() - 1;
  if (!is_periodic_ && value <= values_.front()) return {0, std::min<std::size_t>(1, last), 0, 0};
  if (!is_periodic_ && value >= values_.back())
    return {last - std::min<std::size_t>(1, last), last, last == 0 ? 0.0 : 1.0, 0.0};
  const auto above = std::upper_bound(values_.begin(), values_.end(), value) - values_.begin();
  Place place;
  place.lower = static_cast<std::size_t>(std::max<std::ptrdiff_t>(above, 1)) - 1;
  place.upper = place.lower == last ? 0 : place.lower + 1;
  const double width = place.lower == last ? values_.front() + kTwoPi - values_.back()
                                           : values_[place.upper] - values_[place.lower];
  place.share = (value - values_[place.lower]) / width;
  place.slope = 1.0 / width;
  return place;
}

double ConfigurationAxis::largest_gap() const { return widest_gap(values_); }

}  // namespace raftup::hydro
