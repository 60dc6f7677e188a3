#include <fmt/format.h>

#include <array>

#include "solver/model/model.hpp"
#include "solver/simulation/findings/model_findings.hpp"

namespace raftup::solver {

namespace {

using PlanarDofs = std::array<bool, 3>;  ///< surge, sway, yaw

std::string path_of(const Load& load, std::size_t index) {
  return fmt::format("loads[{}].{}", index, kind_of(load));
}

/// Calls found(path) for each member of a group that is the body and has quadratic damping there.
template <typename Found>
void find_quadratic_damping(const Model& model, const std::string& body, const PlanarDofs& dofs,
                            const Found& found) {
  constexpr std::array<Eigen::Index, 3> kRows{0, 1, 5};
  for (std::size_t i = 0; i < model.hydrodynamics.size(); ++i) {
    const std::vector<GroupBody>& members = model.hydrodynamics[i].bodies;
    for (std::size_t member = 0; member < members.size(); ++member) {
      const Matrix6& D = members[member].quadratic_damping;
      bool acts = false;
      for (std::size_t k = 0; k < 3; ++k) acts = acts || (dofs[k] && !D.row(kRows[k]).isZero(0.0));
      if (!acts || members[member].body != body) continue;
      found(fmt::format("hydrodynamics[{}].bodies[{}].quadratic_damping", i, member));
    }
  }
}

void add_hull_findings(const Model& model, const std::string& body, const std::string& hull,
                       Findings& findings) {
  const auto warn = [&](const std::string& other) {
    findings.push_back(
        {"damping_twice", Severity::kWarning,
         fmt::format("{} should not act in surge, sway and yaw together with the hull derivatives "
                     "of {}, which have that drag; both act",
                     other, hull),
         0.0});
  };
  for (std::size_t i = 0; i < model.loads.size(); ++i) {
    const std::optional<PlanarDrag> drag = model.loads[i].description().planar_drag();
    if (!drag || drag->by_derivatives || drag->body != body) continue;
    warn(path_of(model.loads[i], i));
  }
  find_quadratic_damping(model, body, {true, true, true}, warn);
}

void add_current_findings(const Model& model, const PlanarDrag& drag, const std::string& path,
                          Findings& findings) {
  find_quadratic_damping(
      model, drag.body, {drag.surge, drag.sway, drag.yaw}, [&](const std::string& damping) {
        findings.push_back(
            {"damping_twice", Severity::kWarning,
             fmt::format("{} should not act in the same of surge, sway and yaw as {}, which is "
                         "drag of the same water; both act: leave those rows of it 0, or the load "
                         "out",
                         damping, path),
             0.0});
      });
}

}  // namespace

void add_drag_findings(const Model& model, Findings& findings) {
  for (std::size_t i = 0; i < model.loads.size(); ++i) {
    const std::optional<PlanarDrag> drag = model.loads[i].description().planar_drag();
    if (!drag) continue;
    const std::string path = path_of(model.loads[i], i);
    if (drag->by_derivatives) {
      add_hull_findings(model, drag->body, path, findings);
    } else {
      add_current_findings(model, *drag, path, findings);
    }
  }
}

}  // namespace raftup::solver
