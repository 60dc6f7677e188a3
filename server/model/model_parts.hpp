/// @file Builds the parts of a model from messages, and writes the defaults that were used into
///         these messages.
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

/// A rigid body and the solids that contribute to its mass [kg], in the order of the body's shapes.
struct BuiltBody {
  solver::RigidBody body;
  std::vector<solver::Shape> solids;
};

/// Builds a body. By default its mass, position [m] and attitude are those of its hydrodynamic
/// group, so that the groups, the water and the materials of `model` must be built before.
/// @param path path of the body in the model, such as "bodies[0]"
BuiltBody build_body(const v1::Body& body, const std::string& path, const solver::Model& model,
                     const DatabaseLookup& databases, FieldViolations& violations);

/// Writes into `message` every default that was used when `body` was built.
void complete_body(solver::RigidBody& body, v1::Body& message);

/// Builds the solids that contribute to the mass [kg] of a body. The result may be used only if no
/// violation was added.
/// @param path path of the body, such as "bodies[0]"
/// @param model model with its materials, which determine densities
std::vector<solver::Shape> build_solids(const v1::Body& message, const std::string& path,
                                        const solver::Model& model, const DatabaseLookup& databases,
                                        FieldViolations& violations);

/// Adds a violation for each solid whose mass properties cannot be computed.
/// @param path path of the body, such as "bodies[0]"
/// @param solids solids built from the same message
void refuse_solids(const v1::Body& message, const std::string& path,
                   const std::vector<solver::Shape>& solids, FieldViolations& violations);

/// Finds shapes of bodies that have no effect: lines, planes, terrains and sensors without a
/// material, which neither touch other shapes nor have a mass. Each of them gives a finding
/// `shape_idle`.
Findings find_idle_shapes(const v1::Model& message);

/// Builds a single shape and its pose in the frame in which the shape is given.
/// @param path path of the shape, such as "shapes[0]"
/// @param databases finds the meshes that the shape may refer to
solver::ShapePart build_posed_shape(const v1::Shape& message, const std::string& path,
                                    const DatabaseLookup& databases, FieldViolations& violations);

/// Makes of a mesh that was read from a message the mesh that is simulated [m]: it is read from the
/// file that the message names, repaired and simplified. If a violation was added the result is
/// another mesh.
/// @param path path of the mesh, such as "shapes[0].mesh"
void complete_mesh(const v1::TriangleMesh& message, const std::string& path,
                   const DatabaseLookup& databases, solver::TriangleMesh& mesh,
                   FieldViolations& violations);

/// Makes of a convex solid that was read from a message the solid that is simulated [m]. If the
/// message contains no triangles, or names a file, it is the convex hull of the vertices.
/// @param path path of the solid, such as "shapes[0].convex"
void complete_convex(const v1::TriangleMesh& message, const std::string& path,
                     const DatabaseLookup& databases, solver::Convex& convex,
                     FieldViolations& violations);

/// Adds to a model those materials of a library that its message refers to and does not describe.
/// @param library library of materials; may be null
/// @returns the names of the added materials, for MaterialLibrary::add_pairs()
std::vector<std::string> add_library_materials(const v1::Model& message,
                                               const solver::MaterialLibrary* library,
                                               solver::Model& model);

/// Builds the shapes of bodies and of the world that touch other shapes, with their materials and
/// pairs of materials.
/// @param solids solids of each body, as build_body() returns them, so that large meshes are not
///         read twice
/// @returns path of each shape of the model in the message, such as "bodies[0].shapes[1]"
std::vector<std::string> build_contacts(const v1::Model& message, const DatabaseLookup& databases,
                                        std::vector<std::vector<solver::Shape>> solids,
                                        solver::Model& model, FieldViolations& violations);

/// Writes the default poses of the shapes of a body into its message.
void complete_shapes(v1::Body& message);
/// Writes the defaults of materials, pairs of materials and shapes of the world into the message.
void complete_contacts(solver::Model& model, v1::Model& message);

/// Finds the objects of the catalogue and of libraries that a model refers to by name, such as
/// "hemisphere" or "databases/hemisphere".
class DatabaseLookup {
 public:
  using Meshes = std::function<NamedMesh(const std::string& name)>;
  using Family = std::shared_ptr<const hydro::DatabaseFamily>;
  using Families = std::function<Family(const std::string& name)>;
  using Moorings = std::shared_ptr<const solver::MooringLibrary>;
  using Materials = std::shared_ptr<const solver::MaterialLibrary>;
  using Defects = std::shared_ptr<solver::DefectMemory>;

