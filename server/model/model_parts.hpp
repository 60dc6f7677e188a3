/// @file The parts of a model from their messages, and the messages with every default that
/// building them has chosen.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hydro/base/error.hpp"
#include "raftup/v1/contact.pb.h"
#include "raftup/v1/model.pb.h"
#include "raftup/v1/statistics.pb.h"
#include "server/base/named_mesh.hpp"
#include "server/base/service_error.hpp"
#include "solver/model/bodies/shape.hpp"
#include "solver/model/materials/material_library.hpp"
#include "solver/model/model.hpp"
#include "solver/model/statistics/statistics.hpp"
#include "solver/model/water/hydrodynamic_group.hpp"

namespace raftup::solver {
class DefectMemory;
}

namespace raftup::server {

class DatabaseLookup;

/// A rigid body and the solids that count for its mass, in the order of its shapes.
struct BuiltBody {
  solver::RigidBody body;
  std::vector<solver::Shape> solids;
};

/// Mass, position and attitude default to what the hydrodynamic group of the body says, so the
/// groups and the water of `model` must be built before, and its materials.
/// @param path "bodies[0]"
BuiltBody build_body(const v1::Body& body, const std::string& path, const solver::Model& model,
                     const DatabaseLookup& databases, FieldViolations& violations);

/// Writes into `message` every default that building it has chosen.
void complete_body(solver::RigidBody& body, v1::Body& message);

/// The solids that count for the mass of a body; usable only where nothing was violated.
/// @param path  of the body: "bodies[0]"
/// @param model with its materials
std::vector<solver::Shape> build_solids(const v1::Body& message, const std::string& path,
                                        const solver::Model& model, const DatabaseLookup& databases,
                                        FieldViolations& violations);

/// Says which of them break the rules of a mass.
/// @param path   of the body
/// @param solids of the same message
void refuse_solids(const v1::Body& message, const std::string& path,
                   const std::vector<solver::Shape>& solids, FieldViolations& violations);

/// `shape_idle` for every shape of a body that without a material is there for nothing: a line, a
/// plane, a terrain, a sensor.
Findings find_idle_shapes(const v1::Model& message);

/// A shape by itself, where it is in the frame that it is given in.
/// @param path      "shapes[0]"
/// @param databases with the meshes that shapes may name
solver::ShapePart build_posed_shape(const v1::Shape& message, const std::string& path,
                                    const DatabaseLookup& databases, FieldViolations& violations);

/// A mesh as it is simulated: read, repaired, simplified; on a violation it may be another.
/// @param path "shapes[0].mesh"
solver::TriangleMesh build_mesh(const v1::TriangleMesh& message, const std::string& path,
                                const DatabaseLookup& databases, FieldViolations& violations);

/// The same of a convex solid: without triangles, and of a file, the hull of the vertices.
/// @param path "shapes[0].convex"
solver::Convex build_convex(const v1::TriangleMesh& message, const std::string& path,
                            const DatabaseLookup& databases, FieldViolations& violations);

/// Gives a model with its own materials those of a library that its message names beside them.
/// @param library may be null
/// @returns their names, for MaterialLibrary::add_pairs()
std::vector<std::string> add_library_materials(const v1::Model& message,
                                               const solver::MaterialLibrary* library,
                                               solver::Model& model);

/// Shapes that touch others, of bodies and of the world, and what is said of them.
/// @param solids of each body, see build_body(): a mesh of many triangles is not read twice
void build_contacts(const v1::Model& message, const DatabaseLookup& databases,
                    std::vector<std::vector<solver::Shape>> solids, solver::Model& model,
                    FieldViolations& violations);

/// The path of a shape in the message, by its index in the model: "bodies[0].shapes[1]".
std::string path_of_shape(const v1::Model& message, std::size_t shape);

/// Writes into `message` every default of its shapes.
void complete_shapes(v1::Body& message);
/// The same of materials, their pairs and the shapes of the world.
void complete_contacts(solver::Model& model, v1::Model& message);

/// Finds what a model names in the catalogue ("hemisphere", "databases/hemisphere").
class DatabaseLookup {
 public:
  using Meshes = std::function<NamedMesh(const std::string& name)>;
  using Family = std::shared_ptr<const hydro::DatabaseFamily>;
  using Families = std::function<Family(const std::string& name)>;
  using Moorings = std::shared_ptr<const solver::MooringLibrary>;
  using Materials = std::shared_ptr<const solver::MaterialLibrary>;
  using Defects = std::shared_ptr<solver::DefectMemory>;

  /// @param databases finds a database, or throws Error(kNotFound)
  /// @param meshes    the same of a mesh; without it there are none
  /// @param families  the same of a family of databases
  /// @param moorings  what computes mooring systems; may be null
  /// @param materials what shapes may be made of that a model does not describe; may be null
  /// @param defects   what was found in meshes before; may be null
  template <std::invocable<const std::string&> Databases>
  explicit(false)
      DatabaseLookup(Databases databases, Meshes meshes = {}, Families families = {},
                     Moorings moorings = {}, Materials materials = {}, Defects defects = {})
      : databases_(std::move(databases)),
        meshes_(std::move(meshes)),
        families_(std::move(families)),
        moorings_(std::move(moorings)),
        materials_(std::move(materials)),
        defects_(std::move(defects)) {}

