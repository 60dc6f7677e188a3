#pragma once

#include "hydro/database/database.hpp"
#include "hydro/sea/sea.hpp"
#include "hydro/second_order/second_order_options.hpp"

namespace raftup::hydro {

/// Returns the share of the variance of a sea that is in components outside an ascending grid of
/// frequencies [rad/s] [1]. The frequencies are those in the frame that moves with the water.
double variance_outside(const Sea& sea, const VectorXd& omega);

/// Returns the frequencies [rad/s] for which a second-order method has data. They begin at 0 if the
/// method uses mean drift forces.
VectorXd second_order_range(const Database& database, const SecondOrderOptions& options);

/// Largest share of the variance of a sea that may lie outside the frequencies of the second-order
/// data [1]. Chosen, not swept.
inline constexpr double kVarianceOutside = 0.01;

/// Checks that the frequencies of the second-order data cover a sea.
/// @throws Error(kInvalidArgument) if more than kVarianceOutside of its variance lies outside
void require_second_order_range(const Sea& sea, const Database& database,
                                const SecondOrderOptions& options);

}  // namespace raftup::hydro
