#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "hydro/radiation/convolution/elevation_memory.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// A disturbed probe of a hydrodynamic group, and the field point of the group's database at which
/// the waves are known.
struct ProbedPoint {
  std::size_t probe;  ///< index in Model::probes
  std::size_t point;  ///< index in hydro::WaveField::points
};

/// Greatest horizontal distance of a probe from its field point [m].
inline constexpr double kSameFieldPoint = 1e-3;

/// Returns the index of the hydrodynamic group that a body belongs to; none if it is in no group.
std::optional<std::size_t> group_of_body(const Model& model, const std::string& body);

/// Returns the position of a probe in the frame of the database of its group, with the body at rest
/// [m]; none if the body is no member of the group or the database does not have it.
std::optional<Vector3> probe_at_rest(const Model& model, const HydrodynamicGroup& group,
                                     const Probe& probe);

/// Returns the field point of the database above or below a probe, which belongs to the body of the
/// probe; none if there is no such point within kSameFieldPoint [m].
std::optional<std::size_t> field_point_of(const Model& model, const HydrodynamicGroup& group,
                                          const Probe& probe);

/// Returns the disturbed probes of the bodies of a group, in the order of the model. The model must
/// be valid.
std::vector<ProbedPoint> probed_points(const Model& model, const HydrodynamicGroup& group);

/// Groups that hold the diffracted elevations of probes [m/m] in the place of X [N/m], so that they
/// can be evaluated as the excitation of bodies is. They have no Froude-Krylov force.
struct DiffractingGroups {
  /// The place of a probe.
  struct Place {
    std::size_t group = 0;  ///< index in `groups`
    Eigen::Index row = 0;   ///< row of its elevation [m/m] among the 6N rows of X
  };

  std::vector<HydrodynamicGroup> groups;  ///< each holds up to six probes of every body
  std::vector<Place> places;              ///< one for each of the probed points
};

/// Returns the groups for disturbed probes of one group.
/// @param probed those of probed_points()
DiffractingGroups diffracting_groups(const HydrodynamicGroup& group,
                                     const std::vector<ProbedPoint>& probed);

/// Makes the memory of the waves that a group radiates to its disturbed probes [m]; null if it has
/// no disturbed probe. The points are those of probed_points().
std::shared_ptr<const hydro::ElevationMemory> make_elevation_memory(const Model& model,
                                                                    const HydrodynamicGroup& group);

}  // namespace raftup::solver
