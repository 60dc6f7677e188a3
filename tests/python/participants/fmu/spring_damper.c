/* An FMU for tests: a spring and damper, force = -stiffness x - damping v; FMI 2.0 Co-Simulation.
 * It aborts in a step beyond crash_time, as a broken program would. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fmi2Functions.h"

enum { POSITION, SPEED, FORCE, STIFFNESS, DAMPING, CRASH_TIME, COUNT };

typedef struct {
  double values[COUNT];
} Spring;

const char* fmi2GetTypesPlatform(void) { return fmi2TypesPlatform; }
const char* fmi2GetVersion(void) { return fmi2Version; }

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String place,
                              const fmi2CallbackFunctions* functions, fmi2Boolean visible,
                              fmi2Boolean logging) {
  Spring* spring = calloc(1, sizeof(Spring));
  spring->values[CRASH_TIME] = INFINITY;
  return spring;
}
void fmi2FreeInstance(fmi2Component c) { free(c); }
fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean d, fmi2Real t, fmi2Real s,
                               fmi2Boolean e, fmi2Real f) {
  return fmi2OK;
}
fmi2Status fmi2EnterInitializationMode(fmi2Component c) { return fmi2OK; }
fmi2Status fmi2ExitInitializationMode(fmi2Component c) { return fmi2OK; }
fmi2Status fmi2Terminate(fmi2Component c) { return fmi2OK; }
fmi2Status fmi2Reset(fmi2Component c) { return fmi2OK; }

fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2Real v[]) {
  Spring* spring = c;
  spring->values[FORCE] = -spring->values[STIFFNESS] * spring->values[POSITION] -
                          spring->values[DAMPING] * spring->values[SPEED];
  for (size_t i = 0; i < n; ++i) v[i] = spring->values[r[i]];
  return fmi2OK;
}
fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference r[], size_t n,
                       const fmi2Real v[]) {
  for (size_t i = 0; i < n; ++i) ((Spring*)c)->values[r[i]] = v[i];
  return fmi2OK;
}
fmi2Status fmi2DoStep(fmi2Component c, fmi2Real time, fmi2Real step, fmi2Boolean b) {
  if (time >= ((Spring*)c)->values[CRASH_TIME]) abort();
  return ((Spring*)c)->values[STIFFNESS] < 0.0 ? fmi2Error : fmi2OK;
}

/* What FMI asks to be there and nobody calls. */
#define UNUSED(name, ...) \
  fmi2Status name(fmi2Component c, __VA_ARGS__) { return fmi2Error; }
#define REFERENCES const fmi2ValueReference r[], size_t n
UNUSED(fmi2SetDebugLogging, fmi2Boolean on, size_t n, const fmi2String categories[])
UNUSED(fmi2GetInteger, REFERENCES, fmi2Integer v[])
UNUSED(fmi2GetBoolean, REFERENCES, fmi2Boolean v[])
UNUSED(fmi2GetString, REFERENCES, fmi2String v[])
UNUSED(fmi2SetInteger, REFERENCES, const fmi2Integer v[])
UNUSED(fmi2SetBoolean, REFERENCES, const fmi2Boolean v[])
UNUSED(fmi2SetString, REFERENCES, const fmi2String v[])
UNUSED(fmi2SetRealInputDerivatives, REFERENCES, const fmi2Integer o[], const fmi2Real v[])
UNUSED(fmi2GetRealOutputDerivatives, REFERENCES, const fmi2Integer o[], fmi2Real v[])
UNUSED(fmi2GetDirectionalDerivative, const fmi2ValueReference u[], size_t m, REFERENCES,
       const fmi2Real d[], fmi2Real v[])
UNUSED(fmi2SerializedFMUstateSize, fmi2FMUstate state, size_t* size)
UNUSED(fmi2SerializeFMUstate, fmi2FMUstate state, fmi2Byte bytes[], size_t size)
UNUSED(fmi2DeSerializeFMUstate, const fmi2Byte bytes[], size_t size, fmi2FMUstate* state)
UNUSED(fmi2GetStatus, const fmi2StatusKind k, fmi2Status* v)
UNUSED(fmi2GetRealStatus, const fmi2StatusKind k, fmi2Real* v)
UNUSED(fmi2GetIntegerStatus, const fmi2StatusKind k, fmi2Integer* v)
UNUSED(fmi2GetBooleanStatus, const fmi2StatusKind k, fmi2Boolean* v)
UNUSED(fmi2GetStringStatus, const fmi2StatusKind k, fmi2String* v)
fmi2Status fmi2CancelStep(fmi2Component c) { return fmi2Error; }

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate* state) {
  *state = malloc(sizeof(Spring));
  memcpy(*state, c, sizeof(Spring));
  return fmi2OK;
}
fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state) {
  memcpy(c, state, sizeof(Spring));
  return fmi2OK;
}
fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate* state) {
  free(*state);
  *state = NULL;
  return fmi2OK;
}
