#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "hydro/base/finding.hpp"
#include "hydro/radiation/base/radiation_memory.hpp"
#include "solver/loads/base/drawing.hpp"
#include "solver/loads/base/inner_dynamics.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/model.hpp"
#include "solver/model/state.hpp"
#include "solver/numerics/linear/load_jacobian.hpp"

namespace raftup::solver {

/// The time of a stage, which is an instant within a step at which forces are evaluated.
struct StageTime {
  hydro::Stage stage = hydro::Stage::kStart;
  double time = 0.0;        ///< simulation time of the stage [s]
  double step_start = 0.0;  ///< simulation time at the start of the step [s]
};

/// The times of the start, the middle and the end of one step [s].
struct StepTimes {
  double start, middle, end;

  /// Computes the times from whole nanoseconds, so that the end of a step equals the start of the
  /// next step exactly.
  StepTimes(std::int64_t step_index, std::int64_t step_ns)
      : start(1e-9 * static_cast<double>(step_index * step_ns)),
        middle(1e-9 *
               (static_cast<double>(step_index * step_ns) + 0.5 * static_cast<double>(step_ns))),
        end(1e-9 * static_cast<double>((step_index + 1) * step_ns)) {}
};

/// Forces and moments on all bodies at one instant, at the centers of mass in world axes.
struct Forces {
  /// Sum of all loads on each body [N, N m]. The force of added mass is not included, since added
  /// mass is part of the system matrix.
  BodyVectors total;
  /// Parts of `total` by their origin.
  BodyVectors excitation, second_order, radiation, hydrostatic;

  explicit Forces(std::size_t body_count = 0)
      : total(body_count),
        excitation(body_count),
        second_order(body_count),
        radiation(body_count),
        hydrostatic(body_count) {}

  void set_zero() {
    for (BodyVectors* part : {&total, &excitation, &second_order, &radiation, &hydrostatic}) {
      std::fill(part->begin(), part->end(), Vector6::Zero());
    }
  }
};

/// The conditions at a stage on which a load may depend, in addition to the motion of the bodies.
struct StageConditions {
  const StageTime& at;
  const State& state;  ///< state at the start of the step
};

/// The potential energy of a load or of a part of it, whose force is F = -dU/dq.
struct Potential {
  double energy = 0.0;  ///< potential energy U [J]
  double rate = 0.0;    ///< dU/dt for the present motion of the bodies [W]

  Potential& operator+=(const Potential& other) {
    energy += other.energy;
    rate += other.rate;
    return *this;
  }
};

/// An element that exerts forces [N] and moments [N m] on bodies in a running simulation: a load of
/// the model, the weight, the water, or a force from a client. The force is a pure function of the
/// poses and velocities of the bodies, the conditions of the stage, and the state of the element at
/// the start of the step. That state is stored in the State only; the element itself contains only
/// values that it has prepared for a step, and scratch memory. Call order: initialize(), or a State
/// that was restored; in every step prepare(), any number of evaluations, finish() and commit().
/// Not thread-safe.
class ForceElement {
 public:
  ForceElement() = default;
  ForceElement(const ForceElement&) = delete;
  ForceElement& operator=(const ForceElement&) = delete;
  virtual ~ForceElement() = default;

  /// Writes the state of the element at t = 0 into `state`.
  virtual void initialize(const Kinematics& /*bodies*/, State& /*state*/) const {}

  /// Brings the state of the element in `state`, if an older version of the program has written it in
  /// another form, into the present form.
  virtual void renew(const Kinematics& /*bodies*/, State& /*state*/) const {}

  /// Called at the start of a step. Computes in advance what the element needs at the stages of the
  /// step.
  virtual void prepare(const StepTimes& /*times*/, const State& /*state*/,
                       const Kinematics& /*bodies*/) {}
  /// Discards values that were computed from inputs, since an input has changed.
  /// @returns true if the values prepared for the step depend on inputs
  virtual bool inputs_changed() noexcept { return false; }
  /// Returns the time [s] beyond an instant up to which the samples of an input must be available,
  /// so that the force at that instant can be computed. The input is given by its index in the
  /// model.
  virtual double look_ahead(std::size_t /*input*/) const { return 0.0; }

  /// Adds the forces and moments of this element to `forces`, at the centers of mass in world axes.
  virtual void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) = 0;

  /// Adds the stiffness [N/m, N, N m] and damping [N s/m, N s, N m s] of this element, in world
  /// axes, if it has any.
  virtual void add_jacobian(const StageConditions& /*conditions*/, const Kinematics& /*bodies*/,
                            LoadJacobian& /*jacobian*/) const {}

  /// True if the stiffness or damping has changed much since add_jacobian() was called, as when a line
  /// goes slack, so that a stepper that iterates should ask for it again.
  virtual bool jacobian_changed() const { return false; }

  /// Returns the potential energy of this element [J] and its rate [W]. Forces that do not derive
  /// from the potential dissipate or supply energy.
  virtual Potential potential(const StageConditions& /*conditions*/,
                              const Kinematics& /*bodies*/) const {
    return {};
  }

  /// Returns the added mass A_w of the first body of the load, in world axes. It is part of the
  /// system matrix, so that add() does not include the force -A_w a, with a the acceleration of the
  /// body; add() does include all other inertia forces of the water. Only loads with
  /// LoadDescription::has_added_mass() have an added mass.
  virtual Matrix6 added_mass(const StageConditions& /*conditions*/,
                             const Kinematics& /*bodies*/) const {
    return Matrix6::Zero();
  }
  /// Returns v^T (dA_w/dt) v / 2 for the present motion of the bodies [W], with A_w the
  /// added_mass() and v the velocity of the body. This is the rate of change of the kinetic energy
  /// of the water beyond the work of -A_w a.
  virtual double added_mass_power(const StageConditions& /*conditions*/,
                                  const Kinematics& /*bodies*/) const {
    return 0.0;
  }

  /// Returns the linear equations of the masses inside this element, about rest with the bodies at
  /// these poses; null if it has none, or if it is not in a linear model.
  virtual std::unique_ptr<InnerDynamics> inner_dynamics(const Kinematics& /*bodies*/) const {
    return nullptr;
  }

  /// Adds findings about the start of the run that initialize() has made.
  virtual void add_findings(Findings& /*findings*/) const {}

  /// Writes the values of the outputs that LoadDescription::outputs() lists.
  virtual void read(const StageConditions& /*conditions*/, const Kinematics& /*bodies*/,
                    std::span<double> /*outputs*/) const {}

  /// Returns the drawings of this element at the present poses of the bodies.
  virtual std::vector<Drawing> drawings(const StageConditions& /*conditions*/,
                                        const Kinematics& /*bodies*/) const {
    return {};
  }

  /// Computes the state of the element at the end of the step from the motion of the bodies at that
  /// time.
  virtual void finish(const StageConditions& /*conditions*/, const Kinematics& /*bodies*/) {}
  /// Writes the state that finish() has computed into `state`.
  virtual void commit(State& /*state*/) noexcept {}
};

}  // namespace raftup::solver
