#pragma once

#include "hydro/database/database.hpp"
#include "hydro/sea/sea.hpp"
#include "hydro/second_order/second_order_options.hpp"

namespace raftup::hydro {

/// Share of a sea's variance in components outside an ascending grid of frequencies [rad/s], which
/// are those in the frame that moves with the water.
double variance_outside(const Sea& sea, const VectorXd& omega);

/// The frequencies [rad/s] for which a method has data; they begin at 0 if it uses mean drift
/// forces.
VectorXd second_order_range(const Database& database, const SecondOrderOptions& options);

/// Share of a sea's variance that may lie outside these frequencies; chosen, not swept.
inline constexpr double kVarianceOutside = 0.01;

/// @throws Error(kInvalidArgument) if a larger share lies outside
void require_second_order_range(const Sea& sea, const Database& database,
                                const SecondOrderOptions& options);

}  // namespace raftup::hydro