  /// @throws Error(kNotFound), ServiceError(kNotFound)
  std::shared_ptr<const hydro::Database> operator()(const std::string& name) const {
    return databases_(name);
  }
  /// @throws Error(kNotFound), ServiceError(kNotFound)
  NamedMesh mesh(const std::string& name) const {
    if (meshes_) return meshes_(name);
    throw Error(ErrorCode::kNotFound, "there are no meshes");
  }
  const Meshes& meshes() const { return meshes_; }
  /// @throws Error(kNotFound), ServiceError(kNotFound)
  Family family(const std::string& name) const {
    if (families_) return families_(name);
    throw Error(ErrorCode::kNotFound, "there are no families of databases");
  }
  const Families& families() const { return families_; }
  const Moorings& moorings() const { return moorings_; }
  const Materials& materials() const { return materials_; }
  const Defects& defects() const { return defects_; }

 private:
  std::function<std::shared_ptr<const hydro::Database>(const std::string& name)> databases_;
  Meshes meshes_;
  Families families_;
  Moorings moorings_;
  Materials materials_;
  Defects defects_;
};

/// What `find(name)` gives; where the catalogue has it not, a violation at `path` and nothing.
template <typename Find>
auto find_named(const std::string& name, const std::string& path, const Find& find,
                FieldViolations& violations) -> decltype(find(name)) {
  try {
    return find(name);
  } catch (const Error& error) {
    violations.add(path, error.what(), name);
  } catch (const ServiceError& error) {
    if (error.reason() != Reason::kNotFound) throw;
    violations.add(path, error.what(), name);
  }
  return {};
}

/// The same of a mesh.
inline NamedMesh find_mesh(const std::string& name, const std::string& path,
                           const DatabaseLookup& databases, FieldViolations& violations) {
  return find_named(
      name, path, [&](const std::string& wanted) { return databases.mesh(wanted); }, violations);
}

/// The meshes that shapes name get the names with their digests, where the catalogue has them: a
/// session goes on with the same ones.
void name_shape_meshes(v1::Model& message, const DatabaseLookup& databases,
                       FieldViolations& violations);

/// Checks what viewers are to be shown, which no simulation needs: the names of visual meshes
/// become those with their digests, where the catalogue has them.
void name_visual_meshes(v1::Model& message, const DatabaseLookup& databases,
                        FieldViolations& violations);

/// A hydrodynamic group, its database reduced to the bodies that the model names. On a violation
/// the group may lack its database.
/// @param path "hydrodynamics[0]"
solver::HydrodynamicGroup build_group(const v1::HydrodynamicGroup& message, const std::string& path,
                                      const DatabaseLookup& databases, FieldViolations& violations);

/// Writes into `message` every default that building it has chosen.
void complete_group(solver::HydrodynamicGroup& group, v1::HydrodynamicGroup& message);

solver::AddedMassInteraction build_interaction(const v1::AddedMassInteraction& message,
                                               const std::string& path,
                                               FieldViolations& violations);
void complete_interaction(solver::AddedMassInteraction& interaction,
                          v1::AddedMassInteraction& message);

/// @param path          "inputs[0]"
/// @param model         with its joints built
/// @param ramp_duration of the sea [s], which fades in streamed waves, too
solver::Input build_input(const v1::Input& message, const std::string& path,
                          const solver::Model& model, double ramp_duration,
                          FieldViolations& violations);

/// Writes into `message` every default that building it has chosen, and short forms in full.
void complete_input(solver::Input& input, v1::Input& message);

/// Step, stepper and theta of `model`. Paths from "integration".
/// @returns integration steps from one output to the next
std::int64_t build_integration(const v1::Integration& message, solver::Model& model,
                               FieldViolations& violations);

/// Writes every default into `message`.
void complete_integration(const solver::Model& model, v1::Integration& message);

v1::Stepper stepper_to_proto(solver::StepperKind stepper);

/// Names of the outputs to record: those of the message with their wildcards replaced, else the
/// motion of every body and the waves. One that the model has not got is a violation that names
/// the nearest ones, and left out.
/// @param model with its bodies, joints, loads and observers
std::vector<std::string> build_outputs(const v1::Model& message, const solver::Model& model,
                                       FieldViolations& violations);

/// What to accumulate; the rules about names are those of solver::check().
/// @param outputs of the model: what is accumulated unless the message says otherwise
solver::StatisticsOptions build_statistics(const v1::Statistics& message,
                                           const std::vector<std::string>& outputs);

/// Writes into `message` every default that building it has chosen.
void complete_statistics(const solver::StatisticsOptions& options, v1::Statistics& message);

}  // namespace raftup::server
