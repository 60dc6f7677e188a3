#include <xxhash.h>

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <variant>

#include "hydro/base/bytes.hpp"
#include "hydro/database/arrays.hpp"
#include "hydro/sea/bound_waves.hpp"
#include "hydro/sea/steep_wave.hpp"
#include "solver/model/contacts/material.hpp"
#include "solver/model/loads/load_kinds.hpp"
#include "solver/model/loads/mooring_library.hpp"
#include "solver/model/model.hpp"
#include "solver/simulation/serialisation/part_fields.hpp"

namespace raftup::solver {

namespace {

/// Writes a model as bytes that differ from those of every other model: sequences with their
/// lengths, options with a flag that tells whether they are present, alternatives with their index.
class ModelBytes {
 public:
  static std::uint64_t digest(const Model& model) {
    ModelBytes bytes;
    bytes.hash_.reset(XXH64_createState());
    XXH64_reset(bytes.hash_.get(), 0);
    bytes.put(model);
    bytes.hash_so_far();
    return XXH64_digest(bytes.hash_.get());
  }

 private:
  struct FreeHash {
    void operator()(XXH64_state_t* state) const { XXH64_freeState(state); }
  };

  /// Adds the bytes to the hash. Since databases have megabytes, only one of their arrays at a time
  /// is held as bytes.
  void hash_so_far() {
    if (!hash_) return;
    XXH64_update(hash_.get(), out_.bytes().data(), out_.bytes().size());
    out_.clear();
  }

  template <typename... Fields>
  void put_all(const Fields&... fields) {
    (put(fields), ...);
  }

  /// Visitor of the fields of a description.
  struct Fields {
    ModelBytes& bytes;

    template <typename Value>
    void operator()(std::string_view name, const Value& value, FieldRule rule = {}) {
      if (rule.late) {
        ModelBytes given, by_default;
        given.put(value);
        if constexpr (Matrix<Value>) {
          by_default.put(Value(Value::Zero()));  // which Value() is not
        } else {
          by_default.put(Value());
        }
        if (given.out_.bytes() == by_default.out_.bytes()) return;
        bytes.put(name);
      }
      bytes.put(value);
    }
    template <typename Value>
    void pose(std::string_view /*prefix*/, const Value& value) {
      bytes.put(value);
    }
    template <typename Value>
    void one_of(const Value& value) {
      bytes.put(value);
    }
    template <typename Value>
    void beside(const Value& value) {
      bytes.put(value);
    }
  };

  template <typename Description>
  void put_fields(const Description& description) {
    Fields visitor{*this};
    Description::fields(description, visitor);
  }

