#include "solver/model/loads/liquid_tank.hpp"

#include <fmt/format.h>

#include "hydro/numerics/dense.hpp"
#include "solver/loads/tanks/sloshing_tank.hpp"
#include "solver/loads/tanks/tank_dynamics.hpp"
#include "solver/loads/tanks/tank_liquid.hpp"
#include "solver/water/masses/system_matrix.hpp"

namespace raftup::solver {

namespace {

/// A tank whose surface is level, in a run or in a linear model.
class LevelTank final : public ForceElement {
 public:
  LevelTank(const LiquidTank& load, const LoadSite& site)
      : name_(site.name), liquid_(load, site.model) {}

  void add(const StageConditions& /*conditions*/, const Kinematics& bodies,
           Forces& forces) override {
    liquid_.add_moment(&LevelAxis::whole, bodies[liquid_.body()], forces.total[liquid_.body()]);
  }
  void add_jacobian(const StageConditions& /*conditions*/, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override {
    const std::size_t body = liquid_.body();
    jacobian.add(body, body, liquid_.stiffness(&LevelAxis::whole, bodies[body]), Matrix6::Zero());
  }
  Potential potential(const StageConditions& /*conditions*/,
                      const Kinematics& bodies) const override {
    return liquid_.potential(&LevelAxis::whole, bodies[liquid_.body()]);
  }
  std::unique_ptr<InnerDynamics> inner_dynamics(const Kinematics& bodies) const override {
    if (liquid_.modes().empty()) return nullptr;
    return std::make_unique<TankDynamics>(name_, liquid_, bodies[liquid_.body()]);
  }
  void read(const StageConditions& /*conditions*/, const Kinematics& bodies,
            std::span<double> outputs) const override {
    const BodyKinematics& body = bodies[liquid_.body()];
    liquid_.write_elevations(&LevelAxis::whole, body, outputs);
    for (std::size_t i = 0; i < liquid_.modes().size(); ++i) {
      outputs[2 + i] = liquid_.level_displacement(liquid_.modes()[i], body);
    }
  }

 private:
  std::string name_;
  TankLiquid liquid_;
};

/// Mass and inertia of a body without the masses of the modes of its tanks, body axes.
Matrix6 mass_without_modes(const Model& model, const RigidBody& body) {
  Matrix6 mass = rigid_mass(body.mass, body.inertia, Matrix3::Identity());
  for (const Load& load : model.loads) {
    const auto* const tank = load.kind.get_if<LiquidTank>();
    if (tank == nullptr || tank->body != body.name || !tank->has_added_mass()) continue;
    mass += TankLiquid(*tank, model).sliding_mass(BodyKinematics());
  }
  return mass;
}

void check_modes(const LiquidTank& tank, const std::string& path, Violations& violations) {
  const auto check = [&](int count, const char* name) {
    violations.require(
        count >= 0 && count <= LiquidTank::kMostModes, fmt::format("{}.{}", path, name),
        fmt::format("must lie within 0 to {}", LiquidTank::kMostModes), fmt::format("{}", count));
  };
  check(tank.longitudinal_modes, "longitudinal_modes");
  check(tank.transverse_modes, "transverse_modes");
  violations.require(tank.damping_ratio < 1.0, path + ".damping_ratio", "must be less than 1",
                     fmt::format("{}", tank.damping_ratio));
  if (tank.surface != TankSurface::kModal) return;
  violations.require(tank.longitudinal_modes != 0 || tank.transverse_modes != 0, path + ".surface",
                     "modal must have longitudinal_modes or transverse_modes", "none");
}

}  // namespace

std::vector<LoadOutput> LiquidTank::outputs() const {
  std::vector<LoadOutput> all{{"elevation", "m",
                               "of the liquid at the middle of the walls ahead and to port, above "
                               "its surface at rest in the "
                               "tank; at the walls opposite the negative of it",
                               2}};
  if (surface == TankSurface::kModal) {
    all.push_back({"coordinate", "m",
                   "displacement of the mass of each mode along its axis, relative to the tank; "
                   "modes along x, then along y",
                   longitudinal_modes + transverse_modes, "body"});
  }
  return all;
}

void LiquidTank::check(const Model& model, const std::string& path, Violations& violations) const {
  check_modes(*this, path, violations);
  violations.require(model.gravity > 0.0, path, "must have gravity > 0 in the model",
                     fmt::format("{}", model.gravity));
  const bool valid = length > 0.0 && breadth > 0.0 && fill_height > 0.0 && density > 0.0;
  if (!valid || !violations.empty() || !has_body(model, this->body)) return;
  const RigidBody& on = model.bodies[find_body(model, this->body)];
  if (on.motion != Motion::kDynamic) return;
  const double mass = density * length * breadth * fill_height;
  violations.require(mass <= on.mass, path + ".density",
                     fmt::format("must give at most the mass of body '{}', which includes the "
                                 "liquid, {} kg",
                                 this->body, on.mass),
                     fmt::format("{} kg", mass));
  if (!violations.empty() || !has_added_mass()) return;
  violations.require(is_positive_definite(mass_without_modes(model, on)), path,
                     fmt::format("must leave body '{}' a mass and inertia > 0 without the sloshing "
                                 "liquid of its tanks, since both include the liquid",
                                 this->body),
                     "its modes take more");
}

std::string LiquidTank::linear_limit(const std::string& name) const {
  if (surface != TankSurface::kModal) return {};
  return fmt::format(
      "tank {}: natural modes have its liquid as in motions far slower than it sloshes; responses "
      "have it at every frequency",
      name);
}

std::unique_ptr<ForceElement> make_element(const LiquidTank& load, const LoadSite& site) {
  if (!load.has_added_mass()) return std::make_unique<LevelTank>(load, site);
  return std::make_unique<SloshingTank>(load, site);
}

}  // namespace raftup::solver
