/* An FMU for tests of FMI 3.0 Co-Simulation: a spring in space, force = -stiffness[gear] position
 * while it is engaged. `steps` counts steps; `slack` tells whether it is not engaged. It asks to end
 * the simulation in a step beyond end_time. Arrays, whole numbers of two sizes and switches. */
#include <stdlib.h>
#include <string.h>

#include "fmi3Functions.h"

enum { POSITION = 1, GEAR, ENGAGED, STIFFNESS, FORCE, STEPS, SLACK, END_TIME };

typedef struct {
  double position[3], stiffness[2], end_time;
  fmi3Int32 gear;
  fmi3UInt64 steps;
  bool engaged;
} Spring;

const char* fmi3GetVersion(void) { return fmi3Version; }

fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
                                         fmi3Boolean visible, fmi3Boolean logging,
                                         fmi3Boolean events, fmi3Boolean early,
                                         const fmi3ValueReference required[], size_t count,
                                         fmi3InstanceEnvironment environment,
                                         fmi3LogMessageCallback log,
                                         fmi3IntermediateUpdateCallback update) {
  if (strcmp(token, "{vector-spring}") != 0) return NULL;
  Spring* spring = calloc(1, sizeof(Spring));
  spring->engaged = true;
  spring->end_time = 1e9;
  return spring;
}
void fmi3FreeInstance(fmi3Instance c) { free(c); }
fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean d, fmi3Float64 t, fmi3Float64 s,
                                       fmi3Boolean e, fmi3Float64 f) {
  return fmi3OK;
}
fmi3Status fmi3ExitInitializationMode(fmi3Instance c) { return fmi3OK; }
fmi3Status fmi3Terminate(fmi3Instance c) { return fmi3OK; }

#define REFERENCES const fmi3ValueReference r[], size_t n
#define SETTER(Type) \
  fmi3Status fmi3Set##Type(fmi3Instance c, REFERENCES, const fmi3##Type v[], size_t m)
#define GETTER(Type) fmi3Status fmi3Get##Type(fmi3Instance c, REFERENCES, fmi3##Type v[], size_t m)

SETTER(Float64) {
  Spring* spring = c;
  if (n != 1) return fmi3Error;
  double* target = NULL;
  if (r[0] == POSITION && m == 3) target = spring->position;
  if (r[0] == STIFFNESS && m == 2) target = spring->stiffness;
  if (r[0] == END_TIME && m == 1) target = &spring->end_time;
  if (target == NULL) return fmi3Error;
  memcpy(target, v, m * sizeof *v);
  return fmi3OK;
}
GETTER(Float64) {
  Spring* spring = c;
  if (n != 1 || r[0] != FORCE || m != 3) return fmi3Error;
  double stiffness = spring->engaged ? spring->stiffness[spring->gear] : 0.0;
  for (int i = 0; i < 3; ++i) v[i] = -stiffness * spring->position[i];
  return fmi3OK;
}
SETTER(Int32) {
  if (n != 1 || m != 1 || r[0] != GEAR || v[0] < 0 || v[0] > 1) return fmi3Error;
  return ((Spring*)c)->gear = v[0], fmi3OK;
}
GETTER(UInt64) {
  if (n != 1 || m != 1 || r[0] != STEPS) return fmi3Error;
  return v[0] = ((Spring*)c)->steps, fmi3OK;
}
SETTER(Boolean) {
  if (n != 1 || m != 1 || r[0] != ENGAGED) return fmi3Error;
  return ((Spring*)c)->engaged = v[0], fmi3OK;
}
GETTER(Boolean) {
  if (n != 1 || m != 1 || r[0] != SLACK) return fmi3Error;
  return v[0] = !((Spring*)c)->engaged, fmi3OK;
}

fmi3Status fmi3DoStep(fmi3Instance c, fmi3Float64 time, fmi3Float64 step, fmi3Boolean keep,
                      fmi3Boolean* event, fmi3Boolean* ended, fmi3Boolean* early,
                      fmi3Float64* reached) {
  ++((Spring*)c)->steps;
  *event = *early = false;
  *ended = time + step > ((Spring*)c)->end_time;
  *reached = time + step;
  return fmi3OK;
}
fmi3Status fmi3GetFMUState(fmi3Instance c, fmi3FMUState* state) {
  *state = malloc(sizeof(Spring));
  memcpy(*state, c, sizeof(Spring));
  return fmi3OK;
}
fmi3Status fmi3SetFMUState(fmi3Instance c, fmi3FMUState state) {
  memcpy(c, state, sizeof(Spring));
  return fmi3OK;
}
fmi3Status fmi3FreeFMUState(fmi3Instance c, fmi3FMUState* state) {
  free(*state);
  *state = NULL;
  return fmi3OK;
}
