#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "hydro/base/finding.hpp"
#include "hydro/radiation/base/radiation_memory.hpp"
#include "solver/loads/base/drawing.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/model.hpp"
#include "solver/model/state.hpp"
#include "solver/numerics/linear/load_jacobian.hpp"

namespace raftup::solver {

/// The instant of a stage inside its step.
struct StageTime {
  hydro::Stage stage = hydro::Stage::kStart;
  double time = 0.0;        ///< s
  double step_start = 0.0;  ///< s
};

/// The instants of one step [s].
struct StepTimes {
  double start, middle, end;

  /// Times are computed from whole nanoseconds, so that the end of a step is the start of the next.
  StepTimes(std::int64_t step_index, std::int64_t step_ns)
      : start(1e-9 * static_cast<double>(step_index * step_ns)),
        middle(1e-9 *
               (static_cast<double>(step_index * step_ns) + 0.5 * static_cast<double>(step_ns))),
        end(1e-9 * static_cast<double>((step_index + 1) * step_ns)) {}
};

/// Loads on all bodies at one instant, at the centres of mass in world axes.
struct Forces {
  /// [N, N m] sum of all loads; the added-mass force is not a load, since it is in the system
  /// matrix
  BodyVectors total;
  BodyVectors excitation, second_order, radiation, hydrostatic;  ///< parts of `total`

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

/// The conditions of a stage on which a load may depend, besides the motion of the bodies.
struct StageConditions {
  const StageTime& at;
  const State& state;  ///< at the start of the step
};

/// The part of a load that a potential gives: F = -dU/dq.
struct Potential {
  double energy = 0.0;  ///< U [J]
  double rate = 0.0;    ///< dU/dt along the motion of the bodies [W]

  Potential& operator+=(const Potential& other) {
    energy += other.energy;
    rate += other.rate;
    return *this;
  }
};

/// An element that exerts a force [N] and moment [N m] on bodies in a running simulation: a load of
/// the model, the weight, the water, or a force from a client. The force is a pure function of the
/// poses and velocities of the bodies, the conditions of the stage, and the state of the element at
/// the start of the step, which is in the State alone. The element itself keeps only what it has
/// prepared for a step, and scratch memory.
/// Call order: initialize() or a State; at every step prepare(), any number of evaluations,
/// finish() and commit(). Not thread-safe.
class ForceElement {
 public:
  ForceElement() = default;
  ForceElement(const ForceElement&) = delete;
  ForceElement& operator=(const ForceElement&) = delete;
  virtual ~ForceElement() = default;

  /// Writes its state at t = 0.
  virtual void initialize(const Kinematics& /*bodies*/, State& /*state*/) const {}

  /// Computes in advance what the stages of a step need, at its start.
  virtual void prepare(const StepTimes& /*times*/, const State& /*state*/,
                       const Kinematics& /*bodies*/) {}
  /// Discards what it has computed from inputs.
  /// @returns true if what it has prepared depends on them
  virtual bool inputs_changed() noexcept { return false; }
  /// How far beyond an instant the samples of an input, given by its index in the model, must be
  /// known for the force at that instant
  /// [s].
  virtual double look_ahead(std::size_t /*input*/) const { return 0.0; }

  /// Adds the load to `forces`, at the centres of mass in world axes.
  virtual void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) = 0;

  /// Adds its stiffness [N/m, N, N m] and damping [N s/m, N s, N m s], world axes, if it has any.
  virtual void add_jacobian(const StageConditions& /*conditions*/, const Kinematics& /*bodies*/,
                            LoadJacobian& /*jacobian*/) const {}

  /// Its potential energy [J]. Forces that do not derive from it take energy out of the bodies or
  /// supply it.
  virtual Potential potential(const StageConditions& /*conditions*/,
                              const Kinematics& /*bodies*/) const {
    return {};
  }

  /// A_w of its first body, which stands in the system matrix: -A_w a is no part of the load, the
  /// rest of the water's inertia is. Only of loads with LoadDescription::has_added_mass().
  virtual Matrix6 added_mass(const StageConditions& /*conditions*/,
                             const Kinematics& /*bodies*/) const {
    return Matrix6::Zero();
  }
  /// v^T (dA_w/dt) v / 2 along the motion of the bodies [W]: the change of the kinetic energy of
  /// the water that is not the work of -A_w a.
  virtual double added_mass_power(const StageConditions& /*conditions*/,
                                  const Kinematics& /*bodies*/) const {
    return 0.0;
  }

  /// Adds findings about the start of the run that initialize() has made.
  virtual void add_findings(Findings& /*findings*/) const {}

  /// Writes what LoadDescription::outputs() lists of its load.
  virtual void read(const StageConditions& /*conditions*/, const Kinematics& /*bodies*/,
                    std::span<double> /*outputs*/) const {}

  /// The data by which it is drawn at the poses of the bodies.
  virtual std::vector<Drawing> drawings(const StageConditions& /*conditions*/,
                                        const Kinematics& /*bodies*/) const {
    return {};
  }

  /// Computes its state at the end of the step, at the poses that the bodies have there.
  virtual void finish(const StageConditions& /*conditions*/, const Kinematics& /*bodies*/) {}
  /// Writes that state.
  virtual void commit(State& /*state*/) noexcept {}
};

}  // namespace raftup::solver
