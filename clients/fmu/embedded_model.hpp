#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hydro/base/bytes.hpp"
#include "solver/simulation.hpp"

namespace raftup::fmu {

/// The number of a variable's component: the inputs of a model one after another, then its outputs,
/// components in order.
using ValueReference = std::uint32_t;

/// A model out of its image, as a host sees it: numbers by reference, steps by duration, states.
/// What throws leaves it as it was. Not thread-safe.
class EmbeddedModel {
 public:
  /// Everything that a host can save; a plain value.
  struct Saved {
    solver::State state;
    std::vector<double> inputs;    ///< of all inputs, those that no step has begun with among them
    std::vector<bool> is_changed;  ///< per input
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
  double time() const;  ///< s since t = 0

  /// @throws Error(kInvalidArgument) where one is no input or a value is not finite
  void set(std::span<const ValueReference> references, std::span<const double> values);
  /// An input as it was set, an output where the next step begins.
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

  /// How outputs change in time from where the next step begins, the inputs held as they are: over
  /// two steps of the model, which are taken back, (-3 y(t) + 4 y(t + h) - y(t + 2 h)) / (2 h), of
  /// order 2 where the motion is smooth.
  /// @returns d(outputs)/dt
  /// @throws Error(kInvalidArgument) where one is no output; Error where a step fails
  std::vector<double> rates(std::span<const ValueReference> outputs);

  /// Steps of the model in a duration [s]. @throws Error(kInvalidArgument) unless it is a multiple
  /// of h within 1e-9 h and what numbers of the size of the time cannot tell
  std::int64_t count_steps(double duration) const;
  /// Takes `count` steps with the inputs as they are, or none. @throws Error where one fails
  void advance(std::int64_t count);

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
  void take_inputs();
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
