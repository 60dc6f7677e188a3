#pragma once

#include <optional>

#include "solver/loads/rods/bottom_contact.hpp"
#include "solver/loads/rods/discrete_rod.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

struct ElasticLine;

/// Divides a line into the elements and nodes of a rod.
rods::DiscreteRod make_rod(const ElasticLine& line, const Model& model);

/// Returns how far a line may reach beyond its places at rest [m], by what a drum stores; none if it feels
/// no waves.
std::optional<double> wave_reach(const ElasticLine& line);

/// Returns the bottom of a line; null if it has none.
std::unique_ptr<rods::Bottom> make_bottom(const ElasticLine& line, const Model& model);

/// Returns the contact of a rod with its bottom.
/// @param rubs false to leave out friction
rods::BottomContact make_contact(const ElasticLine& line, const rods::DiscreteRod& rod,
                                 const rods::Bottom& bottom, bool rubs);

}  // namespace raftup::solver
