#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>

#include "hydro/base/error.hpp"
#include "hydro/wetted_mesh/readers/read_hull_mesh.hpp"

namespace raftup::server {

/// A mesh of the server's catalogue and its name. The file is shared by all its users.
struct NamedMesh {
  std::shared_ptr<const hydro::MeshFile> file;
  std::string name;  ///< name in the catalogue, "databases/{id}@{sha256}"

  /// Returns the mesh as the hull of a vessel.
  /// @throws Error(kInvalidArgument) with the violated rule if the mesh cannot serve as a hull
  std::shared_ptr<const hydro::HullMesh> hull() const {
    require(file->hull.has_value(), fmt::format("{} must be a hull: {}", name, file->why_no_hull));
    return {file, &*file->hull};
  }
  /// Returns the mesh as a surface in the water, which need not enclose a volume [m3].
  /// @throws Error(kInvalidArgument) with the violated rule if the mesh cannot serve as a surface
  std::shared_ptr<const hydro::HullMesh> surface() const {
    return std::make_shared<const hydro::HullMesh>(file->filed, hydro::HullMesh::Form::kSurface);
  }
};

}  // namespace raftup::server
