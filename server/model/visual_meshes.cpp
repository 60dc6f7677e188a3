#include "server/model/visual_meshes.hpp"

#include <fmt/format.h>

#include <string>

namespace raftup::server {

void name_visual_meshes(v1::Model& message, const DatabaseLookup& databases,
                        Violations& violations) {
  for (int i = 0; i < message.bodies_size(); ++i) {
    v1::Body& body = *message.mutable_bodies(i);
    if (!body.has_visual_mesh()) continue;
    v1::VisualMesh& mesh = *body.mutable_visual_mesh();
    const std::string path = fmt::format("bodies[{}].visual_mesh", i);
    const int size = mesh.position_size();
    violations.expect(size == 0 || size == 3, path + ".position", "must have 3 values",
                      std::to_string(size));
    if (!violations.expect(!mesh.mesh().empty(), path + ".mesh", "must be given")) continue;
    mesh.set_mesh(find_mesh(mesh.mesh(), path + ".mesh", databases, violations).name);
  }
}

}  // namespace raftup::server
