#pragma once

#include "hydro/second_order/paired_components.hpp"

namespace raftup::hydro {

/// Real coefficients r of kLaneCount components as a parabola in u: constant + u linear + u^2
/// quadratic. All zero in lanes without a component.
struct RealParabola {
  LaneArray constant{}, linear{}, quadratic{};
};

/// Z = sum_c r_c(u) z_c at an instant, and its derivatives by u and by the position [1/m].
struct SeriesSum {
  Complex value, per_u, per_x, per_y;
};

/// Z at the start, the middle and the end of a path, of one group of components. No gradient is
/// taken at the start, it is zero. The same bits on every machine.
/// @param phasors, coefficients of all groups
std::array<SeriesSum, 3> sum_series(const PairedComponents& components,
                                    const PairedComponents::Group& group,
                                    const std::vector<InstantPhasors>& phasors,
                                    const std::vector<RealParabola>& coefficients,
                                    const PathParameters& u);

/// The same of complex coefficients, as the nodes of a window have them.
std::array<SeriesSum, 3> sum_series(const PairedComponents& components,
                                    const PairedComponents::Group& group,
                                    const std::vector<InstantPhasors>& phasors,
                                    const std::vector<ForceParabola>& coefficients,
                                    const PathParameters& u);

/// sum_c r_c(u) |z_c|^2 and its derivative by u, at the same instants.
struct PowerSum {
  double value = 0.0, per_u = 0.0;
};
std::array<PowerSum, 3> sum_powers(const InstantPhasors* phasors, const RealParabola* coefficients,
                                   std::size_t count, const PathParameters& u);

}  // namespace raftup::hydro
