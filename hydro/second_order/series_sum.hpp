#pragma once

#include "hydro/second_order/paired_components.hpp"

namespace raftup::hydro {

/// Real coefficients r of kLaneCount components as a parabola in u: constant + u linear + u^2
/// quadratic. They are zero in lanes without a component.
struct RealParabola {
  LaneArray constant{}, linear{}, quadratic{};
};

/// The sum Z = sum_c r_c(u) z_c at an instant, and its derivatives with respect to u and to the
/// position [1/m].
struct SeriesSum {
  Complex value, per_u, per_x, per_y;
};

/// Computes Z of one group of components at the start, the middle and the end of a path. The
/// gradient at the start is not computed; it is zero. The result is bit for bit the same on every
/// machine.
/// @param phasors, coefficients those of all groups
std::array<SeriesSum, 3> sum_series(const PairedComponents& components,
                                    const PairedComponents::Group& group,
                                    const std::vector<InstantPhasors>& phasors,
                                    const std::vector<RealParabola>& coefficients,
                                    const PathParameters& u);

/// Computes Z as the function above does, for complex coefficients, as the nodes of a window have
/// them.
std::array<SeriesSum, 3> sum_series(const PairedComponents& components,
                                    const PairedComponents::Group& group,
                                    const std::vector<InstantPhasors>& phasors,
                                    const std::vector<ForceParabola>& coefficients,
                                    const PathParameters& u);

/// The sum sum_c r_c(u) |z_c|^2 at an instant, and its derivative with respect to u.
struct PowerSum {
  double value = 0.0, per_u = 0.0;
};
/// Computes the sum of the coefficients times |z_c|^2 at the start, the middle and the end of a
/// path.
/// @param count number of SIMD blocks
std::array<PowerSum, 3> sum_powers(const InstantPhasors* phasors, const RealParabola* coefficients,
                                   std::size_t count, const PathParameters& u);

}  // namespace raftup::hydro
