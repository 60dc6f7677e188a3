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

/// A rigid body, and the solids that count for its mass [kg], in the order of its shapes.
struct BuiltBody {
  solver::RigidBody body;
  std::vector<solver::Shape> solids;
};

/// Builds a body. Mass, position [m] and attitude are by default those of the hydrodynamic group of
/// the body, so that the groups, the water and the materials of `model` must be built before.
/// @param path "bodies[0]"
BuiltBody build_body(const v1::Body& body, const std::string& path, const solver::Model& model,
                     const DatabaseLookup& databases, FieldViolations& violations);

/// Writes into `message` every default that was used in building the body.
void complete_body(solver::RigidBody& body, v1::Body& message);

/// The solids that count for the mass [kg] of a body; they may be used only if there is no
/// violation.
/// @param path  of the body: "bodies[0]"
/// @param model with its materials
std::vector<solver::Shape> build_solids(const v1::Body& message, const std::string& path,
                                        const solver::Model& model, const DatabaseLookup& databases,
                                        FieldViolations& violations);

/// Adds a violation for each solid that breaks a rule of masses [kg].
/// @param path   of the body
/// @param solids of the same message
void refuse_solids(const v1::Body& message, const std::string& path,
                   const std::vector<solver::Shape>& solids, FieldViolations& violations);

/// The finding `shape_idle` for every shape of a body that has no effect without a material: a
/// line, a plane, a terrain, a sensor.
Findings find_idle_shapes(const v1::Model& message);

/// A single shape, at its pose in the frame in which it is given.
/// @param path      "shapes[0]"
/// @param databases with the meshes that shapes may name
solver::ShapePart build_posed_shape(const v1::Shape& message, const std::string& path,
                                    const DatabaseLookup& databases, FieldViolations& violations);

/// A mesh as it is simulated: read, repaired and simplified. If there is a violation the result may
/// be another mesh.
/// @param path "shapes[0].mesh"
solver::TriangleMesh build_mesh(const v1::TriangleMesh& message, const std::string& path,
                                const DatabaseLookup& databases, FieldViolations& violations);

/// A convex solid as it is simulated; without triangles, or from a file, the hull of the vertices.
/// @param path "shapes[0].convex"
solver::Convex build_convex(const v1::TriangleMesh& message, const std::string& path,
                            const DatabaseLookup& databases, FieldViolations& violations);

/// Adds to a model the materials of a library that its message names in addition to its own.
/// @param library may be null
/// @returns their names, for MaterialLibrary::add_pairs()
std::vector<std::string> add_library_materials(const v1::Model& message,
                                               const solver::MaterialLibrary* library,
                                               solver::Model& model);

/// Builds the shapes of bodies and of the world that touch others, with their materials and pairs.
/// @param solids of each body, see build_body(), so that large meshes are not read twice
/// @returns the path of each shape of the model in the message: "bodies[0].shapes[1]"
std::vector<std::string> build_contacts(const v1::Model& message, const DatabaseLookup& databases,
                                        std::vector<std::vector<solver::Shape>> solids,
                                        solver::Model& model, FieldViolations& violations);

/// Writes into `message` every default of its shapes.
void complete_shapes(v1::Body& message);
/// Writes the defaults of materials, pairs of materials and shapes of the world.
void complete_contacts(solver::Model& model, v1::Model& message);

/// Finds objects of the catalogue by the names in a model ("hemisphere", "databases/hemisphere").
class DatabaseLookup {
 public:
  using Meshes = std::function<NamedMesh(const std::string& name)>;
  using Family = std::shared_ptr<const hydro::DatabaseFamily>;
  using Families = std::function<Family(const std::string& name)>;
  using Moorings = std::shared_ptr<const solver::MooringLibrary>;
  using Materials = std::shared_ptr<const solver::MaterialLibrary>;
  using Defects = std::shared_ptr<solver::DefectMemory>;

  /// @param databases finds a database, or throws Error(kNotFound)
  /// @param meshes    finds a mesh; without it there are none
  /// @param families  finds a family of databases; without it there are none
  /// @param moorings  computes mooring systems; may be null
  /// @param materials library for materials that a model does not describe; may be null
  /// @param defects   memory of the defects of meshes; may be null
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

