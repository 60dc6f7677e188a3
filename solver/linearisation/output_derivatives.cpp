#include <numeric>
#include <utility>

#include "hydro/base/cancellation.hpp"
#include "hydro/radiation/base/radiation_memory.hpp"
#include "solver/linearisation/linear_matrices.hpp"
#include "solver/simulation/outputs/output_reader.hpp"

namespace raftup::solver {

namespace {

/// True if an output depends only on poses, velocities and accelerations of bodies and is no energy
/// or power, which are quadratic in these.
bool is_of_motion(Quantity quantity) {
  if (is_of_probe(quantity) || is_of_event(quantity)) return false;
  switch (quantity) {
    case Quantity::kExcitationForce:
    case Quantity::kRadiationForce:
    case Quantity::kAddedMassForce:
    case Quantity::kTotalForce:
    case Quantity::kSecondOrderForce:
    case Quantity::kJointForce:
    case Quantity::kJointLocalForce:
    case Quantity::kWaveElevation:
    case Quantity::kLoadPower:
    case Quantity::kKineticEnergy:
    case Quantity::kPotentialEnergy:
    case Quantity::kPower:
      return false;
    default:
      return true;
  }
}

bool is_acceleration(Quantity quantity) {
  return quantity == Quantity::kLinearAcceleration || quantity == Quantity::kAngularAcceleration ||
         quantity == Quantity::kObserverLinearAcceleration ||
         quantity == Quantity::kObserverAngularAcceleration;
}

std::vector<std::size_t> all_of(std::size_t count) {
  std::vector<std::size_t> indices(count);
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  return indices;
}

/// The whole model as one part.
ModelPart whole(const Model& model) {
  const std::vector<std::size_t> bodies = all_of(model.bodies.size());
  return {model,
          bodies,
          bodies,
          all_of(model.hydrodynamics.size()),
          all_of(model.added_mass_interactions.size()),
          all_of(model.joints.size()),
          all_of(model.loads.size()),
          all_of(model.machines.size())};
}

/// Evaluates outputs for given poses, velocities and accelerations of bodies.
class PosedOutputs {
 public:
  explicit PosedOutputs(const StillWaterSystem& system)
      : times_(system.state().step_index, system.model().step_ns),
        state_(system.state()),
        outputs_(list_outputs(system.model())) {
    LoadSet::Memories memories;
    for (const HydrodynamicGroup& group : system.model().hydrodynamics) {
      memories.emplace_back(std::make_shared<hydro::NoMemory>(
          MatrixXd::Zero(group.database->dof_count(), group.database->dof_count()),
          1e-9 * static_cast<double>(system.model().step_ns)));
    }
    state_.bodies.resize(system.model().bodies.size());
    state_.radiation.resize(system.model().hydrodynamics.size());
    state_.accelerations.clear();
    islands_ = std::make_unique<Islands>(std::vector{whole(system.model())}, memories);
    reader_ = std::make_unique<OutputReader>(system.model(), *islands_);
  }

  const std::vector<Output>& outputs() const { return outputs_; }

  /// The values of the outputs in `wanted`, one after the other.
  VectorXd read(const Kinematics& bodies, const BodyVectors& accelerations,
                const std::vector<std::size_t>& wanted) {
    for (std::size_t i = 0; i < bodies.size(); ++i) write_motion(bodies[i], state_.bodies[i]);
    islands_->move_to(state_, times_);
    islands_->all().front()->assume_accelerations(state_, accelerations);
    Eigen::Index size = 0;
    for (const std::size_t output : wanted) size += outputs_[output].variable.size;
    VectorXd values(size);
    double* next = values.data();
    for (const std::size_t output : wanted) next = reader_->read(output, state_, next);
    return values;
  }

 private:
  StepTimes times_;
  State state_;
  std::vector<Output> outputs_;
  std::unique_ptr<Islands> islands_;
  std::unique_ptr<OutputReader> reader_;
};

MatrixXd by_acceleration(PosedOutputs& posed, const Kinematics& bodies,
                         const std::vector<std::size_t>& wanted) {
  BodyVectors accelerations(bodies.size(), Vector6::Zero());
  const Eigen::Index dofs = kDofs * static_cast<Eigen::Index>(bodies.size());
  MatrixXd jacobian(posed.read(bodies, accelerations, wanted).size(), dofs);
  for (Eigen::Index k = 0; k < dofs; ++k) {
    check_cancelled();
    double& acceleration = accelerations[static_cast<std::size_t>(k / kDofs)][k % kDofs];
    jacobian.col(k) = central_difference(kRateStep, [&](double step) -> VectorXd {
      acceleration = step;
      return posed.read(bodies, accelerations, wanted);
    });
    acceleration = 0.0;
  }
  return jacobian;
}

/// Distributes the rows of all wanted outputs to the outputs.
void cut(const PosedOutputs& posed, const std::vector<std::size_t>& wanted, const MatrixXd& rows,
         MatrixXd OutputDerivative::*part, std::vector<OutputDerivative>& derivatives,
         const std::vector<std::size_t>& place_of) {
  Eigen::Index row = 0;
  for (const std::size_t output : wanted) {
    const Eigen::Index size = posed.outputs()[output].variable.size;
    derivatives[place_of[output]].*part = rows.middleRows(row, size);
    row += size;
  }
}

}  // namespace

std::vector<OutputDerivative> output_derivatives(const StillWaterSystem& system,
                                                 const Kinematics& bodies, const DofAxes& axes) {
  PosedOutputs posed(system);
  std::vector<std::size_t> wanted, accelerated, place_of(posed.outputs().size());
  std::vector<OutputDerivative> derivatives;
  const BodyVectors none(bodies.size(), Vector6::Zero());
  for (std::size_t output = 0; output < posed.outputs().size(); ++output) {
    const Output& entry = posed.outputs()[output];
    if (!is_of_motion(entry.quantity)) continue;
    place_of[output] = derivatives.size();
    wanted.push_back(output);
    if (is_acceleration(entry.quantity)) accelerated.push_back(output);
    OutputDerivative& derivative = derivatives.emplace_back();
    derivative.name = entry.variable.name;
    derivative.unit = entry.variable.unit;
    derivative.value = posed.read(bodies, none, {output});
  }
  const auto read = [&](const Kinematics& moved) { return posed.read(moved, none, wanted); };
  cut(posed, wanted, axes.by_dofs(by_displacement(bodies, read)),
      &OutputDerivative::by_displacement, derivatives, place_of);
  cut(posed, wanted, axes.by_dofs(by_velocity(bodies, read)), &OutputDerivative::by_velocity,
      derivatives, place_of);
  cut(posed, accelerated, axes.by_dofs(by_acceleration(posed, bodies, accelerated)),
      &OutputDerivative::by_acceleration, derivatives, place_of);
  return derivatives;
}

}  // namespace raftup::solver
