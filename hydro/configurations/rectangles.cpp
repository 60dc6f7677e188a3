#include "hydro/configurations/rectangles.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

bool Rectangles::are_meant(const std::vector<Configuration>& places) {
  const ConfigurationAxis x(places, 0);
  const ConfigurationAxis y(places, 1);
  std::vector<std::size_t> of_x(x.size()), of_y(y.size());
  for (const Configuration& place : places) {
    ++of_x[x.index_of(place.x())];
    ++of_y[y.index_of(place.y())];
  }
  const auto are_half = [](const std::vector<std::size_t>& counts, std::size_t all) {
    return std::all_of(counts.begin(), counts.end(),
                       [all](std::size_t count) { return 2 * count >= all; });
  };
  return are_half(of_x, y.size()) && are_half(of_y, x.size());
}

Rectangles::Rectangles(const std::vector<Configuration>& places)
    : places_(places), x_(places, 0), y_(places, 1) {
  table_.assign(x_.size() * y_.size(), places.size());
  for (std::size_t k = 0; k < places.size(); ++k) {
    table_[x_.index_of(places[k].x()) * y_.size() + y_.index_of(places[k].y())] = k;
  }
  const auto lacking = std::find(table_.begin(), table_.end(), places.size());
  if (lacking == table_.end()) return;
  const auto at = static_cast<std::size_t>(lacking - table_.begin());
  require(
      false, "positions must have a node at every place of a rectangular grid over x and y",
      fmt::format("none at ({:g}, {:g}) m", x_.value(at / y_.size()), y_.value(at % y_.size())));
}

PlaceWeights Rectangles::weights(const Vector2& q) const {
  const ConfigurationAxis::Place x = x_.place(q.x());
  const ConfigurationAxis::Place y = y_.place(q.y());
  PlaceWeights result;
  for (const bool is_above_y : {false, true}) {
    if (is_above_y && y.upper == y.lower) continue;
    const double share_y = is_above_y ? y.share : 1.0 - y.share;
    const double slope_y = is_above_y ? y.slope : -y.slope;
    for (const bool is_above_x : {false, true}) {
      if (is_above_x && x.upper == x.lower) continue;
      const double share_x = is_above_x ? x.share : 1.0 - x.share;
      const double slope_x = is_above_x ? x.slope : -x.slope;
      const std::size_t row = is_above_x ? x.upper : x.lower;
      result.corners[result.count++] = {table_[row * y_.size() + (is_above_y ? y.upper : y.lower)],
                                        share_x * share_y,
                                        {slope_x * share_y, share_x * slope_y}};
    }
  }
  return result;
}

Vector2 Rectangles::outside(const Vector2& q) const {
  return {x_.outside(q.x()), y_.outside(q.y())};
}

bool Rectangles::is_at_edge(std::size_t place) const {
  return x_.is_at_end(places_[place].x()) || y_.is_at_end(places_[place].y());
}

double Rectangles::largest_spacing() const { return std::max(x_.largest_gap(), y_.largest_gap()); }

}  // namespace raftup::hydro
