#pragma once

#include <map>
#include <vector>

#include "solver/contacts/distance_reading.hpp"
#include "solver/contacts/line_reading.hpp"
#include "solver/dynamics/islands/islands.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/simulation/outputs/disturbed_water.hpp"
#include "solver/simulation/outputs/mode_outputs.hpp"
#include "solver/simulation/outputs/output_catalogue.hpp"
#include "solver/simulation/outputs/probe_reading.hpp"
#include "solver/simulation/outputs/section_loads.hpp"
#include "solver/water/groups/streamed_waves.hpp"

namespace raftup::solver {

/// Computes the outputs of a simulation at the start of its next step.
class OutputReader {
 public:
  /// @param islands the islands of `model`; both must outlive the reader
  OutputReader(const Model& model, const Islands& islands);

  const std::vector<Variable>& variables() const { return variables_; }

  /// Must be called after a change of mass properties. It reads the centers of mass of the bodies
  /// again [m, model frame].
  void bodies_changed();

  /// Computes the numbers of one output in the state `state`, in the unit and frame that
  /// variables() lists.
  /// @param output index in variables()
  /// @param values receives the numbers; it must have room for the width of the output
  /// @returns a pointer behind the last number written
  double* read(std::size_t output, const State& state, double* values);

 private:
  using Place = Islands::Place;

  double* read_body(const Output& output, const State& state, double* values);
  double* read_joint(const Output& output, const State& state, double* values);
  ObserverMotion observe(const std::string& observer, const State& state);
  double* read_observer(const Output& output, const State& state, double* values);
  double* read_load(const Output& output, const State& state, double* values);
  double* read_contact(const Output& output, const State& state, double* values) const;
  double* read_distance(const Output& output, const State& state, double* values) const;
  double* read_line(const Output& output, const State& state, double* values);
  double* read_configuration(const Output& output, const State& state, double* values);
  double* read_probe(const Output& output, const State& state, double* values);
  DistanceReading::BodyAt bodies_at(const State& state) const;
  double energy(Quantity quantity, const State& state) const;
  static const Vector6& body_vector(Quantity quantity, const Place& place, const State& state);
  double* read_section(const Output& output, const State& state, double* values);
  double* read_field_points(const Output& output, const State& state, double* values);
  double wave_elevation(const State& state);

  const Model& model_;
  const Islands& islands_;
  std::vector<RestPose> rest_;
  std::vector<DistanceReading> distances_;
  std::vector<LineReading> lines_;
  std::vector<StreamedWaves> streamed_waves_;
  ProbeReading probes_;
  DisturbedWater disturbed_;
  ModeOutputs modes_;
  std::map<const Island*, SectionLoads> sections_;  ///< of the islands with sections
  std::vector<Output> outputs_;
  std::vector<Variable> variables_;
  std::vector<std::vector<double>> load_values_;  ///< scratch memory: the outputs of each load
};

}  // namespace raftup::solver
