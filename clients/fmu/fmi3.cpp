/// @file The functions of FMI 3.0 for co-simulation, as hosts look them up by their names. Types
/// and signatures are those of the standard's headers fmi3PlatformTypes.h and fmi3FunctionTypes.h.
/// @source Functional Mock-up Interface Specification 3.0.2, sections 2.2, 2.3 and 4.2
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

#include "clients/fmu/front.hpp"

using namespace raftup::fmu;
using raftup::require;

// NOLINTBEGIN(readability-identifier-naming): the names of the standard

namespace {

using fmi3Instance = void*;
using fmi3InstanceEnvironment = void*;
using fmi3FMUState = void*;
using fmi3ValueReference = std::uint32_t;
using fmi3Float32 = float;
using fmi3Float64 = double;
using fmi3Int8 = std::int8_t;
using fmi3UInt8 = std::uint8_t;
using fmi3Int16 = std::int16_t;
using fmi3UInt16 = std::uint16_t;
using fmi3Int32 = std::int32_t;
using fmi3UInt32 = std::uint32_t;
using fmi3Int64 = std::int64_t;
using fmi3UInt64 = std::uint64_t;
using fmi3Boolean = bool;
using fmi3String = const char*;
using fmi3Byte = std::uint8_t;
using fmi3Binary = const fmi3Byte*;
using fmi3Clock = bool;

enum fmi3Status { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal };
enum fmi3DependencyKind {};
enum fmi3IntervalQualifier {};

using fmi3LogMessageCallback = void (*)(fmi3InstanceEnvironment, fmi3Status, fmi3String category,
                                        fmi3String message);
using fmi3ClockUpdateCallback = void (*)(fmi3InstanceEnvironment);
using fmi3IntermediateUpdateCallback = void (*)(fmi3InstanceEnvironment, fmi3Float64, fmi3Boolean,
                                                fmi3Boolean, fmi3Boolean, fmi3Boolean, fmi3Boolean*,
                                                fmi3Float64*);
using fmi3LockPreemptionCallback = void (*)();
using fmi3UnlockPreemptionCallback = void (*)();

template <typename Call>
fmi3Status fmi3_call(fmi3Instance address, std::uint32_t modes, const char* function, Call action) {
  return call_in(address, modes, function, Results{fmi3OK, fmi3Discard, fmi3Error}, action);
}

Instance::Log logger_of(fmi3InstanceEnvironment environment, fmi3LogMessageCallback callback) {
  return [environment, callback](Refusal refusal, const std::string& message) {
    if (callback == nullptr) return;
    callback(environment, refusal == Refusal::kDiscard ? fmi3Discard : fmi3Error,
             log_category(refusal), message.c_str());
  };
}

/// Makes the function that calls the host's callback for intermediate updates after each step of
/// the model; the host may read and set all values during the callback.
/// @returns an empty function if the host has given no callback
Instance::AfterStep told_after_steps(fmi3InstanceEnvironment environment, bool may_return_early,
                                     fmi3IntermediateUpdateCallback callback) {
  if (callback == nullptr) return {};
  return [=](double time) {
    fmi3Boolean is_requested = false;
    fmi3Float64 end = time;
    callback(environment, time, true, true, true, may_return_early, &is_requested, &end);
    const bool returns = may_return_early && is_requested;
    return returns ? end : std::numeric_limits<double>::infinity();
  };
}

/// Body of the functions that make an instance for a kind of FMU that this library is not, such as
/// model exchange. It sends a message to the host and returns null.
fmi3Instance make_none(const char* function, fmi3InstanceEnvironment environment,
                       fmi3LogMessageCallback callback) {
  return make_instance(
      function, [&] { return logger_of(environment, callback); },
      [](const Instance::Log&) -> std::shared_ptr<Instance> {
        throw raftup::Error(raftup::ErrorCode::kInvalidArgument, "must be of co-simulation");
      });
}

}  // namespace

RAFTUP_FMI const char* fmi3GetVersion() { return "3.0"; }