  /// Returns the database of this name.
  /// @throws Error(kNotFound), ServiceError(kNotFound)
  std::shared_ptr<const hydro::Database> operator()(const std::string& name) const {
    return databases_(name);
  }
  /// Returns the mesh of this name.
  /// @throws Error(kNotFound), ServiceError(kNotFound)
  NamedMesh mesh(const std::string& name) const {
    if (meshes_) return meshes_(name);
    throw Error(ErrorCode::kNotFound, "there are no meshes");
  }
  const Meshes& meshes() const { return meshes_; }
  /// Returns the family of databases of this name.
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

/// The result of `find(name)`; if the catalogue has no such object, a violation at `path` and an
/// empty result.
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

/// The same for a mesh.
inline NamedMesh find_mesh(const std::string& name, const std::string& path,
                           const DatabaseLookup& databases, FieldViolations& violations) {
  return find_named(
      name, path, [&](const std::string& wanted) { return databases.mesh(wanted); }, violations);
}

/// Replaces the names of meshes of shapes by names with digests, if the catalogue has them, so that
/// a session always uses the same ones.
void name_shape_meshes(v1::Model& message, const DatabaseLookup& databases,
                       FieldViolations& violations);

/// Checks the visual meshes, which viewers use and simulations do not: their names become those
/// with digests, if the catalogue has them.
void name_visual_meshes(v1::Model& message, const DatabaseLookup& databases,
                        FieldViolations& violations);

/// A hydrodynamic group, with its database reduced to the bodies that the model names. If there is
/// a violation the group may lack its database.
/// @param path "hydrodynamics[0]"
solver::HydrodynamicGroup build_group(const v1::HydrodynamicGroup& message, const std::string& path,
                                      const DatabaseLookup& databases, FieldViolations& violations);

/// Writes into `message` every default that was used in building the group.
void complete_group(solver::HydrodynamicGroup& group, v1::HydrodynamicGroup& message);

solver::AddedMassInteraction build_interaction(const v1::AddedMassInteraction& message,
                                               const std::string& path,
                                               FieldViolations& violations);
void complete_interaction(solver::AddedMassInteraction& interaction,
                          v1::AddedMassInteraction& message);

/// @param path          "inputs[0]"
/// @param model         with its joints
/// @param ramp_duration of the sea [s], which also fades in streamed waves
solver::Input build_input(const v1::Input& message, const std::string& path,
                          const solver::Model& model, double ramp_duration,
                          FieldViolations& violations);

/// Refuses more numbers than kRecordNumberLimit in tables of inputs and recorded elevations, and
/// runs that go on after a table whose `beyond` is refuse.
void check_tables(const v1::Model& message, FieldViolations& violations);

/// Writes into `message` every default that was used in building the input, and short forms in
/// full.
void complete_input(solver::Input& input, v1::Input& message);

/// Reads step, stepper and theta of `model`. Paths begin with "integration".
/// @returns integration steps from one output to the next
std::int64_t build_integration(const v1::Integration& message, solver::Model& model,
                               FieldViolations& violations);

/// Writes every default into `message`.
void complete_integration(const solver::Model& model, v1::Integration& message);

v1::Stepper stepper_to_proto(solver::StepperKind stepper);

/// Names of the outputs to record: those of the message with their wildcards replaced, or else the
/// motion of every body and the waves. A name that the model does not have is a violation that names
/// the nearest ones, and is left out.
/// @param model with its bodies, joints, loads and observers
std::vector<std::string> build_outputs(const v1::Model& message, const solver::Model& model,
                                       FieldViolations& violations);

/// The statistics to accumulate; rules about names are checked by solver::check().
/// @param outputs of the model, which are accumulated unless the message names others
solver::StatisticsOptions build_statistics(const v1::Statistics& message,
                                           const std::vector<std::string>& outputs);

/// Writes into `message` every default that was used.
void complete_statistics(const solver::StatisticsOptions& options, v1::Statistics& message);

}  // namespace raftup::server
