#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>

#include "hydro/base/error.hpp"
#include "hydro/wetted_mesh/readers/read_hull_mesh.hpp"

namespace raftup::server {

/// A mesh of the catalogue, shared by all users of it.
struct NamedMesh {
  std::shared_ptr<const hydro::MeshFile> file;
  std::string name;  ///< "databases/{id}@{sha256}"

  /// Returns the mesh as a hull.
  /// @throws Error(kInvalidArgument) if it is no hull, with the rule that it breaks
  std::shared_ptr<const hydro::HullMesh> hull() const {
    require(file->hull.has_value(), fmt::format("{} must be a hull: {}", name, file->why_no_hull));
    return {file, &*file->hull};
  }
};

}  // namespace raftup::server