// --- life ----------------------------------------------------------------------------------------
RAFTUP_FMI fmi3Instance fmi3InstantiateCoSimulation(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean /*visible*/,
    fmi3Boolean /*logging*/, fmi3Boolean event_mode, fmi3Boolean early_return,
    const fmi3ValueReference[], std::size_t, fmi3InstanceEnvironment environment,
    fmi3LogMessageCallback callback, fmi3IntermediateUpdateCallback update) {
  const auto make_log = [&] { return logger_of(environment, callback); };
  return make_instance("fmi3InstantiateCoSimulation", make_log, [&](const Instance::Log& log) {
    require(name != nullptr && *name != '\0', "an instance must have a name");
    require(token != nullptr && resources != nullptr, "token and resource path must be given");
    require(!event_mode, "there must be no event mode: hasEventMode is false");
    return std::make_shared<Instance>(resources, token, log,
                                      told_after_steps(environment, early_return, update));
  });
}

RAFTUP_FMI fmi3Instance fmi3InstantiateModelExchange(fmi3String, fmi3String, fmi3String,
                                                     fmi3Boolean, fmi3Boolean,
                                                     fmi3InstanceEnvironment environment,
                                                     fmi3LogMessageCallback callback) {
  return make_none("fmi3InstantiateModelExchange", environment, callback);
}

RAFTUP_FMI fmi3Instance fmi3InstantiateScheduledExecution(
    fmi3String, fmi3String, fmi3String, fmi3Boolean, fmi3Boolean,
    fmi3InstanceEnvironment environment, fmi3LogMessageCallback callback, fmi3ClockUpdateCallback,
    fmi3LockPreemptionCallback, fmi3UnlockPreemptionCallback) {
  return make_none("fmi3InstantiateScheduledExecution", environment, callback);
}

RAFTUP_FMI void fmi3FreeInstance(fmi3Instance address) {
  fmi3_call(address, kAnyMode, "fmi3FreeInstance",
            [address](Instance&) { instances().remove(address); });
}

RAFTUP_FMI fmi3Status fmi3SetDebugLogging(fmi3Instance address, fmi3Boolean /*logging*/,
                                          std::size_t count, const fmi3String categories[]) {
  return fmi3_call(address, kAnyMode, "fmi3SetDebugLogging",
                   [&](Instance&) { check_log_categories(array(categories, count)); });
}

RAFTUP_FMI fmi3Status fmi3EnterInitializationMode(fmi3Instance address,
                                                  fmi3Boolean /*with_tolerance*/,
                                                  fmi3Float64 /*tolerance*/, fmi3Float64 start,
                                                  fmi3Boolean with_stop, fmi3Float64 stop) {
  return fmi3_call(address, kInstantiated, "fmi3EnterInitializationMode", [&](Instance& instance) {
    instance.set_up(start, with_stop ? std::optional(stop) : std::nullopt);
    instance.enter_initialization();
  });
}

RAFTUP_FMI fmi3Status fmi3ExitInitializationMode(fmi3Instance address) {
  return fmi3_call(address, kInitialization, "fmi3ExitInitializationMode",
                   [](Instance& instance) { instance.exit_initialization(); });
}

RAFTUP_FMI fmi3Status fmi3Terminate(fmi3Instance address) {
  return fmi3_call(address, kStepMode, "fmi3Terminate",
                   [](Instance& instance) { instance.terminate(); });
}

RAFTUP_FMI fmi3Status fmi3Reset(fmi3Instance address) {
  return fmi3_call(address, kAnyMode, "fmi3Reset", [](Instance& instance) { instance.reset(); });
}

// --- values: whole vectors -----------------------------------------------------------------------
RAFTUP_FMI fmi3Status fmi3GetFloat64(fmi3Instance address, const fmi3ValueReference references[],
                                     std::size_t count, fmi3Float64 values[],
                                     std::size_t value_count) {
  return fmi3_call(address, kInitialization | kStepMode | kTerminated | kBetweenSteps,
                   "fmi3GetFloat64", [&](Instance& instance) {
                     instance.get_vectors(array(references, count), array(values, value_count));
                   });
}

