/// @file Models built from messages, for the tests of the builders.
#pragma once

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "clients/cpp/client.hpp"
#include "hydro/base/error.hpp"
#include "hydro/configurations/family_layout.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/wetted_mesh/readers/read_hull_mesh.hpp"
#include "server/base/service_error.hpp"
#include "server/model/model_builder.hpp"
#include "tests/support/moorings.hpp"
#include "tests/support/reference_data.hpp"

namespace raftup::testing {

/// Databases by the last part of their path, from those that the project ships.
inline std::shared_ptr<const hydro::Database> own_database(const std::string& name) {
  const auto file = own_data() / std::filesystem::path(name).filename();
  if (!std::filesystem::exists(file)) {
    throw Error(ErrorCode::kNotFound, "database must exist, got " + name);
  }
  return std::make_shared<const hydro::Database>(hydro::read_database(file));
}

/// A family of databases in the same way.
inline std::shared_ptr<const hydro::DatabaseFamily> own_family(const std::string& name) {
  const auto file = own_data() / std::filesystem::path(name).filename();
  if (!std::filesystem::exists(file)) {
    throw Error(ErrorCode::kNotFound, "family must exist, got " + name);
  }
  return std::make_shared<const hydro::DatabaseFamily>(hydro::read_family(hydro::read_bytes(file)));
}

/// A mesh in the same way, by its file's name or by the one that it gets: as a catalogue does.
inline server::NamedMesh own_mesh(const std::string& name) {
  const std::string last = std::filesystem::path(name).filename();
  std::string stem = last.substr(0, last.find_first_of("@."));
  std::replace(stem.begin(), stem.end(), '-', '_');
  const auto file = own_data() / (stem + ".obj");
  if (!std::filesystem::exists(file)) {
    throw Error(ErrorCode::kNotFound, "mesh must exist, got " + name);
  }
  const auto mesh = std::make_shared<const hydro::MeshFile>(
      hydro::read_mesh_file({file.filename().string(), hydro::read_bytes(file)}));
  std::replace(stem.begin(), stem.end(), '_', '-');
  return {mesh, "databases/" + stem + "@" + mesh->sha256};
}

/// What shapes may be made of that a model does not describe.
inline server::DatabaseLookup::Materials own_materials() {
  return std::make_shared<const solver::MaterialLibrary>(solver::MaterialLibrary::standard());
}

inline server::BuiltModel build(const v1::Model& message) {
  server::FieldViolations violations;
  auto built = server::build_model(
      message,
      {own_database, own_mesh, own_family, std::make_shared<SpringMoorings>(), own_materials()},
      violations);
  violations.throw_if_any("");
  return built;
}

inline std::vector<solver::Violation> violations_of(const v1::Model& message) {
  try {
    build(message);
  } catch (const server::ServiceError& error) {
    return error.violations();
  }
  return {};
}

/// Whether a field of the model breaks a rule.
inline bool violates(const v1::Model& message, const std::string& path) {
  const auto all = violations_of(message);
  return std::any_of(all.begin(), all.end(), [&](const auto& v) { return v.path == path; });
}

inline v1::Model model_of(const std::string& json) { return client::model_from_json(json); }

inline v1::Model hemisphere() {
  return model_of(R"({
    "bodies": [{"name": "hemisphere", "inertia": {"xx": 2e6, "yy": 2e6, "zz": 2e6}}],
    "hydrodynamics": [{"name": "hull", "database": "hemisphere.h5",
                       "bodies": [{"body": "hemisphere"}]}],
    "integration": {"step": 0.05}})");
}

}  // namespace raftup::testing
