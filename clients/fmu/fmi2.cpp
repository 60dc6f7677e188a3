/// @file The functions of FMI 2.0 for co-simulation, as hosts look them up by their names. Types
/// and signatures are those of the standard's headers fmi2TypesPlatform.h and fmi2FunctionTypes.h.
/// @source Functional Mock-up Interface for Model Exchange and Co-Simulation 2.0.4,
/// sections 2.1, 4.2
#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "clients/fmu/front.hpp"
#include "clients/fmu/resource_folder.hpp"

using namespace raftup::fmu;
using raftup::require;

// NOLINTBEGIN(readability-identifier-naming): the names of the standard

namespace {

using fmi2Component = void*;
using fmi2Environment = void*;
using fmi2FMUstate = void*;
using fmi2Boolean = int;
using fmi2Real = double;
using fmi2Integer = int;
using fmi2Byte = char;
using fmi2String = const char*;
using fmi2ValueReference = unsigned int;

enum fmi2Status { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending };
enum fmi2Type { fmi2ModelExchange, fmi2CoSimulation };
enum fmi2StatusKind { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated };

struct fmi2CallbackFunctions {
  void (*logger)(fmi2Environment, fmi2String name, fmi2Status, fmi2String category,
                 fmi2String message, ...);
  void* (*allocateMemory)(std::size_t, std::size_t);
  void (*freeMemory)(void*);
  void (*stepFinished)(fmi2Environment, fmi2Status);
  fmi2Environment environment;
};

template <typename Call>
fmi2Status fmi2_call(fmi2Component component, std::uint32_t modes, const char* function,
                     Call action) {
  return call_in(component, modes, function, Results{fmi2OK, fmi2Discard, fmi2Error}, action);
}

Instance::Log logger_of(const fmi2CallbackFunctions* functions, const std::string& name) {
  return [functions, name](Refusal refusal, const std::string& message) {
    if (functions == nullptr || functions->logger == nullptr) return;
    const fmi2Status status = refusal == Refusal::kDiscard ? fmi2Discard : fmi2Error;
    functions->logger(functions->environment, name.c_str(), status, log_category(refusal), "%s",
                      message.c_str());
  };
}

/// Body of the functions that read or set integers, booleans or strings, which no model has. They
/// succeed only for an empty list of variables.
fmi2Status about_no_variable(fmi2Component component, std::size_t count, const char* function) {
  return fmi2_call(component, kAnyMode, function,
                   [&](Instance&) { require(count == 0, "all variables are of type Real"); });
}

}  // namespace

RAFTUP_FMI const char* fmi2GetTypesPlatform() { return "default"; }
RAFTUP_FMI const char* fmi2GetVersion() { return "2.0"; }

// --- life ----------------------------------------------------------------------------------------
RAFTUP_FMI fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid,
                                         fmi2String resources,
                                         const fmi2CallbackFunctions* functions,
                                         fmi2Boolean /*visible*/, fmi2Boolean /*logging*/) {
  const auto make_log = [&] { return logger_of(functions, name == nullptr ? "" : name); };
  return make_instance("fmi2Instantiate", make_log, [&](const Instance::Log& log) {
    require(name != nullptr && *name != '\0', "an instance must have a name");
    require(type == fmi2CoSimulation, "type must be co-simulation");
    require(guid != nullptr && resources != nullptr, "GUID and resource location must be given");
    return std::make_shared<Instance>(folder_of_uri(resources), guid, log);
  });
}

RAFTUP_FMI void fmi2FreeInstance(fmi2Component component) {
  fmi2_call(component, kAnyMode, "fmi2FreeInstance",
            [component](Instance&) { instances().remove(component); });
}

RAFTUP_FMI fmi2Status fmi2SetDebugLogging(fmi2Component component, fmi2Boolean /*logging*/,
                                          std::size_t count, const fmi2String categories[]) {
  return fmi2_call(component, kAnyMode, "fmi2SetDebugLogging",
                   [&](Instance&) { check_log_categories(array(categories, count)); });
}

RAFTUP_FMI fmi2Status fmi2SetupExperiment(fmi2Component component, fmi2Boolean /*with_tolerance*/,
                                          fmi2Real /*tolerance*/, fmi2Real start,
                                          fmi2Boolean with_stop, fmi2Real stop) {
  return fmi2_call(component, kInstantiated, "fmi2SetupExperiment", [&](Instance& instance) {
    instance.set_up(start, with_stop != 0 ? std::optional(stop) : std::nullopt);
  });
}