RAFTUP_FMI fmi3Status fmi3SetFloat64(fmi3Instance address, const fmi3ValueReference references[],
                                     std::size_t count, const fmi3Float64 values[],
                                     std::size_t value_count) {
  return fmi3_call(address, kInstantiated | kInitialization | kStepMode | kBetweenSteps,
                   "fmi3SetFloat64", [&](Instance& instance) {
                     instance.set_vectors(array(references, count), array(values, value_count));
                   });
}

RAFTUP_FMI fmi3Status fmi3GetDirectionalDerivative(
    fmi3Instance address, const fmi3ValueReference outputs[], std::size_t output_count,
    const fmi3ValueReference inputs[], std::size_t input_count, const fmi3Float64 direction[],
    std::size_t direction_count, fmi3Float64 derivatives[], std::size_t derivative_count) {
  return fmi3_call(address, kInitialization | kStepMode | kTerminated | kBetweenSteps,
                   "fmi3GetDirectionalDerivative", [&](Instance& instance) {
                     instance.get_derivatives(
                         array(outputs, output_count), array(inputs, input_count),
                         array(direction, direction_count), array(derivatives, derivative_count));
                   });
}

RAFTUP_FMI fmi3Status fmi3GetOutputDerivatives(fmi3Instance address,
                                               const fmi3ValueReference references[],
                                               std::size_t count, const fmi3Int32 orders[],
                                               fmi3Float64 values[], std::size_t value_count) {
  return fmi3_call(address, kStepMode | kTerminated, "fmi3GetOutputDerivatives",
                   [&](Instance& instance) {
                     check_orders(array(orders, count));
                     instance.get_rates(array(references, count), array(values, value_count));
                   });
}

// Defines a function that reads or sets variables of a type that no model has. It succeeds only for
// an empty list of variables. The further arguments of the macro are the parameters of the function
// after `count`.
#define RAFTUP_FMI3_NO_VARIABLES(function, ...)                                    \
  RAFTUP_FMI fmi3Status function(fmi3Instance address, const fmi3ValueReference[], \
                                 std::size_t count, __VA_ARGS__) {                 \
    return fmi3_call(address, kAnyMode, #function, [count](Instance&) {            \
      require(count == 0, "all variables are of type Float64");                    \
    });                                                                            \
  }
RAFTUP_FMI3_NO_VARIABLES(fmi3GetFloat32, fmi3Float32[], std::size_t)
RAFTUP_FMI3_NO_VARIABLES(fmi3SetFloat32, const fmi3Float32[], std::size_t)
RAFTUP_FMI3_NO_VARIABLES(fmi3GetInt8, fmi3Int8[], std::size_t)
RAFTUP_FMI3_NO_VARIABLES(fmi3SetInt8, const fmi3Int8[], std::size_t)
RAFTUP_FMI3_NO_VARIABLES(fmi3GetUInt8, fmi3UInt8[], std::size_t)
RAFTUP_FMI3_NO_VARIABLES(fmi3SetUInt8, const fmi3UInt8[], std::size_t)
RAFTUP_FMI3_NO_VARIABLES(fmi3GetInt16, fmi3Int16[], std::size_t)
RAFTUP_FMI3_NO_VARIABLES(fmi3SetInt16, const fmi3Int16[], std::size_t)
RAFTUP_FMI3_NO_VARIABLES(fmi3GetUInt16, fmi3UInt16[], std::size_t)
RAFTUP_FMI3_NO_VARIABLES(fmi3SetUInt16, const fmi3UInt16[], std::size_t)
RAFTUP_FMI3_NO_VARIABLES(fmi3GetInt32, fmi3Int32[], std::size_t)
RAFTUP_FMI3_NO_VARIABLES(fmi3SetInt32, const fmi3Int32[], std::size_t)
RAFTUP_FMI3_NO_VARIABLES(fmi3GetUInt32, fmi3UInt32[], std::size_t)
RAFTUP_FMI3_NO_VARIABLES(fmi3SetUInt32, const fmi3UInt32[], std::size_t)
RAFTUP_FMI3_NO_VARIABLES(fmi3GetInt64, fmi3Int64[], std::size_t)
RAFTUP_FMI3_NO_VARIABLES(fmi3SetInt64, const fmi3Int64[], std::size_t)
RAFTUP_FMI3_NO_VARIABLES(fmi3GetUInt64, fmi3UInt64[], std::size_t)
RAFTUP_FMI3_NO_VARIABLES(fmi3SetUInt64, const fmi3UInt64[], std::size_t)
RAFTUP_FMI3_NO_VARIABLES(fmi3GetBoolean, fmi3Boolean[], std::size_t)
RAFTUP_FMI3_NO_VARIABLES(fmi3SetBoolean, const fmi3Boolean[], std::size_t)
RAFTUP_FMI3_NO_VARIABLES(fmi3GetString, fmi3String[], std::size_t)
RAFTUP_FMI3_NO_VARIABLES(fmi3SetString, const fmi3String[], std::size_t)
RAFTUP_FMI3_NO_VARIABLES(fmi3GetBinary, std::size_t[], fmi3Binary[], std::size_t)
RAFTUP_FMI3_NO_VARIABLES(fmi3SetBinary, const std::size_t[], const fmi3Binary[], std::size_t)
RAFTUP_FMI3_NO_VARIABLES(fmi3GetClock, fmi3Clock[])
RAFTUP_FMI3_NO_VARIABLES(fmi3SetClock, const fmi3Clock[])
RAFTUP_FMI3_NO_VARIABLES(fmi3GetIntervalDecimal, fmi3Float64[], fmi3IntervalQualifier[])
RAFTUP_FMI3_NO_VARIABLES(fmi3SetIntervalDecimal, const fmi3Float64[])
RAFTUP_FMI3_NO_VARIABLES(fmi3GetIntervalFraction, fmi3UInt64[], fmi3UInt64[],
                         fmi3IntervalQualifier[])
