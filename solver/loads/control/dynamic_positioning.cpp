#include "solver/model/loads/dynamic_positioning.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "solver/loads/base/attachment.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/control/command.hpp"
#include "solver/loads/control/passive_observer.hpp"
#include "solver/loads/control/sample_clock.hpp"
#include "solver/loads/control/thrust_allocation.hpp"
#include "solver/model/bodies/rotation.hpp"
#include "solver/model/loads/thruster.hpp"

namespace raftup::solver {

namespace {

using Order = ThrustAllocation::Order;

std::vector<Thruster> thrusters_of(const DynamicPositioning& load, const Model& model) {
  std::vector<Thruster> thrusters;
  for (const std::string& name : load.thrusters) {
    const auto* thruster = find_load<Thruster>(model.loads, name);
    if (thruster != nullptr) thrusters.push_back(*thruster);
  }
  return thrusters;
}

ThrustAllocation allocation_of(const DynamicPositioning& load, const Model& model) {
  std::vector<double> weights = load.weights;
  weights.resize(load.thrusters.size(), 1.0);
  return {thrusters_of(load, model), weights, load.point};
}

/// The state of the controller, stored in LoadState::values, beginning with the orders to the
/// thrusters. DynamicPositioning::controls() returns the places of the orders.
struct Memory {
  std::vector<Order> orders;
  Vector3 integral = Vector3::Zero();  ///< integral of the error [m s, rad s], heading axes
  Vector3 measured = Vector3::Zero();  ///< x, y and unwrapped heading at the last sample
  Vector3 error = Vector3::Zero();     ///< error at the last sample, world frame
  Vector3 demand = Vector3::Zero();    ///< demanded force tau since the last sample
  Vector3 force = Vector3::Zero();     ///< force that results from the orders
  PassiveObserver::State observer = PassiveObserver::State::Zero();

  Memory() = default;
  Memory(const std::vector<double>& values, std::size_t count) {
    const double* next = values.data();
    for (std::size_t i = 0; i < count; ++i, next += 2) orders.push_back({next[0], next[1]});
    for (Vector3* vector : {&integral, &measured, &error, &demand, &force}) {
      *vector = Eigen::Map<const Vector3>(next);
      next += 3;
    }
    observer = Eigen::Map<const PassiveObserver::State>(next);
  }
  std::vector<double> values() const {
    std::vector<double> all;
    for (const Order& order : orders) all.insert(all.end(), {order.thrust, order.azimuth});
    for (const Vector3* vector : {&integral, &measured, &error, &demand, &force}) {
      all.insert(all.end(), vector->data(), vector->data() + 3);
    }
    all.insert(all.end(), observer.data(), observer.data() + PassiveObserver::kSize);
    return all;
  }
};

class DynamicPositioningElement final : public ForceElement {
 public:
  DynamicPositioningElement(const DynamicPositioning& load, const LoadSite& site)
      : load_(load),
        point_(load.body, load.point, site.model),
        thrusters_(thrusters_of(load, site.model)),
        allocation_(allocation_of(load, site.model)),
        clock_(load.sample_time, site.model.step_ns),
        x_(site, DynamicPositioning::kCommands[0].name,
           load.own_command(DynamicPositioning::kCommands[0].name)),
        y_(site, DynamicPositioning::kCommands[1].name,
           load.own_command(DynamicPositioning::kCommands[1].name)),
        heading_(site, DynamicPositioning::kCommands[2].name,
                 load.own_command(DynamicPositioning::kCommands[2].name)),
        place_(site.place) {
    if (load.observer) observer_.emplace(*load.observer);
  }

  void initialize(const Kinematics& bodies, State& state) const override {
    Memory memory;
    for (const Thruster& thruster : thrusters_) {
      memory.orders.push_back({thruster.thrust, thruster.azimuth});
    }
    memory.measured = measured(bodies, 0.0);
    memory.observer = PassiveObserver::settled(memory.measured);
    state.loads[place_].values =
        sampled(memory, {load_.position.x(), load_.position.y(), load_.heading}, 0.0, bodies)
            .values();
  }

  void finish(const StageConditions& conditions, const Kinematics& bodies) override {
    at_end_ = conditions.state.loads[place_].values;
    if (!clock_.due(conditions.state.step_index)) return;
    const Memory start(at_end_, thrusters_.size());
    at_end_ = sampled(start, target(conditions), clock_.interval(), bodies).values();
  }
  void commit(State& state) noexcept override { state.loads[place_].values.swap(at_end_); }

  void add(const StageConditions& /*conditions*/, const Kinematics& /*bodies*/,
           Forces& /*forces*/) override {}

  void read(const StageConditions& conditions, const Kinematics& /*bodies*/,
            std::span<double> outputs) const override {
    const Memory memory(conditions.state.loads[place_].values, thrusters_.size());
    for (std::size_t i = 0; i < 3; ++i) {
      outputs[i] = memory.demand[static_cast<Eigen::Index>(i)];
      outputs[3 + i] = memory.error[static_cast<Eigen::Index>(i)];
    }
  }

