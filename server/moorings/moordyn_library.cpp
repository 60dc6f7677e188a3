#include "server/moorings/moordyn_library.hpp"

#include <dlfcn.h>

#include "hydro/base/error.hpp"

namespace raftup::server {

namespace {

/// Writes the address of a function of the library to `function`.
template <typename Function>
void find(void* library, const char* name, Function& function) {
  void* const found = dlsym(library, name);
  if (found == nullptr) {
    throw Error(ErrorCode::kNotFound,
                std::string("the library must be MoorDyn 2, it lacks ") + name);
  }
  function = reinterpret_cast<Function>(found);
}

}  // namespace

MoorDynLibrary::MoorDynLibrary(const std::string& file) {
  // The library is never unloaded, since it is needed until the program ends.
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw Error(ErrorCode::kNotFound, dlerror());
  find(library, "MoorDyn_Create", create);
  find(library, "MoorDyn_Close", close);
  find(library, "MoorDyn_NCoupledDOF", coupled_dof_count);
  find(library, "MoorDyn_Init", initialize);
  find(library, "MoorDyn_Init_NoIC", initialize_without_rest);
  find(library, "MoorDyn_Step", step);
  find(library, "MoorDyn_Serialize", serialize);
  find(library, "MoorDyn_Deserialize", deserialize);
  find(library, "MoorDyn_GetNumberLines", line_count);
  find(library, "MoorDyn_GetLine", line);
  find(library, "MoorDyn_GetLineN", segment_count);
  find(library, "MoorDyn_GetLineNodeTen", node_tension);
  find(library, "MoorDyn_GetLineNodePos", node_place);
  find(library, "MoorDyn_GetLineUnstretchedLength", unstretched_length);
}

}  // namespace raftup::server
