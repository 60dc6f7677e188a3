#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>

#include "clients/fmu/instance.hpp"
#include "hydro/base/error.hpp"

/// @file What the functions of both versions of FMI share: they check in which mode they are
/// called, look at what hosts pass, and translate. What they mean is in Instance.
#define RAFTUP_FMI extern "C" __attribute__((visibility("default")))

namespace raftup::fmu {

/// The instances that hosts of this library have.
Instances& instances();

/// Of messages, one per Refusal.
const char* log_category(Refusal refusal);
/// @throws Error where one is not known; null is none
void check_log_categories(std::span<const char* const> names);

/// Of derivatives of outputs. @throws Error where one is not 1
void check_orders(std::span<const std::int32_t> orders);

/// An instance in the list of those that live.
/// @param function that makes it, for its messages
/// @param make_log returns what is told where it cannot be made, and by the instance
/// @param make     returns the instance with that, or throws
/// @returns null where it cannot be made
template <typename MakeLog, typename Make>
void* make_instance(const char* function, MakeLog make_log, Make make) noexcept {
  try {
    const Instance::Log log = make_log();
    try {
      return instances().add(make(log));
    } catch (const std::exception& error) {
      log(Refusal::kError, std::string(function) + ": " + error.what());
    }
  } catch (...) {  // no memory, or a host whose logger throws
  }
  return nullptr;
}

/// Arrays that a host passes with their length.
template <typename T>
std::span<T> array(T* values, std::size_t count) {
  require(values != nullptr || count == 0, "an array must be given, got none");
  return {values, count};
}

/// A place for a result. @throws Error where there is none
template <typename T>
T& place(T* value) {
  require(value != nullptr, "places for results must be given");
  return *value;
}

/// What a version of the standard calls the results of its functions.
template <typename Status>
struct Results {
  Status ok, discard, error;
};

/// Runs a function of the standard on the instance at an address.
/// @param modes    in which it may be called
/// @param function its name
/// @param results  what the version of the standard calls them
template <typename Status, typename Call>
Status call_in(const void* address, std::uint32_t modes, const char* function,
               Results<Status> results, Call call) noexcept {
  const auto [ok, discard, error] = results;
  std::shared_ptr<Instance> instance;
  try {
    instance = instances().find(address);
    if (!instance || instance->busy.test_and_set()) return error;
  } catch (...) {
    return error;
  }
  Status status = ok;
  const auto refuse = [&](Refusal refusal, const std::string& what) {
    status = refusal == Refusal::kDiscard ? discard : error;
    try {
      instance->log(refusal, std::string(function) + ": " + what);
    } catch (...) {  // a host that cannot be told is not told
    }
  };
  try {
    if ((instance->mode() & modes) == 0) {
      refuse(Refusal::kError, "must not be called in this state");
    } else {
      call(*instance);
    }
  } catch (const Discarded& discarded) {
    refuse(Refusal::kDiscard, discarded.what());
  } catch (const std::exception& failure) {
    refuse(Refusal::kError, failure.what());
  } catch (...) {
    status = error;
  }
  instance->busy.clear();
  return status;
}

}  // namespace raftup::fmu
