#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "clients/fmu/embedded_model.hpp"

namespace raftup::fmu {

/// State of an instance of an FMU, by the names of the FMI standard. The values are bits, so that a
/// set of modes is their bitwise or.
enum Mode : std::uint32_t {
  kInstantiated = 1,
  kInitialization = 2,
  kStepMode = 4,
  kTerminated = 8,
  kAnyMode = 15,  ///< all modes except kBetweenSteps
  /// Between two steps of the model within a step of the host: only values may be read and set.
  kBetweenSteps = 16,
};

/// Status of FMI with which a function ends that does not do what was requested: "discard" for a
/// request that is not supported, or "error".
enum class Refusal { kDiscard, kError };

/// Exception for a request of the host that is not supported. The instance is unchanged and can
/// still be used; the host receives the status "discard".
struct Discarded : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An instance of an FMU of either version of FMI: a model with its mode and its time. The
/// functions of the FMI standard check the mode, convert their arguments and call the functions of
/// this class.
class Instance {
 public:
  using Log = std::function<void(Refusal, const std::string& message)>;

  /// Function of the host that is called with the time [s] after each step of the model. The mode
  /// is kBetweenSteps during the call.
  /// @returns time at which the step of the host is to end early [s]; infinity = it continues
  using AfterStep = std::function<double(double time)>;

  /// @param folder     path of the resources of the FMU, which contain the model image
  /// @param token      identifier in the FMU's description: "raftup-" and the digest of the model
  /// @param log        receives messages for the host
  /// @param after_step called after each step of the model; may be empty
  /// @throws Error if the image is absent or damaged, or belongs to another model than `token`
  Instance(const std::string& folder, const std::string& token, Log log, AfterStep after_step = {});

  EmbeddedModel& model() { return model_; }
  Mode mode() const { return mode_; }
  void log(Refusal refusal, const std::string& message) const { log_(refusal, message); }
  /// Present time of the host [s]. It begins at the start time of set_up(), not at t = 0.
  double time() const { return time_; }

  // --- variables, by the references of their first components; reference size() is the time -----
  /// Sets all components of inputs.
  /// @param firsts reference of the first component of each input
  /// @param values all components of the first input, then of the second, and so on
  /// @throws Error(kInvalidArgument) if a reference is not that of the first component of an input,
  ///         or if the number of values is wrong
  void set_vectors(std::span<const ValueReference> firsts, std::span<const double> values);
  /// Reads all components of inputs and outputs at the time of the host, or this time itself.
  /// @param firsts reference of the first component of each variable; model().size() = the time
  /// @param values receives all components of the first variable, then of the second, and so on
  /// @throws Error(kInvalidArgument) if a reference is not that of the first component of a
  ///         variable, or if the number of values is wrong
  void get_vectors(std::span<const ValueReference> firsts, std::span<double> values);
  /// Directional derivatives of outputs by inputs, see EmbeddedModel::derivative().
  /// @param outputs     reference of the first component of each output
  /// @param inputs      reference of the first component of each input
  /// @param derivatives receives one number per component of the outputs
  void get_derivatives(std::span<const ValueReference> outputs,
                       std::span<const ValueReference> inputs, std::span<const double> direction,
                       std::span<double> derivatives);

  /// Time derivatives of outputs, see EmbeddedModel::rates().
  /// @param outputs reference of the first component of each output
  /// @param rates   receives one number per component of the outputs
  void get_rates(std::span<const ValueReference> outputs, std::span<double> rates);

  /// Sets the start time and the optional stop time of the host [s].
  /// @throws Error(kInvalidArgument) if a time is not finite or `stop` is not later than `start`
  void set_up(double start, std::optional<double> stop);
  void enter_initialization();
  void exit_initialization() { mode_ = kStepMode; }
  void terminate() { mode_ = kTerminated; }
  void reset();
  /// Takes a step of the host, of any duration: the model takes all of its own steps that end at or
  /// before the end of the host's step. If the end of the host's step is a whole number of model
  /// steps after the model's last grid point, within a tolerance, it counts as a grid point, and
  /// later grid points are counted from it. The tolerance is half a nanosecond per model step, to
  /// which the model's step is known, plus the rounding error of the host's time.
  /// @param from     present time of the host [s]
  /// @param duration duration of the host's step [s]
  /// @throws Error if `from` is not the present time, if the duration is not positive and finite or
  ///         has too many model steps, if the step ends after the stop time, or if a step of the
  ///         model fails; the instance is then unchanged. The status is "error" and not "discard",
  ///         since no other duration would help.
  /// @returns whether the step ended early, as requested by the function AfterStep or because an
  ///          event of the model has ended the run
  bool do_step(double from, double duration);
  /// True if an event of the model has ended the run in the last do_step().
  bool has_ended() const { return has_ended_; }

  // --- states -----------------------------------------------------------------------------------
  /// A saved state of an instance. The host identifies it by its address.
  struct Saved {
    Mode mode;
    double time, grid_time;  ///< time of the host, now and at the last grid point of the model [s]
    std::optional<double> stop;
    bool is_set_up;
    EmbeddedModel::Saved model;
  };
  /// Saves the present state.
  /// @param kept address of a saved state that is overwritten; null = a new one is made
  /// @returns the address of the saved state, which this instance owns until forget()
  /// @throws Error if this instance has no saved state at `kept`
  Saved* save(const void* kept);
  /// Restores the saved state at the address `kept`.
  /// @throws Error if this instance has no saved state at `kept`; nothing is changed then
  void restore(const void* kept);
  /// Deletes the saved state at the address `kept`.
  /// @throws Error if this instance has no saved state at `kept`
  void forget(const void* kept);
  /// Bytes of the saved state at the address `kept`: an identifier of the format, the content, and
  /// its xxh64 checksum.
  std::string serialize(const void* kept) const;
  /// Writes the bytes of the saved state at the address `kept` to the beginning of `place`.
  /// @throws Error if `place` is too small for all bytes
  void serialize(const void* kept, std::span<char> place) const;
  /// Adds a saved state that is read from bytes of serialize().
  /// @returns the address of the saved state, which this instance owns until forget()
  /// @throws Error if the bytes are damaged or belong to another model
  Saved* deserialize(std::string_view bytes);

  std::atomic_flag busy = ATOMIC_FLAG_INIT;  ///< set while a function of FMI runs on the instance

 private:
  Saved& find(const void* kept) const;
  void restore_saved(const Saved& saved);
  std::vector<ValueReference> components(std::span<const ValueReference> firsts,
                                         std::size_t count) const;
  bool advance_and_tell(std::int64_t count, bool ends_on_grid);
  double end_for_host();

  EmbeddedModel model_;
  Log log_;
  AfterStep after_step_;
  Mode mode_ = kInstantiated;
  double time_ = 0.0;       ///< present time of the host [s]
  double grid_time_ = 0.0;  ///< time of the host at the last grid point of the model [s]
  std::optional<double> stop_;
  bool is_set_up_ = false;
  bool has_ended_ = false;
  std::map<const void*, std::unique_ptr<Saved>> saved_;
};

/// All instances that exist, by their addresses. It protects against hosts that pass an address at
/// which there is no instance. Thread-safe.
class Instances {
 public:
  /// Adds an instance. @returns its address
  void* add(std::shared_ptr<Instance> instance);
  /// The instance at an address; null if there is none.
  std::shared_ptr<Instance> find(const void* address) const;
  void remove(const void* address);

 private:
  mutable std::mutex mutex_;
  std::map<const void*, std::shared_ptr<Instance>> living_;
};

}  // namespace raftup::fmu
