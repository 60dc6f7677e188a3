#include <fmt/format.h>

#include "solver/description/fields.hpp"
#include "solver/geometry/collision/defect_memory.hpp"
#include "solver/model/contacts/contact_shape.hpp"
#include "solver/model/model.hpp"
#include "solver/simulation/findings/model_findings.hpp"

namespace raftup::solver {

namespace {

/// The texts for a kind of defect: what a mesh should be, and what is wrong.
struct Wording {
  const char *rule, *broken;
};

Wording wording(MeshDefectKind kind) {
  switch (kind) {
    case MeshDefectKind::kUnmergedVertices:
      return {"should have one vertex at a place", "vertices where others are"};
    case MeshDefectKind::kUnreferencedVertices:
      return {"should have no vertex without a triangle", "of them"};
    case MeshDefectKind::kDegenerateTriangles:
      return {"should have triangles with areas", "without"};
    case MeshDefectKind::kDuplicateTriangles:
      return {"should have each triangle once", "that are there already"};
    case MeshDefectKind::kOpenEdges:
      return {"should be closed", "edges of one triangle only"};
    case MeshDefectKind::kFlippedEdges:
      return {"should have triangles that all run counter-clockwise seen from outside",
              "edges between one that does and one that does not"};
    case MeshDefectKind::kCrowdedEdges:
      return {"should have two triangles at an edge", "edges of more"};
    case MeshDefectKind::kHoles:
      return {"should be a terrain without holes", "holes"};
    case MeshDefectKind::kSkewedRim:
      return {"should be a terrain over a rectangle", "vertices of its rim on none of the sides"};
    case MeshDefectKind::kInsideOut:
      return {"should run counter-clockwise seen from outside", "surface that does not"};
    case MeshDefectKind::kSelfIntersections:
      return {"should not go through itself", "edges that go through a triangle"};
  }
  return {};
}

/// @param memory memory of the defects found in meshes before; may be null
void add_mesh(const std::string& name, const TriangleMesh& mesh, DefectMemory* memory,
              Findings& findings) {
  const auto defects = memory != nullptr ? memory->defects_of(mesh) : find_defects(mesh);
  for (const MeshDefect& defect : defects) {
    const Wording words = wording(defect.kind);
    findings.push_back(
        {fmt::format("mesh_{}", name_of(defect.kind)), Severity::kWarning,
         fmt::format("mesh of shape '{}' {}, got {} {}, the first at ({:.6g}, {:.6g}, {:.6g}) m in "
                     "its own axes",
                     name, words.rule, defect.count, words.broken, defect.place.x(),
                     defect.place.y(), defect.place.z()),
         static_cast<double>(defect.count)});
  }
}

void add_geometry(const std::string& name, const Geometry& geometry, DefectMemory* memory,
                  Findings& findings) {
  if (const auto* mesh = std::get_if<TriangleMesh>(&geometry)) {
    add_mesh(name, *mesh, memory, findings);
  } else if (const auto* composite = std::get_if<Composite>(&geometry)) {
    for (std::size_t i = 0; i < composite->parts.size(); ++i) {
      add_geometry(fmt::format("{}[{}]", name, i), composite->parts[i].geometry, memory, findings);
    }
  }
}

}  // namespace

void add_mesh_findings(const Model& model, DefectMemory* meshes, Findings& findings) {
  for (const ContactShape& shape : model.shapes) {
    add_geometry(full_name(shape), shape.geometry, meshes, findings);
  }
}

}  // namespace raftup::solver
