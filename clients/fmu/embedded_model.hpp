#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hydro/base/bytes.hpp"
#include "solver/simulation/run/simulation.hpp"

namespace raftup::fmu {

/// Number of one component of a variable in FMI. The components of all inputs are numbered first
/// from 0, in the order of the model, then the components of all outputs. Inputs that have a source
/// inside the model have no number.
using ValueReference = std::uint32_t;

/// A model inside an FMU, read from its model image. A host, the program that runs the FMU, reads
/// and writes its values by reference, advances it, and saves and restores its state. The model
/// advances by steps of a constant duration h; the ends of its steps are the points of its time
/// grid. If the time of the host is between two points of the grid, outputs are interpolated
/// linearly in time between both points. For the later point the model takes one step with the
/// present inputs and then returns to its state before. A function that throws leaves the model
/// unchanged. Not thread-safe.
class EmbeddedModel {
 public:
  /// The complete state of the model that a host can save and restore; a plain value.
  struct Saved {
    solver::State state;
    std::vector<double> inputs;  ///< values of all components of inputs, by ValueReference
    /// For each input of the model, whether it was set and the value is not yet in `state`.
    std::vector<bool> is_changed;
    double past_grid = 0.0;  ///< time of the host minus that of the grid point of `state` [s]
  };

  /// Reads the model and puts it in its initial state.
  /// @param image bytes that write_model_image() has made
  /// @throws Error(kDataLoss), Error(kInvalidArgument) if the image is damaged or has another
  ///         format version
  explicit EmbeddedModel(std::string_view image);
  ~EmbeddedModel();

  /// Digest of the model, 16 lower-case hexadecimal digits.
  std::string digest() const;
  /// Number of components of all inputs and outputs; references are smaller than it.
  std::size_t size() const { return inputs_.size() + outputs_.size(); }
  /// Number of components of the input or output whose first component has this reference.
  /// @throws Error(kInvalidArgument) if the reference is not that of a first component
  std::size_t width_at(ValueReference first) const;
  double step() const;  ///< duration h of a step of the model [s]
  double time() const;  ///< time at the end of the last step of the model, from t = 0 [s]
  /// Time of the host minus the time at the end of the last step of the model [s], 0 to h.
  double past_grid() const { return now_.past_grid; }

  /// Sets components of inputs. Outputs that are read later and the next step use the new values.
  /// @param values one value per reference, in the unit of the input
  /// @throws Error(kInvalidArgument) if a reference is not that of an input or a value is not
  ///         finite
  void set(std::span<const ValueReference> references, std::span<const double> values);
  /// Value of a component: of an input the value that was set last, of an output the value at the
  /// time of the host.
  /// @throws Error(kInvalidArgument) if there is no component with this reference
  double get(ValueReference reference);

  /// Directional derivative of outputs, as get() returns them, by inputs, while positions,
  /// velocities and all other states stay the same. It is computed by central differences of
  /// order 4 and is exact if the outputs are linear in the inputs. Effects of the inputs on the
  /// motion in later steps are not included.
  /// @param direction one number per component in `inputs`, in the unit of the input
  /// @returns d(outputs)/ds at s = 0 for the inputs `inputs + s direction`
  /// @throws Error(kInvalidArgument) if a reference is not that of an output or of an input, if a
  ///         number of the direction is not finite, or if a rule of the model refuses the changed
  ///         inputs
  std::vector<double> derivative(std::span<const ValueReference> outputs,
                                 std::span<const ValueReference> inputs,
                                 std::span<const double> direction);

  /// Time derivatives of outputs at the time of the host, while all inputs are held at their
  /// present values. For each output y the model takes two trial steps and fits a parabola to y at
  /// the last grid point t, at t + h and at t + 2 h; at t its slope is
  /// (-3 y(t) + 4 y(t + h) - y(t + 2 h)) / (2 h). The model then returns to its state before. The
  /// error is of order h^2 if the motion is smooth.
  /// @returns d(outputs)/dt, in the unit of the output per second
  /// @throws Error(kInvalidArgument) if a reference is not that of an output; Error if a trial step
  ///         fails
  std::vector<double> rates(std::span<const ValueReference> outputs);

  /// Takes `count` steps of the model with the present inputs, all or none. The time of the host is
  /// then the end of the last step.
  /// @throws Error if a step fails; the model is then unchanged. solver::RunEnded if an event has
  ///         ended the run; the steps before the end have then been taken.
  void advance(std::int64_t count);
  /// Number of steps that the model has taken.
  std::int64_t step_index() const;
  /// Sets the time of the host relative to the end of the last step of the model.
  /// @param past_grid difference of both times [s], 0 to h
  void stand_past_grid(double past_grid);

  /// Puts the model back in its initial state, with the start values of all inputs.
  void reset();
  Saved save() const;
  /// @param saved value that save() or read() of a model with the same digest has returned
  void restore(const Saved& saved);
  /// Appends a saved state to `out`, in the form that read() reads.
  static void write(const Saved& saved, ByteWriter& out);
  /// Reads a saved state that write() has written.
  /// @throws Error if the bytes are damaged or belong to another model
  Saved read(ByteReader& in) const;

 private:
  /// The input or output to which a ValueReference belongs.
  struct Place {
    std::size_t variable;   ///< number of the variable among all inputs, or among all outputs
    std::size_t component;  ///< number among the components of all inputs, or of all outputs
  };

  void check_outputs(std::span<const ValueReference> outputs) const;
  VectorXd get_all(std::span<const ValueReference> outputs);
  template <typename Ask>
  std::vector<double> tried(const Ask& ask);
  void read_all(std::span<double> values);
  void read_between_steps();
  void write_inputs();
  std::size_t width_of(std::size_t input) const;
  double probe_step(ValueReference input) const;

  std::unique_ptr<solver::Simulation> simulation_;
  std::vector<Place> inputs_, outputs_;    ///< per component, in the order of ValueReference
  std::vector<std::size_t> first_input_;   ///< per input, number of its first component
  std::vector<std::size_t> first_output_;  ///< per output, number of its first component
  Saved now_;                  ///< present values; `state` is unused, the simulation has the state
  std::vector<double> read_;   ///< last values read, of all components of outputs
  std::vector<bool> is_read_;  ///< per output, whether its values in `read_` are up to date
};

}  // namespace raftup::fmu
