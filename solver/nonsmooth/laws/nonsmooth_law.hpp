#pragma once

#include <string>
#include <variant>

#include "solver/nonsmooth/laws/complementarity_law.hpp"
#include "solver/nonsmooth/laws/equality_law.hpp"
#include "solver/nonsmooth/laws/newton_impact_friction_law.hpp"
#include "solver/nonsmooth/laws/newton_impact_law.hpp"
#include "solver/nonsmooth/laws/relay_law.hpp"

namespace raftup::solver::nonsmooth {

/// Links the local variables y and lambda of an interaction.
using NonsmoothLaw = std::variant<ComplementarityLaw, NewtonImpactLaw, NewtonImpactFrictionLaw,
                                  EqualityLaw, RelayLaw>;

/// Number of rows of y and lambda.
Eigen::Index size_of(const NonsmoothLaw& law);

/// True where the law holds only while a gap, row 0 of y, is closed (systems of second order).
bool unilateral(const NonsmoothLaw& law);

LawRows rows_of(const NonsmoothLaw& law, const LawContext& context);

/// @param subject  how the message names the interaction
/// @throws Error(kInvalidArgument) where a parameter is out of range or the law does not suit
///         systems of this order
void check(const NonsmoothLaw& law, const std::string& subject, SystemOrder order);

}  // namespace raftup::solver::nonsmooth
