#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "solver/model/contacts/contact_shape.hpp"
#include "solver/simulation/findings/model_findings.hpp"
#include "solver/simulation/limits/contacts_at_start.hpp"

namespace raftup::solver {

namespace {

constexpr double kNotableOverlap = 1e-6;  // m: shapes that abut overlap by rounding

using BodyPair = std::pair<std::size_t, std::size_t>;

BodyPair in_order(std::size_t one, std::size_t two) { return std::minmax(one, two); }

/// The index of the first joint of each pair of bodies that are connected by joints; the world is
/// kWorld.
std::map<BodyPair, std::size_t> joined_bodies(const Model& model) {
  std::map<BodyPair, std::size_t> joints;
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    const Joint& joint = model.joints[i];
    const std::size_t two =
        joint.body2.empty() ? ConstraintBlock::kWorld : find_body(model, joint.body2);
    joints.emplace(in_order(find_body(model, joint.body1), two), i);
  }
  return joints;
}

}  // namespace

void add_overlap_findings(const Model& model, const ContactsAtStart& start, Findings& findings) {
  if (model.joints.empty() || !can_push(model)) return;
  const std::map<BodyPair, std::size_t> joints = joined_bodies(model);
  const ContactSet& set = start.set;
  const auto in_model = [&start](std::size_t body) {
    return body == ConstraintBlock::kWorld ? body : start.bodies[body];
  };
  std::map<std::size_t, std::pair<double, std::size_t>> deepest;  // by pair: depth, joint
  for (const Contact& contact : set.contacts()) {
    const auto [one, two] = contact.block.bodies;
    const auto joint = joints.find(in_order(in_model(one), in_model(two)));
    if (joint == joints.end()) continue;
    const double depth = set.pairs()[contact.pair].points[contact.point].depth;
    if (depth > std::max(kNotableOverlap, deepest[contact.pair].first)) {
      deepest[contact.pair] = {depth, joint->second};
    }
  }
  for (const auto& [pair, found] : deepest) {
    const auto& [depth, joint] = found;
    if (!(depth > 0.0)) continue;
    const ContactPairState& of = set.pairs()[pair];
    findings.push_back(
        {"joined_shapes_overlap", Severity::kWarning,
         fmt::format("shapes '{}' and '{}' of bodies that joint '{}' joins must not overlap where "
                     "a run begins, they do by {:.3g} m: contact and joint will push against each "
                     "other, unless disabled_pairs leaves the pair out",
                     full_name(model.shapes[of.shape1]), full_name(model.shapes[of.shape2]),
                     model.joints[joint].name, depth),
         depth});
  }
}

}  // namespace raftup::solver
