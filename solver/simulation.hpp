#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hydro/radiation/radiation_options.hpp"
#include "solver/model.hpp"
#include "solver/state.hpp"

namespace raftup::solver {

/// A number or a small vector that can be read from or written to a simulation by name.
struct Variable {
  std::string name;  ///< "<body>.position", "<body>.force.excitation", "sea.elevation"
  std::string unit;  ///< "m", "N", "1"; per component where they differ: "N,N,N,N m,N m,N m"
  std::string description;
  int size = 1;       ///< number of doubles
  std::string frame;  ///< "world", "rest heading"
};

/// Bodies that influence one another within a step, and how they are stepped.
struct PartReport {
  std::vector<std::size_t> bodies;  ///< indices in the model, those that do not move included
  std::vector<std::size_t> joints;  ///< indices in the model
  StepperKind stepper = StepperKind::kRungeKutta4;
};

/// Multibody dynamics of one model at a fixed step. Not thread-safe; one per session.
/// The state is a value: state(), restore(). A step completes or throws and leaves it untouched.
class Simulation {
 public:
  /// @param cache of radiation fits, may be null
  /// @throws Error(kInvalidArgument) with every broken rule of check(model), one a line
  explicit Simulation(Model model, hydro::FitCache* cache = nullptr);
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  const Model& model() const;
  const std::vector<hydro::RadiationReport>& radiation_reports() const;  ///< one per group
  /// What is worth knowing about the model though no rule is broken: asymmetric added mass, a
  /// database made for another water density. Findings of a database itself stay with it.
  const hydro::Findings& findings() const;

  std::vector<PartReport> parts() const;  ///< in the order of their first bodies

  const State& state() const;
  std::int64_t time_ns() const;  ///< state().step_index * step_ns

  /// Takes over a state of the same model, bit for bit.
  /// @throws Error(kFailedPrecondition) where it belongs to another model
  void restore(const State& state);
  void reset();  ///< back to t = 0, inputs forgotten

  /// Advances by one step h.
  /// @throws Error(kInternal) when a value stops being finite; Error(kOutOfRange) when a body
  /// leaves
  ///         what the data cover. The state is then as before.
  void step();

  const std::vector<Variable>& inputs() const;
  const std::vector<Variable>& outputs() const;

  /// How far beyond the end of a step the samples of an input must reach for that step [ns].
  std::int64_t input_look_ahead_ns(std::size_t input) const;
  void set_input_interpolation(std::size_t input, Interpolation interpolation);
  /// @throws Error(kInvalidArgument) on a wrong width, a non-finite value or a time that is past
  void write_input(std::size_t input, std::int64_t time_ns, std::span<const double> values);

  /// Writes the current values of `outputs` (indices into outputs()) one after another.
  void read(std::span<const std::size_t> outputs, std::span<double> values);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace raftup::solver
