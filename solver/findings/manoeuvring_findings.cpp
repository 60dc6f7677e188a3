#include <fmt/format.h>

#include "solver/findings/model_findings.hpp"
#include "solver/model.hpp"

namespace raftup::solver {

namespace {

void warn(const std::string& hull, const std::string& other, Findings& findings) {
  findings.push_back(
      {"damping_twice", Severity::kWarning,
       fmt::format("{} should not act in surge, sway and yaw together with the hull derivatives of "
                   "{}, which have that drag; both act",
                   other, hull),
       0.0});
}

void add_findings_of(const Model& model, const std::string& body, const std::string& path,
                     Findings& findings) {
  for (std::size_t i = 0; i < model.loads.size(); ++i) {
    const auto* drag = std::get_if<CurrentDrag>(&model.loads[i].kind);
    if (drag == nullptr || drag->body != body) continue;
    warn(path, fmt::format("loads[{}].current_drag", i), findings);
  }
  for (std::size_t i = 0; i < model.hydrodynamics.size(); ++i) {
    const HydrodynamicGroup& group = model.hydrodynamics[i];
    for (std::size_t member = 0; member < group.bodies.size(); ++member) {
      const Matrix6& D = group.bodies[member].quadratic_damping;
      const bool planar = !D.row(0).isZero(0.0) || !D.row(1).isZero(0.0) || !D.row(5).isZero(0.0);
      if (group.bodies[member].body != body || !planar) continue;
      warn(path, fmt::format("hydrodynamics[{}].bodies[{}].quadratic_damping", i, member),
           findings);
    }
  }
}

}  // namespace

void add_manoeuvring_findings(const Model& model, Findings& findings) {
  for (std::size_t i = 0; i < model.loads.size(); ++i) {
    const auto* hull = std::get_if<Manoeuvring>(&model.loads[i].kind);
    if (hull == nullptr) continue;
    add_findings_of(model, hull->body, fmt::format("loads[{}].manoeuvring", i), findings);
  }
}

}  // namespace raftup::solver
