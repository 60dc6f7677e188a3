#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "solver/geometry/collision/mesh_defects.hpp"

namespace raftup::solver {

/// A memory of the defects of meshes, by the digests of their numbers, so that the models of a
/// study and the sessions of a server have each mesh examined once. A program that runs many models
/// owns one and passes it to each Simulation. It never contains more than kMostMeshes meshes.
/// Thread-safe: two threads that ask for a new mesh at the same time both examine it.
class DefectMemory {
 public:
  static constexpr std::size_t kMostMeshes = 4096;

  /// find_defects() of the mesh, from memory if it was examined before.
  std::vector<MeshDefect> defects_of(const TriangleMesh& mesh);

  /// Number of meshes in the memory.
  std::size_t count() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::vector<MeshDefect>> found_;  ///< by SHA-256
};

}  // namespace raftup::solver
