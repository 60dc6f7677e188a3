#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "solver/geometry/collision/mesh_defects.hpp"

namespace raftup::solver {

/// A cache of the defects of meshes, by the digests of the meshes. With it each mesh is examined
/// only once for all models of a study or all sessions of a server. A program that runs many models
/// owns one cache and passes it to each Simulation. The cache never contains more than kMostMeshes
/// meshes. Thread-safe: if two threads request a new mesh at the same time, both examine it.
class DefectMemory {
 public:
  static constexpr std::size_t kMostMeshes = 4096;

  /// Returns find_defects() of the mesh, from the cache if the mesh was examined before.
  std::vector<MeshDefect> defects_of(const TriangleMesh& mesh);

  /// Number of meshes in the cache.
  std::size_t count() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::vector<MeshDefect>> found_;  ///< by the SHA-256 digest of the mesh
};

}  // namespace raftup::solver