  /// @param databases returns the database of a name, or throws Error(kNotFound)
  /// @param meshes returns the mesh of a name; if it is empty there are no meshes
  /// @param families returns the family of databases of a name; if it is empty there are no
  ///         families
  /// @param moorings computes mooring systems; may be null
  /// @param materials library of materials that a model need not describe; may be null
  /// @param defects memory of the defects of meshes that were examined before; may be null
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

/// Returns the result of `find(name)`. If the catalogue has no such object, the function adds a
/// violation at `path` and returns an empty result.
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

/// Finds a mesh of the catalogue in the same way as find_named().
inline NamedMesh find_mesh(const std::string& name, const std::string& path,
                           const DatabaseLookup& databases, FieldViolations& violations) {
  return find_named(
      name, path, [&](const std::string& wanted) { return databases.mesh(wanted); }, violations);
}

/// Replaces the names of the meshes of shapes by names with digests ("databases/{id}@{sha256}"), if
/// the catalogue has the meshes. A session then always uses the same meshes.
void name_shape_meshes(v1::Model& message, const DatabaseLookup& databases,
                       FieldViolations& violations);

/// Checks the visual meshes of bodies, which viewers show and simulations do not use. Their names
/// are replaced by names with digests ("databases/{id}@{sha256}"), if the catalogue has the meshes.
void name_visual_meshes(v1::Model& message, const DatabaseLookup& databases,
                        FieldViolations& violations);

/// Builds a hydrodynamic group. Its database is reduced to the bodies that the model refers to. If
/// a violation was added the group may lack its database.
/// @param path path of the group, such as "hydrodynamics[0]"
solver::HydrodynamicGroup build_group(const v1::HydrodynamicGroup& message, const std::string& path,
                                      const DatabaseLookup& databases, FieldViolations& violations);

/// Writes into `message` every default that was used when `group` was built.
void complete_group(solver::HydrodynamicGroup& group, v1::HydrodynamicGroup& message);

solver::AddedMassInteraction build_interaction(const v1::AddedMassInteraction& message,
                                               const std::string& path,
                                               FieldViolations& violations);
void complete_interaction(solver::AddedMassInteraction& interaction,
                          v1::AddedMassInteraction& message);

/// Builds an input of a model.
/// @param path path of the input, such as "inputs[0]"
/// @param model model with its joints
/// @param ramp_duration duration in which the waves of the sea are faded in [s], which also applies
///         to streamed waves
solver::Input build_input(const v1::Input& message, const std::string& path,
                          const solver::Model& model, double ramp_duration,
                          FieldViolations& violations);

/// Adds a violation if the tables of inputs and the recorded elevations together have more than
/// kRecordNumberLimit values, and for each table that ends before the run although its field
/// `beyond` is refuse.
void check_tables(const v1::Model& message, FieldViolations& violations);

/// Writes into `message` every default that was used when `input` was built, and replaces short
/// forms by full ones.
void complete_input(solver::Input& input, v1::Input& message);

/// Reads the step, the stepper, theta and the stages into `model`. Paths of violations begin with
/// "integration".
/// @returns number of integration steps between two recorded outputs
std::int64_t build_integration(const v1::Integration& message, solver::Model& model,
                               FieldViolations& violations);

/// Writes every default of the integration into `message`.
void complete_integration(solver::Model& model, v1::Integration& message);

/// The duration of a run [s], which is that of all stages if there are any.
double run_duration(const v1::Integration& message);

v1::Stepper stepper_to_proto(solver::StepperKind stepper);

/// Returns the names of the outputs to record: the outputs that the message names, with wildcards
/// replaced, or by default the motion of every body and the wave elevation. An unknown name is left
/// out and is a violation, with suggestions of similar names.
/// @param model model with its bodies, joints, loads and observers
std::vector<std::string> build_outputs(const v1::Model& message, const solver::Model& model,
                                       FieldViolations& violations);

/// Builds the options of the statistics of a run. The names of outputs are checked by
/// solver::check().
/// @param outputs recorded outputs of the model, whose statistics are computed unless the message
///         names other outputs
solver::StatisticsOptions build_statistics(const v1::Statistics& message,
                                           const std::vector<std::string>& outputs);

/// Writes into `message` every default of the statistics.
void complete_statistics(const solver::StatisticsOptions& options, v1::Statistics& message);

}  // namespace raftup::server
