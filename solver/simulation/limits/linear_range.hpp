#pragma once

#include <cstdint>
#include <vector>

#include "solver/model/model.hpp"
#include "solver/simulation/limits/described_limit.hpp"
#include "solver/simulation/limits/hull_form.hpp"
#include "solver/simulation/limits/waterline.hpp"

namespace raftup::solver {

/// What linear water can hold, watched while a simulation runs. Of each body, the first
/// four where its hydrostatics are those of its database:
/// - "roll_range", "pitch_range": beyond 20 deg, where the righting arm of a box has left its slope
///   by some 15 %;
/// - "hull_emerged", "hull_submerged": further above or below its place, or where it is from the
///   surface of the waves, than its draught V / A_w, where linear buoyancy turns to suction or
///   doubles. Freeboards are in no database.
/// - "turned_from_rest": turned by more than 15 deg though the waves are taken at the poses of rest
///   (excitation.at_body_position false), so that they come from the wrong side.
/// Of each two bodies of a group whose database knows them at rest alone:
/// - "gap_narrowed": the gap between their waterlines is less than half of that at rest;
/// - "group_spread": their relative place has moved by more than a quarter of the shortest waves
///   that matter (nine tenths of the variance lie in longer ones): they meet the waves that they
///   send each other in another phase than the database has.
/// It costs some comparisons per body and pair.
class LinearRange {
 public:
  /// @param model of the simulation, which must outlive it
  explicit LinearRange(const Model& model);

  std::uint64_t count() const { return limits_.size(); }

  /// Notes in `state` the limits that it passes where it stands.
  void watch(State& state);

  DescribedLimit describe(const PassedLimit& passed) const;

 private:
  enum class Kind { kRoll, kPitch, kEmerged, kSubmerged, kTurned, kNarrowed, kSpread };

  struct Limit {
    Kind kind;
    std::size_t body, other;  ///< indices in the model; `other` of a pair alone
    double threshold;         ///< rad, m
  };

  struct Hull {
    std::size_t body;
    HullForm form;
    Waterline waterline;
    double radius;       ///< of the waterline [m]
    double rest_height;  ///< of the centre of mass [m]
    bool linear;         ///< hydrostatics
    bool waves_at_rest;  ///< its excitation
    std::uint64_t first_limit;
    double rest_cosine, rest_sine;    ///< of the heading at rest
    double cosine = 1.0, sine = 0.0;  ///< of the heading now
  };

  struct Pair {
    std::size_t first, other;  ///< among the hulls
    Vector2 rest_offset;       ///< m, of the other in the axes of the first
    double slack;              ///< m: nothing can be passed before it is
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
