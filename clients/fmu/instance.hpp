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

/// Where a slave of FMI stands, by the names of the standard.
enum Mode : std::uint32_t {
  kInstantiated = 1,
  kInitialization = 2,
  kStepMode = 4,
  kTerminated = 8,
  kAnyMode = 15,
  kBetweenSteps = 16,  ///< of the model, within one of the host: values alone
};

/// What a host is told where a function does not do what it was called for.
enum class Refusal { kDiscard, kError };

/// What a host asked for that there is not; the slave goes on.
struct Discarded : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A slave of either version of FMI: a model and where it stands. The functions of the standard
/// check in which mode they are called and translate; what they mean is here.
class Instance {
 public:
  using Log = std::function<void(Refusal, const std::string& message)>;

  /// Called with the time after each step of the model, in kBetweenSteps.
  /// @returns where the host's step is to end [s], infinity where it is to go on
  using AfterStep = std::function<double(double time)>;

  /// @param folder     of the resources, with the model's image
  /// @param token      of the FMU's description: "raftup-" and the digest of the model
  /// @param after_step may be none
  /// @throws Error where the image is absent, damaged or another's
  Instance(const std::string& folder, const std::string& token, Log log, AfterStep after_step = {});

  EmbeddedModel& model() { return model_; }
  Mode mode() const { return mode_; }
  void log(Refusal refusal, const std::string& message) const { log_(refusal, message); }
  /// Where the host stands [s], as it counts.
  double time() const { return time_; }

  // --- whole vectors, known by their first numbers; the time follows the last number of all -----
  /// @param values of the vectors one after another
  /// @throws Error(kInvalidArgument) where one is none, or the values are not as many
  void set_vectors(std::span<const ValueReference> firsts, std::span<const double> values);
  void get_vectors(std::span<const ValueReference> firsts, std::span<double> values);
  /// EmbeddedModel::derivative().
  void get_derivatives(std::span<const ValueReference> outputs,
                       std::span<const ValueReference> inputs, std::span<const double> direction,
                       std::span<double> derivatives);

  /// EmbeddedModel::rates().
  void get_rates(std::span<const ValueReference> outputs, std::span<double> rates);

  /// @throws Error(kInvalidArgument) on times that are none
  void set_up(double start, std::optional<double> stop);
  void enter_initialization();
  void exit_initialization() { mode_ = kStepMode; }
  void terminate() { mode_ = kTerminated; }
  void reset();
  /// Takes the steps of the model that end up to the host's next point, which may stand anywhere.
  /// The model's grid goes by the host's time: a point that is a whole number of steps away, to
  /// half a nanosecond a step (to which the model's own step is known) and the rounding of the
  /// host's time, is on the grid, and the grid goes on from there.
  /// @throws Error where the step begins elsewhere than the slave stands, is not positive, ends
  ///         behind the stop time, or a step of the model fails; the slave stands as before. No
  ///         other duration would mend it, so that none of these is a discarded step.
  /// @returns whether it ended early, as AfterStep said
  bool do_step(double from, double duration);

  // --- states -----------------------------------------------------------------------------------
  /// A slave as a host keeps it, known by its address.
  struct Saved {
    Mode mode;
    double time, grid_time;
    std::optional<double> stop;
    bool is_set_up;
    EmbeddedModel::Saved model;
  };
  /// Into the one at `kept`, into a new one where that is null. @throws Error on a foreign address
  Saved* save(const void* kept);
  /// @throws Error on a foreign address, and then changes nothing
  void restore(const void* kept);
  void forget(const void* kept);
  /// Magic, content, xxh64 checksum.
  std::string serialise(const void* kept) const;
  /// @throws Error where there is no room for all of it
  void serialise(const void* kept, std::span<char> place) const;
  Saved* deserialise(std::string_view bytes);

  std::atomic_flag busy = ATOMIC_FLAG_INIT;  ///< held by the one call that goes on

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
  double time_ = 0.0;       ///< s, of the host
  double grid_time_ = 0.0;  ///< s, of the host at the model's point of the grid
  std::optional<double> stop_;
  bool is_set_up_ = false;
  std::map<const void*, std::unique_ptr<Saved>> saved_;
};

/// The instances that live, by their addresses: whatever else a host passes is refused.
/// Thread-safe.
class Instances {
 public:
  void* add(std::shared_ptr<Instance> instance);
  std::shared_ptr<Instance> find(const void* address) const;  ///< null where there is none
  void remove(const void* address);

 private:
  mutable std::mutex mutex_;
  std::map<const void*, std::shared_ptr<Instance>> living_;
};

}  // namespace raftup::fmu