 private:
  Vector3 target(const StageConditions& conditions) const {
    return {x_.value(conditions), y_.value(conditions), heading_.value(conditions)};
  }

  /// Returns the position of the point and the heading that differs from `near` by at most half a
  /// turn.
  Vector3 measured(const Kinematics& bodies, double near) const {
    const Vector3 position = point_.position(bodies);
    const double heading = bodies[*point_.body()].heading.angle();
    return {position.x(), position.y(), near + wrapped(heading - near)};
  }

  Memory sampled(Memory memory, const Vector3& target, double since_last,
                 const Kinematics& bodies) const;
  void allocate(const Vector3& error, double since_last, const Vector3& velocity,
                Memory& memory) const;

  DynamicPositioning load_;
  Attachment point_;
  std::vector<Thruster> thrusters_;
  ThrustAllocation allocation_;
  SampleClock clock_;
  Command x_, y_, heading_;
  std::optional<PassiveObserver> observer_;
  std::size_t place_;
  std::vector<double> at_end_;
};

Memory DynamicPositioningElement::sampled(Memory memory, const Vector3& target, double since_last,
                                          const Kinematics& bodies) const {
  const Vector3 now = measured(bodies, memory.measured[2]);
  const Matrix3 R = bodies[*point_.body()].heading.rotation();
  Vector3 seen = now;
  Vector3 velocity = point_.velocity(bodies);
  velocity[2] = bodies[*point_.body()].velocity[5];
  velocity = R.transpose() * velocity;
  if (observer_) {
    observer_->advance(memory.measured, now, memory.force, since_last, memory.observer);
    seen = PassiveObserver::position(memory.observer);
    velocity = PassiveObserver::velocity(memory.observer);
  }
  memory.measured = now;
  memory.error = seen - target;
  memory.error[2] = wrapped(memory.error[2]);
  allocate(R.transpose() * memory.error, since_last, velocity, memory);
  return memory;
}

void DynamicPositioningElement::allocate(const Vector3& error, double since_last,
                                         const Vector3& velocity, Memory& memory) const {
  const Vector3 integral = memory.integral + since_last * error;
  const auto demanded = [&](const Vector3& sum) -> Vector3 {
    return -load_.proportional.cwiseProduct(error) - load_.derivative.cwiseProduct(velocity) -
           load_.integral.cwiseProduct(sum);
  };
  memory.demand = demanded(integral);
  memory.orders = allocation_.share(memory.demand, memory.orders);
  memory.force = allocation_.result(memory.orders);
  if (allocation_.reaches(memory.demand, memory.force)) {
    memory.integral = integral;
    return;
  }
  for (Eigen::Index i = 0; i < 3; ++i) {  // only integrals that decrease are updated
    if (memory.integral[i] * error[i] < 0.0) memory.integral[i] = integral[i];
  }
  memory.demand = demanded(memory.integral);
  memory.orders = allocation_.share(memory.demand, memory.orders);
  memory.force = allocation_.result(memory.orders);
}

}  // namespace

std::vector<ControlledChannel> DynamicPositioning::controls(const Model& model) const {
  std::vector<ControlledChannel> controlled;
  for (std::size_t i = 0; i < thrusters.size(); ++i) {
    controlled.push_back({thrusters[i], Thruster::kCommands[0].name, 2 * i});
    const auto* thruster = find_load<Thruster>(model.loads, thrusters[i]);
    if (thruster == nullptr || !thruster->azimuth_rate) continue;
    controlled.push_back({thrusters[i], Thruster::kCommands[1].name, 2 * i + 1});
  }
  return controlled;
}

void DynamicPositioning::check(const Model& model, const std::string& path,
                               Violations& violations) const {
  bool known = true;
  for (std::size_t i = 0; i < thrusters.size(); ++i) {
    const auto* thruster = find_load<Thruster>(model.loads, thrusters[i]);
    const std::string at = fmt::format("{}.thrusters[{}]", path, i);
    const bool own = thruster != nullptr && thruster->body == body;
    violations.require(own, at, "must name a thruster of the same body",
                       fmt::format("'{}'", thrusters[i]));
    known = known && own;
  }
  for (const ControlledChannel& set : controls(model)) {
    require_one_writer(model, set.load, set.channel, path + ".thrusters", violations);
  }
  violations.require(weights.empty() || weights.size() == thrusters.size(), path + ".weights",
                     fmt::format("must have one value for each of {} thrusters", thrusters.size()),
                     fmt::format("{}", weights.size()));
  violations.require(!known || allocation_of(*this, model).has_full_rank(), path + ".thrusters",
                     "must be able to push ahead, abeam and round at once",
                     fmt::format("{} that leave a direction without force", thrusters.size()));
  SampleClock::check(sample_time, model.step_ns, path + ".sample_time", violations);
}

std::string DynamicPositioning::linear_limit(const std::string& name) const {
  return fmt::format("dynamic_positioning {}: it gives no orders here, its thrusters keep theirs",
                     name);
}

std::unique_ptr<ForceElement> make_element(const DynamicPositioning& load, const LoadSite& site) {
  return std::make_unique<DynamicPositioningElement>(load, site);
}

}  // namespace raftup::solver
