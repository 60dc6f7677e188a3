#pragma once

#include <cstdint>
#include <vector>

#include "solver/model/model.hpp"
#include "solver/simulation/limits/described_limit.hpp"
#include "solver/simulation/limits/hull_form.hpp"
#include "solver/simulation/limits/waterline.hpp"

namespace raftup::solver {

/// The limits of linear water theory, checked while a simulation runs. For each body with linear
/// hydrostatics of its database:
/// - "roll_range", "pitch_range": the angle exceeds 20 deg, at which the righting arm of a box
///   differs from its initial slope by about 15 %;
/// - "hull_emerged", "hull_submerged": the center of mass is further above or below its height at
///   rest (in waves, also relative to the wave surface) than the draft V / A_w. Beyond this limit
///   the linear buoyancy of an emerged body is negative, and that of a submerged body exceeds twice
///   its weight. The freeboard cannot be used, since databases do not contain it.
/// For each body whose wave forces are computed at the poses of rest (excitation.at_body_position
/// false):
/// - "turned_from_rest": the yaw angle differs from that at rest by more than 15 deg, so that the
///   waves act from a wrong direction.
/// For each pair of bodies of a group with one database, which is valid for one relative position
/// of the bodies:
/// - "gap_narrowed": the gap between their waterlines is less than half of that at rest;
/// - "group_spread": their relative position has changed by more than a quarter of the shortest
///   wavelength that matters (nine tenths of the variance of the sea are in longer waves). The
///   waves that the bodies radiate to each other then arrive with another phase than in the
///   database.
/// The check needs a few comparisons for each body and each pair.
class LinearRange {
 public:
  /// @param model model of the simulation, which must outlive this object
  explicit LinearRange(const Model& model);

  std::uint64_t count() const { return limits_.size(); }

  /// Records in `state` the limits of linear theory that this state exceeds.
  void watch(State& state);

  DescribedLimit describe(const PassedLimit& passed) const;

 private:
  enum class Kind { kRoll, kPitch, kEmerged, kSubmerged, kTurned, kNarrowed, kSpread };

  struct Limit {
    Kind kind;
    /// indices of the bodies in the model; `other` is equal to `body` for limits of a single body
    std::size_t body, other;
    double threshold;  ///< rad or m
  };

  struct Hull {
    std::size_t body;
    HullForm form;
    Waterline waterline;
    double radius;  ///< largest distance of the waterline from the center of gravity [m]
    /// Lowest and highest height of the center of mass at rest [m, world]; they differ only with a
    /// family of databases over axes such as draught.
    double lowest_rest, highest_rest;
    bool linear;         ///< true if its hydrostatics are linear
    bool waves_at_rest;  ///< true if its wave forces are computed at the pose at rest [m, rad]
    std::uint64_t first_limit;
    double rest_cosine, rest_sine;    ///< cosine and sine of the heading at rest [rad]
    double cosine = 1.0, sine = 0.0;  ///< cosine and sine of the present heading [rad]
  };

  struct Pair {
    std::size_t first, other;  ///< indices in the list of hulls
    Vector2 rest_offset;       ///< m, position of the other hull at rest, in the axes of the first
    double slack;  ///< m, change of the relative position below which no limit can be exceeded
    double gap_limit, spread_limit;
    std::uint64_t first_limit;
  };

  void add_group(const HydrodynamicGroup& group, double spread_limit);
  void add_pair(std::size_t first, std::size_t other, const Vector2& rest_offset,
                double spread_limit);
  static void watch_heading(Hull& hull, State& state);
  void watch_hull(const Hull& hull, State& state) const;
  void watch_pair(const Pair& pair, State& state) const;

  const Model& model_;
  std::vector<Hull> hulls_;
  std::vector<Pair> pairs_;
  std::vector<Limit> limits_;
};

}  // namespace raftup::solver
