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

/// The number of a variable's component: the inputs of a model one after another, then its outputs,
/// components in order.
using ValueReference = std::uint32_t;

/// A model out of its image, as a host sees it: numbers by reference, steps, states. The model has
/// a step h of its own and stands on the grid of these steps. Where its host stands between two
/// points of that grid, outputs are those of both points, linear in time; the second one is found
/// by a step with the inputs as they are then, which is taken back. What throws leaves it as it
/// was. Not thread-safe.
class EmbeddedModel {
 public:
  /// Everything that a host can save; a plain value.
  struct Saved {
    solver::State state;
    std::vector<double> inputs;    ///< of all inputs, those that no step has begun with among them
    std::vector<bool> is_changed;  ///< per input
    double past_grid = 0.0;        ///< s, as past_grid()
  };

  /// @param image of write_model_image()
  /// @throws Error(kDataLoss), Error(kInvalidArgument) where it is damaged or of another version
  explicit EmbeddedModel(std::string_view image);
  ~EmbeddedModel();

  /// Digest of the model, 16 lower-case hexadecimal digits.
  std::string digest() const;
  std::size_t size() const { return inputs_.size() + outputs_.size(); }  ///< of all numbers
  /// How many numbers the variable has that begins with one.
  /// @throws Error(kInvalidArgument) where none begins there
  std::size_t width_at(ValueReference first) const;
  double step() const;  ///< h [s]
  double time() const;  ///< s since t = 0, of the point of the grid
  /// How far the host is past that point [s], 0 to h.
  double past_grid() const { return now_.past_grid; }

  /// @throws Error(kInvalidArgument) where one is no input or a value is not finite
  void set(std::span<const ValueReference> references, std::span<const double> values);
  /// An input as it was set, an output where the host stands.
  /// @throws Error(kInvalidArgument) where there is no such number
  double get(ValueReference reference);

  /// How outputs change, as get() gives them, while inputs change along a direction and the motion
  /// stays as it is: by central differences of order 4, exact where outputs follow forces. What a
  /// step later follows from an input is no part of it.
  /// @param direction of the inputs, one number each
  /// @returns d(outputs)/ds of inputs + s direction
  /// @throws Error(kInvalidArgument) where one is no output or no input, a number of the direction
  ///         is not finite, or an input cannot be moved either way
  std::vector<double> derivative(std::span<const ValueReference> outputs,
                                 std::span<const ValueReference> inputs,
                                 std::span<const double> direction);

  /// How outputs change in time where the host stands, the inputs held as they are: of the parabola
  /// through y at the point of the grid and after one and two steps of the model, which are taken
  /// back; on the grid (-3 y(t) + 4 y(t + h) - y(t + 2 h)) / (2 h). Of order 2 where the motion is
  /// smooth.
  /// @returns d(outputs)/dt
  /// @throws Error(kInvalidArgument) where one is no output; Error where a step fails
  std::vector<double> rates(std::span<const ValueReference> outputs);

  /// Takes `count` steps with the inputs as they are, or none; the host then stands on the grid.
  /// @throws Error where one fails
  void advance(std::int64_t count);
  /// Lets the host stand past the point of the grid. @param past_grid s, 0 to h
  void stand_past_grid(double past_grid);

  void reset();
  Saved save() const;
  /// @param saved by this model or what it has read
  void restore(const Saved& saved);
  static void write(const Saved& saved, ByteWriter& out);
  /// @throws Error where the bytes are damaged or of another model
  Saved read(ByteReader& in) const;

 private:
  struct Place {
    std::size_t variable;   ///< among the inputs or among the outputs
    std::size_t component;  ///< among all numbers of inputs or of outputs
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
  std::vector<Place> inputs_, outputs_;   ///< by reference
  std::vector<std::size_t> first_input_;  ///< number where an input begins
  std::vector<std::size_t> first_output_;
  Saved now_;                  ///< inputs alone: its state is that of the simulation
  std::vector<double> read_;   ///< of all outputs
  std::vector<bool> is_read_;  ///< per output, since the last change
};

}  // namespace raftup::fmu
