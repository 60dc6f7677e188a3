#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>

#include "clients/fmu/instance.hpp"
#include "hydro/base/error.hpp"

/// @file Code shared by the functions of FMI 2.0 and FMI 3.0. These functions check the mode and
/// the arguments of a call, convert the arguments, and call the function of Instance that does the
/// work.
#ifdef _WIN32
#define RAFTUP_FMI extern "C" __declspec(dllexport)
#else
#define RAFTUP_FMI extern "C" __attribute__((visibility("default")))
#endif

namespace raftup::fmu {

/// All instances that hosts have made with this library and not yet freed.
Instances& instances();

/// Name of the log category of FMI for messages about a refused call: "logStatusDiscard" or
/// "logStatusError".
const char* log_category(Refusal refusal);
/// Checks names of log categories that a host has passed.
/// @throws Error if a name is null or not the name of a log category
void check_log_categories(std::span<const char* const> names);

/// Checks the orders of the time derivatives of outputs that a host requests.
/// @throws Error if an order is not 1
void check_orders(std::span<const std::int32_t> orders);

/// Makes an instance and adds it to instances().
/// @param function name of the calling function of FMI, for the error message
/// @param make_log returns the function that sends messages to the host
/// @param make     receives this function and returns the new instance, or throws
/// @returns the address of the instance; null if it cannot be made, after a message to the host
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

/// The array that a host has passed as a pointer and a length.
/// @throws Error if the pointer is null and the length is not 0
template <typename T>
std::span<T> array(T* values, std::size_t count) {
  require(values != nullptr || count == 0, "an array must be given, got none");
  return {values, count};
}

/// The variable to which a pointer from a host points, for a result.
/// @throws Error if the pointer is null
template <typename T>
T& place(T* value) {
  require(value != nullptr, "places for results must be given");
  return *value;
}

/// The status values of one version of FMI: success, a request that is not supported, and an error.
template <typename Status>
struct Results {
  Status ok, discard, error;
};

/// Runs the body of a function of FMI on an instance. Exceptions become messages to the host and a
/// status; the status is `error` without a message if no instance has this address or another call
/// on the instance is in progress.
/// @param address  address of the instance, as the host passed it
/// @param modes    bitwise or of the modes in which the function may be called
/// @param function name of the function, for messages
/// @param results  status values of the version of FMI
/// @param call     body of the function, which receives the instance
/// @returns the status for the host
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
    } catch (...) {  // the message is lost if the host's logger throws
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
