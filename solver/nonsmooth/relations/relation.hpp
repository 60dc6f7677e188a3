#pragma once

#include <string>
#include <variant>

#include "solver/nonsmooth/dynamical_system.hpp"
#include "solver/nonsmooth/relations/linear_relation.hpp"
#include "solver/nonsmooth/relations/scleronomic_relation.hpp"

namespace raftup::solver::nonsmooth {

/// Links the local variables (y, lambda) of an interaction with the coordinates X (Q) of its
/// systems and their inputs R (P).
using Relation = std::variant<LinearRelation, ScleronomicRelation>;

/// y at the coordinates X, without the part of lambda.
VectorXd output(const Relation& relation, const VectorXd& coordinates);

LinearisedRelation linearise(const Relation& relation, const VectorXd& coordinates);

/// @param subject      how the message names the interaction
/// @param coordinates  X of its systems at t = 0
/// @param size         that its law asks for
/// @throws Error(kInvalidArgument) where a size does not fit, a function is missing, or systems of
///         second order are given an input matrix or a feedthrough
void check(const Relation& relation, const std::string& subject, const VectorXd& coordinates,
           Eigen::Index size, SystemOrder order);

}  // namespace raftup::solver::nonsmooth