RAFTUP_FMI3_NO_VARIABLES(fmi3SetIntervalFraction, const fmi3UInt64[], const fmi3UInt64[])
RAFTUP_FMI3_NO_VARIABLES(fmi3GetShiftDecimal, fmi3Float64[])
RAFTUP_FMI3_NO_VARIABLES(fmi3SetShiftDecimal, const fmi3Float64[])
RAFTUP_FMI3_NO_VARIABLES(fmi3GetShiftFraction, fmi3UInt64[], fmi3UInt64[])
RAFTUP_FMI3_NO_VARIABLES(fmi3SetShiftFraction, const fmi3UInt64[], const fmi3UInt64[])

// --- steps ---------------------------------------------------------------------------------------
RAFTUP_FMI fmi3Status fmi3DoStep(fmi3Instance address, fmi3Float64 from, fmi3Float64 duration,
                                 fmi3Boolean /*no_state_before*/, fmi3Boolean* event,
                                 fmi3Boolean* terminate, fmi3Boolean* early,
                                 fmi3Float64* last_time) {
  return fmi3_call(address, kStepMode, "fmi3DoStep", [&](Instance& instance) {
    place(event) = place(terminate) = place(early) = false;
    place(last_time) = instance.time();
    const bool early_end = instance.do_step(from, duration);
    *terminate = instance.has_ended();
    *early = early_end && !*terminate;
    *last_time = instance.time();
  });
}

// --- states --------------------------------------------------------------------------------------
RAFTUP_FMI fmi3Status fmi3GetFMUState(fmi3Instance address, fmi3FMUState* state) {
  return fmi3_call(address, kAnyMode, "fmi3GetFMUState",
                   [&](Instance& instance) { place(state) = instance.save(place(state)); });
}

RAFTUP_FMI fmi3Status fmi3SetFMUState(fmi3Instance address, fmi3FMUState state) {
  return fmi3_call(address, kAnyMode, "fmi3SetFMUState",
                   [state](Instance& instance) { instance.restore(state); });
}

RAFTUP_FMI fmi3Status fmi3FreeFMUState(fmi3Instance address, fmi3FMUState* state) {
  return fmi3_call(address, kAnyMode, "fmi3FreeFMUState", [&](Instance& instance) {
    if (state == nullptr || *state == nullptr) return;
    instance.forget(*state);
    *state = nullptr;
  });
}

