/// @file Mesh files of every format, and what is made of their triangles. They are refused in
/// words, or merged, turned, simplified, examined, drawn and put into boxes that hold them. Input:
/// four bytes of what is done to the mesh, then the file.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "hydro/base/error.hpp"
#include "hydro/wetted_mesh/readers/read_hull_mesh.hpp"
#include "solver/geometry/collision/convex_hull.hpp"
#include "solver/geometry/collision/mesh_defects.hpp"
#include "solver/geometry/meshes/fitted_shapes.hpp"
#include "solver/geometry/meshes/mesh_repair.hpp"
#include "solver/geometry/meshes/shape_drawing.hpp"
#include "solver/model/bodies/volume_properties.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/support/meshes.hpp"

using namespace raftup;
using namespace raftup::solver;

namespace {

constexpr std::size_t kMostExamined = 500;  ///< triangles: what takes longer tells nothing more
constexpr std::size_t kOptionBytes = 4;

MeshRepair read_repair(testing::ByteSource& bytes) {
  MeshRepair repair;
  const std::uint8_t merge = bytes.byte(), share = bytes.byte(), error = bytes.byte();
  if (merge > 0) repair.merge_distance = 0.01 * (merge - 1);
  if (share > 0) repair.triangle_share = share / 200.0;
  if (error > 0) repair.largest_error = error / 50.0;
  repair.winding = static_cast<Winding>(bytes.below(names_of(Winding{}).size()));
  return repair;
}

double size_of(const TriangleMesh& mesh) {
  double size = 0.0;
  for (const Vector3& vertex : mesh.vertices) {
    size = std::max(size, (vertex - mesh.vertices.front()).norm());
  }
  return size;
}

/// Boxes and balls of what has a volume.
void enclose(const TriangleMesh& mesh) {
  const double near = 1e-9 * size_of(mesh);
  const Fitted<Box> box = fitted_box(mesh.vertices);
  const Fitted<Cylinder> cylinder = fitted_cylinder(mesh.vertices);
  const Fitted<Capsule> capsule = fitted_capsule(mesh.vertices, FittedAxis::kLongest);
  for (const Vector3& vertex : mesh.vertices) {
    const Vector3 in_box = box.pose.attitude.conjugate() * (vertex - box.pose.position);
    testing::must_hold((in_box.cwiseAbs() - 0.5 * box.shape.size).maxCoeff() <= near,
                       "a box holds its points");
    const Vector3 in_cylinder =
        cylinder.pose.attitude.conjugate() * (vertex - cylinder.pose.position);
    testing::must_hold(in_cylinder.head<2>().norm() <= cylinder.shape.radius + near,
                       "a cylinder holds its points");
    Vector3 in_capsule = capsule.pose.attitude.conjugate() * (vertex - capsule.pose.position);
    const double half = 0.5 * capsule.shape.height;
    in_capsule.z() -= std::clamp(in_capsule.z(), -half, half);
    testing::must_hold(in_capsule.norm() <= capsule.shape.radius + near,
                       "a capsule holds its points");
  }
}

void examine(const TriangleMesh& mesh) {
  find_defects(mesh);
  for (const Vector3& normal : draw(mesh).normals) {
    testing::must_hold(std::abs(normal.norm() - 1.0) < 1e-6, "a normal has unit length");
  }
  try {
    volume_properties(mesh);
  } catch (const Error&) {
    // open, or inside out
  }
  enclose(mesh);
}

}  // namespace

namespace raftup::testing {

std::vector<std::string> fuzz_seeds() {
  const hydro::HullMesh cube = box_mesh({0, 0, 0}, {1, 1, 1}, 1.0);
  const hydro::HullMesh ball = ball_mesh(2.0, 6, 8);
  std::vector<std::string> seeds;
  for (const std::string& options :
       {std::string(4, '\0'), std::string("\1\0\0\0", 4), std::string("\2\144\0\2", 4)}) {
    for (const hydro::HullMesh& mesh : {cube, ball}) {
      for (const std::string& file : {obj_text(mesh), ascii_stl(mesh), binary_stl(mesh)}) {
        seeds.push_back(options + file);
      }
    }
    seeds.push_back(options + kGdf);
  }
  return seeds;
}

}  // namespace raftup::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < kOptionBytes) return 0;
  testing::ByteSource options({data, kOptionBytes});
  const MeshRepair repair = read_repair(options);
  hydro::SourceFile file;
  file.bytes.resize(size - kOptionBytes);
  if (!file.bytes.empty()) std::memcpy(file.bytes.data(), data + kOptionBytes, file.bytes.size());
  try {
    const hydro::MeshFile read = hydro::read_mesh_file(file);
    if (read.filed.triangles().size() > kMostExamined) return 0;
    TriangleMesh mesh;
    mesh.vertices = read.filed.vertices();
    for (const auto& [a, b, c] : read.filed.triangles()) mesh.triangles.push_back({a, b, c});
    examine(repaired(std::move(mesh), repair));
  } catch (const Error&) {
    return 0;
  }
  return 0;
}
