#pragma once

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// Mooring lines with points, rods and bodies that hang in them, computed by MoorDyn 2 through the
/// library that the model is given (mooring_library.hpp). Coupled points are fixed to bodies, at
/// coordinates of the model frames of these bodies [m]; everything else in the input is in the
/// world frame, with z up from still water. Gravity and water density are those of the model; the
/// water around the lines is at rest.
///
/// The coupling is staggered: the force at the start of a step is constant through the step. Then
/// the mooring system is advanced over the same step in shorter steps, while its coupled points
/// move with constant velocity to their new positions. Every stepper therefore has order 1 with
/// such a load: the error of the forces is their change within a step h [s], and a stiffness k
/// [N/m] adds the negative damping -h k/2 [N s/m]. As for any force from outside, there is no
/// Jacobian and no potential energy: energy that the lines store counts as work that the bodies
/// have done. A linear model contains the force at rest and neglects its changes.
/// @source Hall (2020), MoorDyn v2: new capabilities in mooring system components and load cases
struct MooringSystem final : LoadDescription {
  static constexpr std::string_view kKind = "mooring_system";

  std::string body;
  std::string input;  ///< text of an input file of MoorDyn 2
  /// Name of the body of each coupled point, in the order of the input; `body` must be one of these
  /// names. An empty list means that all points are on `body`.
  std::vector<std::string> point_bodies;

  bool still = false;  ///< true in a linear model; it is not a field of model files

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
