// A host of one FMU by FMI 3.0, for every system that has binaries: it loads the library, takes
// steps, hashes all outputs, sets the state of half way back and takes the rest once more.
// deploy/fmu/check_platforms.py compiles it for each platform and runs it:  host PLAN
// PLAN is a file in UTF-8 with a line for each of: path of the library, path of the resources, the
// same as a URI, token, model's step [s], number of steps, numbers of values and of variables,
// the references, a line each, files for the rows of outputs and for the state.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

enum { kLongest = 4096 };  // bytes of a line
enum { kOk = 0 };  // fmi3OK and fmi2OK

typedef void* Instance;
typedef void* State;
typedef void (*Log)(void*, int, const char* category, const char* message);

static void fail(const char* what) {
  fprintf(stderr, "host: %s failed\n", what);
  exit(1);
}

static void log3(void* host, int status, const char* category, const char* message) {
  (void)host;
  fprintf(stderr, "host: status %d, %s: %s\n", status, category, message);
}

// The line without its end.
static char* line_of(FILE* plan) {
  char* line = malloc(kLongest);
  if (line == NULL || fgets(line, kLongest, plan) == NULL) fail("the plan's next line");
  line[strcspn(line, "\n")] = '\0';
  return line;
}

#ifdef _WIN32
static HMODULE library;
static void load(const char* path) {
  wchar_t wide[kLongest];
  if (MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, kLongest) == 0) fail("the path");
  library = LoadLibraryW(wide);
  if (library == NULL) fail("LoadLibrary");
}
static void find(const char* name, void* function) {
  const FARPROC found = GetProcAddress(library, name);
  if (found == NULL) fail(name);
  memcpy(function, &found, sizeof found);
}
static void unload(void) { FreeLibrary(library); }
#else
static void* library;
static void load(const char* path) {
  library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) fail(dlerror());
}
static void find(const char* name, void* function) {
  void* found = dlsym(library, name);
  if (found == NULL) fail(name);
  memcpy(function, &found, sizeof found);
}
static void unload(void) { dlclose(library); }
#endif

// The functions of the standard that are called here.
static struct {
  Instance (*instantiate)(const char* name, const char* token, const char* resources, bool visible,
                          bool logging, bool events, bool early, const uint32_t* intermediate,
                          size_t count, void* host, Log log, void* update);
  void (*free_instance)(Instance);
  int (*enter)(Instance, bool has_tolerance, double tolerance, double start, bool has_stop,
               double stop);
  int (*exit)(Instance);
  int (*get)(Instance, const uint32_t*, size_t, double*, size_t);
  int (*step)(Instance, double time, double size, bool no_return, bool* event, bool* terminate,
              bool* early, double* last);
  int (*get_state)(Instance, State*);
  int (*set_state)(Instance, State);
  int (*free_state)(Instance, State*);
  int (*size_state)(Instance, State, size_t*);
  int (*serialize)(Instance, State, uint8_t*, size_t);
} fmi;

static void find_functions(void) {
  find("fmi3InstantiateCoSimulation", &fmi.instantiate);
  find("fmi3FreeInstance", &fmi.free_instance);
  find("fmi3EnterInitializationMode", &fmi.enter);
  find("fmi3ExitInitializationMode", &fmi.exit);
  find("fmi3GetFloat64", &fmi.get);
  find("fmi3DoStep", &fmi.step);
  find("fmi3GetFMUState", &fmi.get_state);
  find("fmi3SetFMUState", &fmi.set_state);
  find("fmi3FreeFMUState", &fmi.free_state);
  find("fmi3SerializedFMUStateSize", &fmi.size_state);
  find("fmi3SerializeFMUState", &fmi.serialize);
}

// FNV-1a of 64 bits.
static uint64_t hash_of(const void* bytes, size_t count) {
  uint64_t hash = UINT64_C(14695981039346656037);
  const unsigned char* byte = bytes;
  for (size_t i = 0; i < count; ++i) hash = (hash ^ byte[i]) * UINT64_C(1099511628211);
  return hash;
}

static void write_file(const char* path, const void* bytes, size_t size) {
  FILE* file = fopen(path, "wb");
  if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) fail(path);
}

