#include "solver/loads/lines/still_line.hpp"

#include "solver/loads/lines/line_at_rest.hpp"
#include "solver/loads/lines/line_dynamics.hpp"
#include "solver/loads/lines/line_holders.hpp"
#include "solver/loads/lines/line_in_motion.hpp"
#include "solver/model/loads/elastic_line.hpp"

namespace raftup::solver {

namespace {

/// The line in a linear model. add() gives the force of its static shape; what inertia and damping
/// add to it is LineDynamics.
class StillLine final : public ForceElement {
 public:
  StillLine(const ElasticLine& load, const LoadSite& site)
      : name_(site.name),
        load_(load),
        water_depth_(site.model.water_depth),
        rest_(load, site.model),
        holders_(load, rest_.rod(), site.model) {}

  void add(const StageConditions& /*conditions*/, const Kinematics& bodies,
           Forces& forces) override {
    rest_.find(holders_.positions(bodies), bodies);
    holders_.add_forces(rest_.forces(), bodies, forces.total);
    if (rest_.torsion() != nullptr) {
      rest_.torsion()->add_torque(rest_.torque(), bodies, forces.total);
    }
  }
  void add_jacobian(const StageConditions& /*conditions*/, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override {
    rest_.find(holders_.positions(bodies), bodies);
    holders_.add_jacobian(rest_.stiffness(), false, bodies, jacobian);
    holders_.add_turning(rest_.forces(), bodies, jacobian);
    rest_.add_twist_jacobian(bodies, jacobian);
  }
  Potential potential(const StageConditions& /*conditions*/,
                      const Kinematics& bodies) const override {
    rest_.find(holders_.positions(bodies), bodies);
    double power = -holders_.power(rest_.forces(), bodies);
    if (rest_.torsion() != nullptr) power -= rest_.torsion()->power(rest_.torque(), bodies);
    return {rest_.energy(), power};
  }
  std::unique_ptr<InnerDynamics> inner_dynamics(const Kinematics& bodies) const override {
    rest_.find(holders_.positions(bodies), bodies);
    return std::make_unique<LineDynamics>(
        name_,
        LineDynamics::Around{load_.waves, load_.bottom.damping / load_.bottom.stiffness,
                             water_depth_},
        rest_, holders_, bodies);
  }
  void read(const StageConditions& /*conditions*/, const Kinematics& bodies,
            std::span<double> outputs) const override {
    rest_.find(holders_.positions(bodies), bodies);
    readings().write(outputs);
  }
  std::vector<Drawing> drawings(const StageConditions& /*conditions*/,
                                const Kinematics& bodies) const override {
    rest_.find(holders_.positions(bodies), bodies);
    return {readings().drawing(name_)};
  }

 private:
  LineReadings readings() const {
    LineReadings readings(rest_.rod(), rest_.state(),
                          forces_on_ends(rest_.forces(), holders_.first_count()), rest_.contact());
    if (load_.torsion) readings.set_torque(rest_.torque());
    if (load_.winch) readings.set_drum({0.0, 0.0, rest_.drum_force()});
    return readings;
  }

  std::string name_;
  ElasticLine load_;
  double water_depth_;  ///< [m]
  mutable LineAtRest rest_;
  LineHolders holders_;
};

}  // namespace

std::unique_ptr<ForceElement> make_still_line(const ElasticLine& load, const LoadSite& site) {
  return std::make_unique<StillLine>(load, site);
}

}  // namespace raftup::solver
