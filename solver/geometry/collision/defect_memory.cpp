#include "solver/geometry/collision/defect_memory.hpp"

#include <cstdint>
#include <span>

#include "hydro/base/sha256.hpp"

namespace raftup::solver {

namespace {

template <typename Rows>
void add_rows(const Rows& rows, Sha256& digest) {
  const std::uint64_t count = rows.size();
  digest.update(std::as_bytes(std::span(&count, 1)));
  digest.update(std::as_bytes(std::span(rows)));
}

/// Digest of all data of a mesh that find_defects() examines.
std::string digest_of_mesh(const TriangleMesh& mesh) {
  static_assert(sizeof(Vector3) == 3 * sizeof(double));  // no padding between the numbers
  Sha256 digest;
  add_rows(mesh.vertices, digest);
  add_rows(mesh.triangles, digest);
  digest.update(std::as_bytes(std::span(&mesh.terrain, 1)));
  return digest.finish();
}

}  // namespace

std::vector<MeshDefect> DefectMemory::defects_of(const TriangleMesh& mesh) {
  const std::string digest = digest_of_mesh(mesh);
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = found_.find(digest); known != found_.end()) return known->second;
  }
  std::vector<MeshDefect> defects = find_defects(mesh);
  const std::lock_guard lock(mutex_);
  if (found_.size() >= kMostMeshes) found_.clear();
  found_[digest] = defects;
  return defects;
}

std::size_t DefectMemory::count() const {
  const std::lock_guard lock(mutex_);
  return found_.size();
}

}  // namespace raftup::solver