// Instances of FMI 2.0 find their resources by a URI.
static void check_uri(const char* uri, const char* token) {
  struct {
    void (*log)(void*, const char*, int, const char*, const char*, ...);
    void *allocate, *free, *finished, *host;
  } functions = {0};
  void* (*instantiate)(const char*, int, const char*, const char*, const void*, int, int);
  void (*free_instance)(void*);
  find("fmi2Instantiate", &instantiate);
  find("fmi2FreeInstance", &free_instance);
  void* instance = instantiate("uri", 1, token, uri, &functions, 0, 0);
  if (instance == NULL) fail("fmi2Instantiate with a URI");
  free_instance(instance);
}

typedef struct {
  double step;
  long steps;
  size_t values, variables;
  uint32_t* references;
  double* rows;  // of values, one more than steps
} Run;

static void read_row(const Run* run, Instance instance, long row) {
  double* values = run->rows + (size_t)row * run->values;
  if (fmi.get(instance, run->references, run->variables, values, run->values) != kOk) fail("get");
}

static void take_steps(const Run* run, Instance instance, long from, long to) {
  for (long n = from; n < to; ++n) {
    bool event, terminate, early;
    double last;
    const double time = (double)n * run->step;
    if (fmi.step(instance, time, run->step, false, &event, &terminate, &early, &last) != kOk) {
      fail("fmi3DoStep");
    }
    read_row(run, instance, n + 1);
  }
}

// The rest of the run twice, the second time from the state that was kept: whether the bytes agree.
static bool go_back(const Run* run, Instance instance, const char* state_file) {
  const long half = run->steps / 2;
  State state = NULL;
  size_t size = 0;
  if (fmi.get_state(instance, &state) != kOk) fail("fmi3GetFMUState");
  if (fmi.size_state(instance, state, &size) != kOk) fail("fmi3SerializedFMUStateSize");
  uint8_t* bytes = malloc(size);
  if (bytes == NULL || fmi.serialize(instance, state, bytes, size) != kOk) fail("serialize");
  write_file(state_file, bytes, size);
  free(bytes);
  take_steps(run, instance, half, run->steps);
  const size_t rest = (size_t)(run->steps - half) * run->values * sizeof(double);
  double* first = run->rows + (size_t)(half + 1) * run->values;
  double* kept = malloc(rest);
  if (kept == NULL) fail("memory");
  memcpy(kept, first, rest);
  if (fmi.set_state(instance, state) != kOk) fail("fmi3SetFMUState");
  take_steps(run, instance, half, run->steps);
  const bool same = memcmp(kept, first, rest) == 0;
  free(kept);
  if (fmi.free_state(instance, &state) != kOk) fail("fmi3FreeFMUState");
  return same;
}

int main(int count, char** arguments) {
  FILE* plan = count == 2 ? fopen(arguments[1], "rb") : NULL;
  if (plan == NULL) fail("the plan");
  load(line_of(plan));
  find_functions();
  const char* resources = line_of(plan);
  const char* uri = line_of(plan);
  const char* token = line_of(plan);
  Run run = {0};
  run.step = strtod(line_of(plan), NULL);
  run.steps = strtol(line_of(plan), NULL, 10);
  run.values = strtoul(line_of(plan), NULL, 10);
  run.variables = strtoul(line_of(plan), NULL, 10);
  run.references = calloc(run.variables, sizeof(uint32_t));
  const size_t size = (size_t)(run.steps + 1) * run.values * sizeof(double);
  run.rows = malloc(size);
  if (run.references == NULL || run.rows == NULL) fail("memory");
  for (size_t i = 0; i < run.variables; ++i) {
    run.references[i] = (uint32_t)strtoul(line_of(plan), NULL, 10);
  }
  const char* rows_file = line_of(plan);
  const char* state_file = line_of(plan);
  check_uri(uri, token);
  Instance instance = fmi.instantiate("host", token, resources, false, false, false, false, NULL, 0,
                                      NULL, log3, NULL);
  if (instance == NULL) fail("fmi3InstantiateCoSimulation");
  if (fmi.enter(instance, false, 0.0, 0.0, false, 0.0) != kOk) fail("initialization");
  if (fmi.exit(instance) != kOk) fail("the end of initialization");
  read_row(&run, instance, 0);
  take_steps(&run, instance, 0, run.steps / 2);
  const bool same = go_back(&run, instance, state_file);
  fmi.free_instance(instance);
  unload();
  write_file(rows_file, run.rows, size);
  printf("%016llx %s\n", (unsigned long long)hash_of(run.rows, size), same ? "same" : "other");
  return 0;
}
