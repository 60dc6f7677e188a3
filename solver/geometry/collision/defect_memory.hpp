#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "solver/geometry/collision/mesh_defects.hpp"

namespace raftup::solver {

/// What was found in meshes before, by the digests of their numbers, so that the models of a study
/// and the sessions of a server have one mesh examined once. Who runs many models owns one and
/// gives it to each Simulation. It never grows beyond kMostMeshes. Thread-safe: two that
/// ask for a new mesh at the same time both examine it.
class DefectMemory {
 public:
  static constexpr std::size_t kMostMeshes = 4096;

  /// find_defects() of the mesh, from memory where it was examined before.
  std::vector<MeshDefect> defects_of(const TriangleMesh& mesh);

  /// How many meshes are remembered.
  std::size_t count() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::vector<MeshDefect>> found_;  ///< by SHA-256
};

}  // namespace raftup::solver
