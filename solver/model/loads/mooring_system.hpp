#pragma once

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// Mooring lines, and points, rods and bodies that hang in them, by MoorDyn 2: the library that the
/// model is given (mooring_library.hpp). Coupled points are fast to bodies, at coordinates of their
/// model frames; all else of the input is in the world, with z up from still water. Gravity and
/// water are the model's; the water around the lines is still.
///
/// Coupling, staggered: the force of where a step begins is held through it. Then the system takes
/// the step, its points going straight from where they were to where they are, in steps of its
/// own. So every stepper has order 1 here: at the steps h of a run forces are off by what they
/// change in h, and a stiffness k adds the damping -h k/2. Like any force that comes from outside
/// it has no Jacobian and no potential: what it stores is power that bodies give it. Linear models
/// have its force at rest and leave out the rest.
/// @source Hall (2020), MoorDyn v2: new capabilities in mooring system components and load cases
struct MooringSystem final : LoadDescription {
  static constexpr std::string_view kKind = "mooring_system";

  std::string body;
  std::string input;  ///< text of an input file of MoorDyn 2
  /// Body of every coupled point, in the order of the input, `body` among them; empty = `body`.
  std::vector<std::string> point_bodies;

  bool still = false;  ///< true in a linear model; not a field

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kBody);
    field("input", self.input, Reference::kNone);
    field("point_bodies", self.point_bodies, FieldRule(Reference::kBody).added_late());
  }
  std::vector<LoadOutput> outputs() const override;
  void hold_still() override { still = true; }
  std::string linear_limit(const std::string& name) const override;
  void check(const Model& model, const std::string& path, Violations& violations) const override;
};

/// True if a load of the model is a mooring system.
bool needs_mooring_library(const Model& model);

std::unique_ptr<ForceElement> make_element(const MooringSystem& load, const LoadSite& site);

}  // namespace raftup::solver
