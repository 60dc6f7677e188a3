#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "hydro/base/disjoint_sets.hpp"
#include "hydro/base/error.hpp"
#include "solver/dynamics/islands/islands.hpp"
#include "solver/model/model.hpp"
#include "solver/simulation/findings/model_findings.hpp"

namespace raftup::solver {

namespace {

// Chosen, not swept; they decide what is a finding and change no number of a simulation.
/// strain at rest: fiber ropes reach it in service, steel breaks at .02
constexpr double kLargestStrain = 0.1;
constexpr double kLargestSag = 0.05;  ///< strain of a line by its own weight
/// tension of one line as a share of the weight of the bodies that it holds
constexpr double kShareOfWeight = 0.5;
/// share of the depth by which the bottom may vary within a mooring
constexpr double kShareOfDepth = 0.1;
constexpr double kLeastAcross = 0.2;  ///< share of the drop; a line that is steeper is a riser

void warn(const char* name, const std::string& message, double value, Findings& findings) {
  findings.push_back({name, Severity::kWarning, message, value});
}

/// Adds the findings that follow from the ends and the length of a line.
void add_geometry_findings(const std::string& name, const HangingLine& line, const Model& model,
                           Findings& findings) {
  if (!line.anchor_body.empty() || line.above_bottom) return;
  const double above = line.anchor.z() + model.water_depth;
  if (std::isfinite(above) && line.anchor.z() < 0.0 && above > kShareOfDepth * model.water_depth) {
    warn("anchor_above_bottom",
         fmt::format("anchor of '{}' should lie on the bottom, {:.4g} m below the surface, lies "
                     "{:.4g} m above it, where the line finds a bottom of its own; look at "
                     "anchor z and environment.water_depth, or say above_bottom: true",
                     name, model.water_depth, above),
         above, findings);
  }
  const Vector3 from = initial_position(model, line.body, line.point).value();
  const double drop = from.z() - line.anchor.z();
  const double across = (from - line.anchor).head<2>().norm();
  if (across > kLeastAcross * drop && line.length >= drop + across) {
    warn("line_slack",
         fmt::format("'{}' should be shorter than the way straight down and along the bottom to "
                     "its anchor, {:.4g} m, to hold anything at t = 0, is {:.4g} m long and hangs "
                     "slack; look at its length and at its ends",
                     name, drop + across, line.length),
         line.length - drop - across, findings);
  }
}

void add_sag_finding(const std::string& name, const HangingLine& line, Findings& findings) {
  const double strain = line.weight / line.softest;
  if (strain <= kLargestSag) return;
  warn("axial_stiffness_low",
       fmt::format("'{}' should carry its own weight in water, {:.4g} N, with a strain of at most "
                   "{}, axial_stiffness {:.4g} N gives {:.3g}; look at its unit, N",
                   name, line.weight, kLargestSag, line.softest, strain),
       strain, findings);
}

/// The largest tension among the outputs of a line at t = 0 [N].
double tension_at_start(Island& island, std::size_t load, const State& state) {
  const std::vector<LoadOutput> outputs = island.part().model.loads[load].description().outputs();
  std::size_t size = 0;
  for (const LoadOutput& output : outputs) size += static_cast<std::size_t>(output.size);
  std::vector<double> values(size);
  island.read_load_outputs(load, state, values);
  double largest = 0.0;
  std::size_t at = 0;
  for (const LoadOutput& output : outputs) {
    const bool tension = std::string_view(output.name).ends_with("tension");
    for (int i = 0; i < output.size; ++i, ++at) {
      if (tension) largest = std::max(largest, values[at]);
    }
  }
  return largest;
}

/// What lines may hold of bodies at rest.
struct Held {
  double weight = 0.0;  ///< [N]
  double lift = 0.0;    ///< constant force by which bodies are lifted beyond their weight [N]