  /// Writes descriptions, parts, numbers, names, matrices, and sequences of these.
  template <typename Value>
  void put(const Value& value) {
    if constexpr (Described<Value>) {
      put_fields(value);
    } else if constexpr (HasFields<const Value>) {
      const auto field = [this](const auto& of_part) { this->put(of_part); };
      part_fields(value, field);
    } else if constexpr (std::is_same_v<Value, bool> || std::is_same_v<Value, double>) {
      out_.write(value);
    } else if constexpr (std::is_enum_v<Value> || std::is_integral_v<Value>) {
      out_.write(static_cast<std::int64_t>(value));
    } else if constexpr (std::is_convertible_v<const Value&, std::string_view>) {
      out_.write(std::string_view(value));
    } else if constexpr (std::is_base_of_v<Eigen::MatrixBase<Value>, Value>) {
      out_.write(std::int64_t{value.cols()});
      out_.write_matrix(value);
    } else {
      out_.write(std::uint64_t{value.size()});
      for (const auto& item : value) put(item);
    }
  }
  template <typename Value>
  void put(const std::optional<Value>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <typename... Kinds>
  void put(const std::variant<Kinds...>& kinds) {
    put_kind(kinds);
  }
  template <typename List>
  void put(const AnyKind<List>& kinds) {
    put_kind(kinds);
  }
  template <typename AnyOf>
  void put_kind(const AnyOf& kinds) {
    put(kinds.index());
    visit_kind([this](const auto& kind) { this->put(kind); }, kinds);
  }

  // --- databases --------------------------------------------------------------------------------
  void put(const hydro::Database& database) {
    for (const hydro::DatabaseArray& array : hydro::arrays_of(database)) {
      put_all(array.name, array.texts);
      if (!array.is_text()) out_.write(std::span<const double>(array.values()));
      hash_so_far();
    }
  }

  void put(const hydro::DatabaseFamily& family) {
    const hydro::Track* track = family.grid.track();
    for (std::size_t k = 0; k < family.nodes.size(); ++k) {
      put(family.grid.node(k));
      if (track != nullptr) put(MatrixXd(track->positions(k)));
      put(*family.nodes[k]);
    }
    for (const hydro::AxisQuantity axis : family.axes) put(axis);
    for (const std::vector<Vector3>& attitudes : family.attitudes) put(attitudes);
  }

  // --- the water --------------------------------------------------------------------------------
  void put(const hydro::Current& current) { put_all(current.depths(), current.velocities()); }
  void put(const hydro::Sea& sea) {
    put_all(sea.components(), sea.water_depth(), sea.gravity(), sea.ramp_duration(),
            sea.histories());
    // Seas of linear waves keep their digest.
    if (sea.steep_wave() != nullptr)
      put_all(std::string_view("steep_wave"), sea.steep_wave()->options());
    if (sea.bound_waves() != nullptr)
      put_all(std::string_view("bound_waves"), sea.bound_waves()->options());
  }

  // --- bodies and what acts between them --------------------------------------------------------
  void put(const std::shared_ptr<const StrongInteraction>& interaction) {
    put(interaction->bodies());
  }
  void put(const StrongJoint& strong) { put(strong.joint); }

  void put(const hydro::HullMesh& mesh) { put_all(mesh.vertices(), mesh.triangles()); }
  void put(const HydrodynamicGroup& group) {
    put(*group.database);
    if (group.family) put(*group.family);
    put_fields(group);
    for (const GroupBody& member : group.bodies) {
      if (member.mesh) put(*member.mesh);  // groups without them keep their digest
    }
  }
  void put(const Load& load) {
    put_fields(load);
    const LoadMesh* const mesh = load.description().load_mesh();
    if (mesh != nullptr && mesh->triangles) put(*mesh->triangles);
  }
  void put(const AddedMassInteraction& interaction) {
    put_fields(interaction);
    put(interaction.transformer != nullptr);
  }
  void put(const ContactShape& shape) {
    put_fields(shape);
    if (shape.surface_motion) put(true);  // others keep their digest
  }
  void put(const ContactMaterial& pair) {
    put_fields(pair);
    if (pair.friction_law) put(true);
  }
  void put(const ForceFieldUse& use) { put_all(use.name, use.bodies); }

  // --- the whole --------------------------------------------------------------------------------
  void put(const Model& model) {
    put_all(model.gravity, model.water_density, model.water_depth, model.current, model.sea);
    put_all(model.bodies, model.hydrodynamics, model.added_mass_interactions, model.joints);
    put_all(model.gravity_field != nullptr, model.force_fields, model.loads, model.inputs);
    put_all(model.strong_interactions, model.strong_joints, model.stepper, model.theta);
    put_all(model.step_ns, model.statistics);
    if (model.wind) put(*model.wind);  // models without one keep their digest
    if (model.course.start != Start::kAsGiven)
      put_all(std::string_view("start"), model.course.start);
    if (!model.course.stages.empty()) put_all(std::string_view("stages"), model.course.stages);
    if (!model.shapes.empty()) {
      put_all(model.shapes, model.materials, model.contact_materials,
              model.contact_exceptions.pairs);
      put(model.contact_readers);
      if (model.contact_exceptions.filter) put(true);
    }
    if (!model.distance_readers.empty()) put(model.distance_readers);
    if (!model.events.empty()) put_all(std::string_view("events"), model.events);
    if (!model.probes.empty()) put_all(std::string_view("probes"), model.probes);
    if (!model.machines.empty()) put_all(std::string_view("machines"), model.machines);
    if (model.mooring_library && needs_mooring_library(model)) {
      put(model.mooring_library->identity());
    }
  }

  ByteWriter out_;
  std::unique_ptr<XXH64_state_t, FreeHash> hash_;  ///< the hash; null: all bytes are kept
};

}  // namespace

std::uint64_t digest(const Model& model) { return ModelBytes::digest(model); }

}  // namespace raftup::solver