RAFTUP_FMI fmi3Status fmi3SerializedFMUStateSize(fmi3Instance address, fmi3FMUState state,
                                                 std::size_t* size) {
  return fmi3_call(address, kAnyMode, "fmi3SerializedFMUStateSize",
                   [&](Instance& instance) { place(size) = instance.serialize(state).size(); });
}

RAFTUP_FMI fmi3Status fmi3SerializeFMUState(fmi3Instance address, fmi3FMUState state,
                                            fmi3Byte bytes[], std::size_t size) {
  return fmi3_call(address, kAnyMode, "fmi3SerializeFMUState", [&](Instance& instance) {
    instance.serialize(state, array(reinterpret_cast<char*>(bytes), size));
  });
}

RAFTUP_FMI fmi3Status fmi3DeserializeFMUState(fmi3Instance address, const fmi3Byte bytes[],
                                              std::size_t size, fmi3FMUState* state) {
  return fmi3_call(address, kAnyMode, "fmi3DeserializeFMUState", [&](Instance& instance) {
    const auto given = array(reinterpret_cast<const char*>(bytes), size);
    place(state) = instance.deserialize({given.data(), given.size()});
  });
}

// --- what co-simulation without events and clocks does not have ---------------------------------
#define RAFTUP_NOT_PROVIDED(function, ...)                                                \
  RAFTUP_FMI fmi3Status function(fmi3Instance address __VA_OPT__(, ) __VA_ARGS__) {       \
    return fmi3_call(address, kAnyMode, #function,                                        \
                     [](Instance&) { require(false, "is not among what this can do"); }); \
  }
RAFTUP_NOT_PROVIDED(fmi3GetNumberOfVariableDependencies, fmi3ValueReference, std::size_t*)
RAFTUP_NOT_PROVIDED(fmi3GetVariableDependencies, fmi3ValueReference, std::size_t[],
                    fmi3ValueReference[], std::size_t[], fmi3DependencyKind[], std::size_t)
RAFTUP_NOT_PROVIDED(fmi3GetAdjointDerivative, const fmi3ValueReference[], std::size_t,
                    const fmi3ValueReference[], std::size_t, const fmi3Float64[], std::size_t,
                    fmi3Float64[], std::size_t)
RAFTUP_NOT_PROVIDED(fmi3EnterConfigurationMode)
RAFTUP_NOT_PROVIDED(fmi3ExitConfigurationMode)
RAFTUP_NOT_PROVIDED(fmi3EnterEventMode)
RAFTUP_NOT_PROVIDED(fmi3EnterStepMode)
RAFTUP_NOT_PROVIDED(fmi3EvaluateDiscreteStates)
RAFTUP_NOT_PROVIDED(fmi3UpdateDiscreteStates, fmi3Boolean*, fmi3Boolean*, fmi3Boolean*,
                    fmi3Boolean*, fmi3Boolean*, fmi3Float64*)
RAFTUP_NOT_PROVIDED(fmi3EnterContinuousTimeMode)
RAFTUP_NOT_PROVIDED(fmi3CompletedIntegratorStep, fmi3Boolean, fmi3Boolean*, fmi3Boolean*)
RAFTUP_NOT_PROVIDED(fmi3SetTime, fmi3Float64)
RAFTUP_NOT_PROVIDED(fmi3SetContinuousStates, const fmi3Float64[], std::size_t)
RAFTUP_NOT_PROVIDED(fmi3GetContinuousStateDerivatives, fmi3Float64[], std::size_t)
RAFTUP_NOT_PROVIDED(fmi3GetEventIndicators, fmi3Float64[], std::size_t)
RAFTUP_NOT_PROVIDED(fmi3GetContinuousStates, fmi3Float64[], std::size_t)
RAFTUP_NOT_PROVIDED(fmi3GetNominalsOfContinuousStates, fmi3Float64[], std::size_t)
RAFTUP_NOT_PROVIDED(fmi3GetNumberOfEventIndicators, std::size_t*)
RAFTUP_NOT_PROVIDED(fmi3GetNumberOfContinuousStates, std::size_t*)
RAFTUP_NOT_PROVIDED(fmi3ActivateModelPartition, fmi3ValueReference, fmi3Float64)

// NOLINTEND(readability-identifier-naming)