RAFTUP_FMI fmi2Status fmi2EnterInitializationMode(fmi2Component component) {
  return fmi2_call(component, kInstantiated, "fmi2EnterInitializationMode",
                   [](Instance& instance) { instance.enter_initialization(); });
}

RAFTUP_FMI fmi2Status fmi2ExitInitializationMode(fmi2Component component) {
  return fmi2_call(component, kInitialization, "fmi2ExitInitializationMode",
                   [](Instance& instance) { instance.exit_initialization(); });
}

RAFTUP_FMI fmi2Status fmi2Terminate(fmi2Component component) {
  return fmi2_call(component, kStepMode, "fmi2Terminate",
                   [](Instance& instance) { instance.terminate(); });
}

RAFTUP_FMI fmi2Status fmi2Reset(fmi2Component component) {
  return fmi2_call(component, kAnyMode, "fmi2Reset", [](Instance& instance) { instance.reset(); });
}

// --- values --------------------------------------------------------------------------------------
RAFTUP_FMI fmi2Status fmi2GetReal(fmi2Component component, const fmi2ValueReference references[],
                                  std::size_t count, fmi2Real values[]) {
  return fmi2_call(
      component, kInitialization | kStepMode | kTerminated, "fmi2GetReal", [&](Instance& instance) {
        const auto places = array(values, count);
        std::ranges::transform(
            array(references, count), places.begin(),
            [&](fmi2ValueReference reference) { return instance.model().get(reference); });
      });
}

RAFTUP_FMI fmi2Status fmi2SetReal(fmi2Component component, const fmi2ValueReference references[],
                                  std::size_t count, const fmi2Real values[]) {
  return fmi2_call(component, kInstantiated | kInitialization | kStepMode, "fmi2SetReal",
                   [&](Instance& instance) {
                     instance.model().set(array(references, count), array(values, count));
                   });
}

#define RAFTUP_FMI2_NO_VARIABLES(type)                                                     \
  RAFTUP_FMI fmi2Status fmi2Get##type(fmi2Component component, const fmi2ValueReference[], \
                                      std::size_t count, fmi2##type[]) {                   \
    return about_no_variable(component, count, "fmi2Get" #type);                           \
  }                                                                                        \
  RAFTUP_FMI fmi2Status fmi2Set##type(fmi2Component component, const fmi2ValueReference[], \
                                      std::size_t count, const fmi2##type[]) {             \
    return about_no_variable(component, count, "fmi2Set" #type);                           \
  }
RAFTUP_FMI2_NO_VARIABLES(Integer)
RAFTUP_FMI2_NO_VARIABLES(Boolean)
RAFTUP_FMI2_NO_VARIABLES(String)

RAFTUP_FMI fmi2Status fmi2SetRealInputDerivatives(fmi2Component component,
                                                  const fmi2ValueReference[], std::size_t count,
                                                  const fmi2Integer[], const fmi2Real[]) {
  return fmi2_call(component, kAnyMode, "fmi2SetRealInputDerivatives", [&](Instance&) {
    require(count == 0, "inputs are held over a step: they have no derivatives");
  });
}

RAFTUP_FMI fmi2Status fmi2GetRealOutputDerivatives(fmi2Component component,
                                                   const fmi2ValueReference references[],
                                                   std::size_t count, const fmi2Integer orders[],
                                                   fmi2Real values[]) {
  return fmi2_call(component, kStepMode | kTerminated, "fmi2GetRealOutputDerivatives",
                   [&](Instance& instance) {
                     check_orders(array(orders, count));
                     std::ranges::copy(instance.model().rates(array(references, count)),
                                       array(values, count).begin());
                   });
}

RAFTUP_FMI fmi2Status fmi2GetDirectionalDerivative(
    fmi2Component component, const fmi2ValueReference outputs[], std::size_t output_count,
    const fmi2ValueReference inputs[], std::size_t input_count, const fmi2Real direction[],
    fmi2Real derivatives[]) {
  return fmi2_call(component, kInitialization | kStepMode | kTerminated,
                   "fmi2GetDirectionalDerivative", [&](Instance& instance) {
                     const auto places = array(derivatives, output_count);
                     std::ranges::copy(instance.model().derivative(array(outputs, output_count),
                                                                   array(inputs, input_count),
                                                                   array(direction, input_count)),
                                       places.begin());
                   });
}

// --- steps ---------------------------------------------------------------------------------------
RAFTUP_FMI fmi2Status fmi2DoStep(fmi2Component component, fmi2Real from, fmi2Real duration,
                                 fmi2Boolean /*no_state_before*/) {
  return fmi2_call(component, kStepMode, "fmi2DoStep", [&](Instance& instance) {
    instance.do_step(from, duration);
    if (instance.has_ended()) throw Discarded("an event has ended the run");
  });
}

