#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace raftup::server {

/// The functions of the C interface of MoorDyn 2 that this program uses, from a library that is
/// loaded at run time. Functions that return int return 0 on success. The library owns the objects
/// to which the pointers refer.
/// @source MoorDyn v2, "C API" of its documentation
struct MoorDynLibrary {
  /// Loads MoorDyn from a file and looks up its functions.
  /// @throws Error(kNotFound) if the file cannot be loaded or lacks one of the functions
  explicit MoorDynLibrary(const std::string& file);

  using System = struct OpaqueMoorDyn*;
  using Line = struct OpaqueMoorDynLine*;

  System (*create)(const char* input_file);
  int (*close)(System);
  int (*coupled_dof_count)(System, unsigned int*);
  int (*initialize)(System, const double* places, const double* velocity);
  int (*initialize_without_rest)(System, const double* places, const double* velocity);
  int (*step)(System, const double* places, const double* velocity, double* forces, double* time,
              double* duration);
  int (*serialize)(System, std::size_t* size, std::uint64_t* data);
  int (*deserialize)(System, const std::uint64_t* data);
  int (*line_count)(System, unsigned int*);
  Line (*line)(System, unsigned int number);
  int (*segment_count)(Line, unsigned int*);
  int (*node_tension)(Line, unsigned int node, double* vector);
  int (*node_place)(Line, unsigned int node, double* place);
  int (*unstretched_length)(Line, double*);
};

}  // namespace raftup::server
