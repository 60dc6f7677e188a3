#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "hydro/radiation/section_radiation.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// A section of a body of a hydrodynamic group, and its rows in the database of the group.
struct SectionPlace {
  std::size_t body;     ///< index in Model::bodies
  std::size_t section;  ///< index in RigidBody::sections
  std::size_t rows;     ///< index in hydro::Database::sections
};

/// Greatest distance of a section from the plane of the database [m].
inline constexpr double kSameSection = 1e-3;

/// Returns the place of the plane of a section in the frame of the database of its group, with the
/// body at rest [m].
/// @param member a body of the group that the database has
double section_at_rest(const HydrodynamicGroup& group, const GroupBody& member,
                       const RigidBody& body, const HullSection& section);

/// Returns the rows of a section in the database of its group; none if the database has no plane of
/// the body within kSameSection [m].
std::optional<std::size_t> rows_of_section(const HydrodynamicGroup& group, const GroupBody& member,
                                           const RigidBody& body, const HullSection& section);

/// Returns the sections of the bodies of a group, in the order of the database and of each body.
/// The model must be valid.
std::vector<SectionPlace> sections_of(const Model& model, const HydrodynamicGroup& group);

/// Makes the radiation forces on the parts ahead of the sections of a group [N, N m], in the order
/// of sections_of(); null if its bodies have no sections.
std::shared_ptr<const hydro::SectionRadiation> make_section_radiation(
    const Model& model, const HydrodynamicGroup& group);

}  // namespace raftup::solver