RAFTUP_FMI fmi2Status fmi2CancelStep(fmi2Component component) {
  return fmi2_call(component, kAnyMode, "fmi2CancelStep",
                   [](Instance&) { require(false, "no step goes on between two calls"); });
}

RAFTUP_FMI fmi2Status fmi2GetRealStatus(fmi2Component component, fmi2StatusKind kind,
                                        fmi2Real* value) {
  return fmi2_call(component, kStepMode | kTerminated, "fmi2GetRealStatus",
                   [&](Instance& instance) {
                     require(kind == fmi2LastSuccessfulTime && value != nullptr,
                             "a real status must be fmi2LastSuccessfulTime");
                     *value = instance.time();
                   });
}

RAFTUP_FMI fmi2Status fmi2GetBooleanStatus(fmi2Component component, fmi2StatusKind kind,
                                           fmi2Boolean* value) {
  return fmi2_call(component, kStepMode | kTerminated, "fmi2GetBooleanStatus",
                   [&](Instance& instance) {
                     require(kind == fmi2Terminated && value != nullptr,
                             "a boolean status must be fmi2Terminated");
                     *value = instance.has_ended() ? 1 : 0;
                   });
}

namespace {

/// Body of the functions that return the status of a step in progress. There is never one, since
/// fmi2DoStep returns only when its step is finished; the functions return fmi2Discard.
fmi2Status about_pending(fmi2Component component, const char* function) {
  return fmi2_call(component, kStepMode | kTerminated, function,
                   [](Instance&) { throw Discarded("no step goes on between two calls"); });
}

}  // namespace

RAFTUP_FMI fmi2Status fmi2GetStatus(fmi2Component component, fmi2StatusKind, fmi2Status*) {
  return about_pending(component, "fmi2GetStatus");
}
RAFTUP_FMI fmi2Status fmi2GetIntegerStatus(fmi2Component component, fmi2StatusKind, fmi2Integer*) {
  return about_pending(component, "fmi2GetIntegerStatus");
}
RAFTUP_FMI fmi2Status fmi2GetStringStatus(fmi2Component component, fmi2StatusKind, fmi2String*) {
  return about_pending(component, "fmi2GetStringStatus");
}

// --- states --------------------------------------------------------------------------------------
RAFTUP_FMI fmi2Status fmi2GetFMUstate(fmi2Component component, fmi2FMUstate* state) {
  return fmi2_call(component, kAnyMode, "fmi2GetFMUstate",
                   [&](Instance& instance) { place(state) = instance.save(place(state)); });
}

RAFTUP_FMI fmi2Status fmi2SetFMUstate(fmi2Component component, fmi2FMUstate state) {
  return fmi2_call(component, kAnyMode, "fmi2SetFMUstate",
                   [state](Instance& instance) { instance.restore(state); });
}

RAFTUP_FMI fmi2Status fmi2FreeFMUstate(fmi2Component component, fmi2FMUstate* state) {
  return fmi2_call(component, kAnyMode, "fmi2FreeFMUstate", [&](Instance& instance) {
    if (state == nullptr || *state == nullptr) return;
    instance.forget(*state);
    *state = nullptr;
  });
}

RAFTUP_FMI fmi2Status fmi2SerializedFMUstateSize(fmi2Component component, fmi2FMUstate state,
                                                 std::size_t* size) {
  return fmi2_call(component, kAnyMode, "fmi2SerializedFMUstateSize",
                   [&](Instance& instance) { place(size) = instance.serialize(state).size(); });
}

RAFTUP_FMI fmi2Status fmi2SerializeFMUstate(fmi2Component component, fmi2FMUstate state,
                                            fmi2Byte bytes[], std::size_t size) {
  return fmi2_call(component, kAnyMode, "fmi2SerializeFMUstate",
                   [&](Instance& instance) { instance.serialize(state, array(bytes, size)); });
}

RAFTUP_FMI fmi2Status fmi2DeSerializeFMUstate(fmi2Component component, const fmi2Byte bytes[],
                                              std::size_t size, fmi2FMUstate* state) {
  return fmi2_call(component, kAnyMode, "fmi2DeSerializeFMUstate", [&](Instance& instance) {
    const auto given = array(bytes, size);
    place(state) = instance.deserialize({given.data(), given.size()});
  });
}

// NOLINTEND(readability-identifier-naming)