  Held& operator+=(const Held& other) {
    weight += other.weight;
    lift += other.lift;
    return *this;
  }
  /// Greatest tension of one line without a finding [N].
  double tension() const { return kShareOfWeight * weight + lift; }
};

Held held_of(const Model& model, const RigidBody& body) {
  double lift = -body.mass * model.gravity;
  for (const Load& load : model.loads) lift += load.description().constant_lift(body.name);
  return {body.mass * model.gravity, std::max(lift, 0.0)};
}

/// Bodies in sets that joints connect.
class JoinedBodies {
 public:
  explicit JoinedBodies(const Model& model) : sets_(model.bodies.size()) {
    std::vector<bool> fixed(model.bodies.size());
    for (const Joint& joint : model.joints) {
      const std::size_t one = find_body(model, joint.body1);
      if (joint.body2.empty()) {
        fixed[one] = true;
      } else {
        sets_.link(one, find_body(model, joint.body2));
      }
    }
    held_.resize(model.bodies.size());
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
      const bool moves = !fixed[i] && model.bodies[i].motion == Motion::kDynamic;
      held_[label(i)] += moves ? held_of(model, model.bodies[i])
                               : Held{std::numeric_limits<double>::infinity(), 0.0};
    }
  }

  std::size_t label(std::size_t body) { return sets_.label(body); }
  /// What the bodies of a label are; of infinite weight if one of them does not move or is joined to
  /// the world.
  const Held& held(std::size_t label) const { return held_[label]; }
  bool moves(std::size_t label) const { return std::isfinite(held_[label].weight); }

 private:
  DisjointSets sets_;
  std::vector<Held> held_;
};

/// Returns what is joined with a body: the bodies that joints connect with it, and those that move
/// and that lines other than one connect with these. Its weight is infinite if joints connect the
/// body to one that does not move, or to the world.
Held joined_with(const Model& model, const std::string& body, const std::string& without) {
  JoinedBodies bodies(model);
  const std::size_t of = bodies.label(find_body(model, body));
  DisjointSets lines(model.bodies.size());
  for (const Load& load : model.loads) {
    const std::optional<HangingLine> line = load.description().hanging_line(model);
    if (!line || line->anchor_body.empty() || load.name == without) continue;
    const std::size_t one = bodies.label(find_body(model, line->body));
    const std::size_t other = bodies.label(find_body(model, line->anchor_body));
    if (bodies.moves(one) && bodies.moves(other)) lines.link(one, other);
  }
  Held sum;
  for (std::size_t label = 0; label < model.bodies.size(); ++label) {
    if (lines.label(label) == lines.label(of)) sum += bodies.held(label);
  }
  return sum;
}

void add_tension_findings(const std::string& name, const HangingLine& line, double tension,
                          const Model& model, Findings& findings) {
  const double strain = tension / line.softest;
  if (strain > kLargestStrain) {
    warn("line_overstretched",
         fmt::format("tension of '{}' should be at most {} of its axial_stiffness at t = 0, {:.4g} "
                     "N of {:.4g} N, is {:.4g} N, beyond what lines bear; look at its length and "
                     "its ends, and at the unit of axial_stiffness, N",
                     name, kLargestStrain, kLargestStrain * line.softest, line.softest, tension),
         strain, findings);
    return;
  }
  const double own_weight = model.bodies[find_body(model, line.body)].mass * model.gravity;
  if (tension <= kShareOfWeight * own_weight) return;
  const Held held = joined_with(model, line.body, name);
  if (tension <= held.tension()) return;
  const std::string lift =
      held.lift > 0.0 ? fmt::format(" and its lift of {:.4g} N", held.lift) : std::string();
  warn("line_too_tight",
       fmt::format("tension of '{}' should be a small part of the weight of '{}' and of what is "
                   "joined with it, {:.4g} N{}, at t = 0, is {:.4g} N; look at its length, {:.6g} "
                   "m, and at its ends",
                   name, line.body, held.weight, lift, tension, line.length),
       tension / held.weight, findings);
}

}  // namespace

void add_line_findings(const Model& model, const Islands& islands, const State& state,
                       Findings& findings) {
  for (std::size_t i = 0; i < model.loads.size(); ++i) {
    const Load& load = model.loads[i];
    const std::optional<HangingLine> line = load.description().hanging_line(model);
    if (!line) continue;
    add_geometry_findings(load.name, *line, model, findings);
    add_sag_finding(load.name, *line, findings);
    const auto [island, place] = islands.of_load(i);
    try {
      add_tension_findings(load.name, *line, tension_at_start(*island, place, state), model,
                           findings);
    } catch (const Error&) {
      // What cannot be evaluated at t = 0 is refused by the first step, with words of its own.
    }
  }
}

}  // namespace raftup::solver
