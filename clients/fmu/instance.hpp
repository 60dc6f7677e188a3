#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "clients/fmu/embedded_model.hpp"

namespace raftup::fmu {

/// Where a slave of FMI stands, by the names of the standard.
enum Mode : std::uint32_t {
  kInstantiated = 1,
  kInitialization = 2,
  kStepMode = 4,
  kTerminated = 8,
  kAnyMode = 15,
};

/// What a host is told to take back, or to try with another step; the slave goes on.
struct Discarded : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A slave of either version of FMI: a model and where it stands. The functions of the standard
/// check in which mode they are called and translate; what they mean is here.
class Instance {
 public:
  using Log = std::function<void(const char* status, const std::string& message)>;

  /// @param folder of the resources, with the model's image
  /// @param token  of the FMU's description: "raftup-" and the digest of the model
  /// @throws Error where the image is absent, damaged or another's
  Instance(const std::string& folder, const std::string& token, Log log);

  EmbeddedModel& model() { return model_; }
  Mode mode() const { return mode_; }
  void log(const char* status, const std::string& message) const { log_(status, message); }
  double time() const { return start_ + model_.time(); }

  /// @throws Error(kInvalidArgument) on times that are none
  void set_up(double start, std::optional<double> stop);
  void enter_initialization();
  void exit_initialization() { mode_ = kStepMode; }
  void terminate() { mode_ = kTerminated; }
  void reset();
  /// @throws Discarded where the step is no multiple of the model's or fails; Error where it begins
  ///         elsewhere than the slave stands, or ends behind the stop time
  void do_step(double from, double duration);

  // --- states -----------------------------------------------------------------------------------
  /// A slave as a host keeps it, known by its address.
  struct Saved {
    Mode mode;
    double start;
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
  Saved* deserialise(std::string_view bytes);

  std::atomic_flag busy = ATOMIC_FLAG_INIT;  ///< held by the one call that goes on

 private:
  Saved& find(const void* kept) const;

  EmbeddedModel model_;
  Log log_;
  Mode mode_ = kInstantiated;
  double start_ = 0.0;
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

/// Runs a function of the standard on the instance at an address.
/// @param modes    in which it may be called
/// @param function its name
/// @param error, discard what the standard calls these results, ok the third
template <typename Status, typename Call>
Status call_in(const Instances& instances, const void* address, std::uint32_t modes,
               const char* function, Status ok, Status discard, Status error, Call call) noexcept {
  std::shared_ptr<Instance> instance;
  try {
    instance = instances.find(address);
    if (!instance || instance->busy.test_and_set()) return error;
  } catch (...) {
    return error;
  }
  Status status = ok;
  const auto tell = [&](Status result, const char* name, const std::string& what) {
    status = result;
    try {
      instance->log(name, std::string(function) + ": " + what);
    } catch (...) {  // a host that cannot be told is not told
    }
  };
  try {
    if ((instance->mode() & modes) == 0) {
      tell(error, "Error", "must not be called in this state");
    } else {
      call(*instance);
    }
  } catch (const Discarded& discarded) {
    tell(discard, "Discard", discarded.what());
  } catch (const std::exception& failure) {
    tell(error, "Error", failure.what());
  } catch (...) {
    status = error;
  }
  instance->busy.clear();
  return status;
}

}  // namespace raftup::fmu
