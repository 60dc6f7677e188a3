#pragma once

#include <memory>
#include <string>

#include "hydro/wetted_mesh/hull_mesh.hpp"

namespace raftup::server {

/// A hull mesh of the catalogue, shared by all who hold it.
struct NamedMesh {
  std::shared_ptr<const hydro::HullMesh> mesh;
  std::string name;  ///< "databases/{id}@{sha256}"
};

}  // namespace raftup::server
