#pragma once

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "hydro/base/bytes.hpp"
#include "hydro/sea/bound_waves.hpp"
#include "hydro/sea/steep_wave.hpp"
#include "hydro/wetted_mesh/hull_mesh.hpp"
#include "solver/model/contacts/material.hpp"
#include "solver/model/loads/load_kinds.hpp"
#include "solver/model/model.hpp"
#include "solver/simulation/serialisation/database_image.hpp"
#include "solver/simulation/serialisation/part_fields.hpp"

/// @file The visitors that write a model as bytes and read it back. Both use the same lists of
///       fields, so that a new field is in the bytes as soon as it is in its list. Types without a
///       list of fields, whose constructors compute further data from their arguments, have a pair
///       of functions here that writes and reads a value.
namespace raftup::solver {

template <typename T>
struct IsKinds : std::false_type {};
template <typename... Kinds>
struct IsKinds<std::variant<Kinds...>> : std::true_type {};
template <typename List>
struct IsKinds<AnyKind<List>> : std::true_type {};

/// The members of a model that are written. The other members are C++ objects of the user and
/// cannot be written.
template <Is<Model> Self, typename Visitor>
void model_parts(Self& model, Visitor& put) {
  put(model.gravity), put(model.water_density), put(model.water_depth), put(model.current);
  put(model.sea), put(model.wind), put(model.bodies), put(model.hydrodynamics);
  put(model.added_mass_interactions), put(model.strong_joints), put(model.joints);
  put(model.loads), put(model.shapes), put(model.materials), put(model.contact_materials);
  put(model.contact_exceptions.pairs), put(model.contact_readers), put(model.distance_readers);
  put(model.inputs), put(model.observers), put(model.statistics), put(model.stepper);
  put(model.theta), put(model.step_ns);
}

/// True if the sea of a model is one steep wave or of second order.
inline bool has_nonlinear_sea(const Model& model) {
  return model.sea && (model.sea->steep_wave() != nullptr || model.sea->bound_waves() != nullptr);
}

/// Visitor that writes the fields of a description.
class ModelWriter {
 public:
  explicit ModelWriter(ByteWriter& out) : out_(out) {}

  void write_model(const Model& model) {
    const auto put = [this](const auto& part) { this->put(part); };
    model_parts(model, put);
  }
  /// Writes parts of a model that were added after the format was defined.
  void write_later_parts(const Model& model) {
    put(model.probes);
    put(model.events);
    put(model.machines);
    put(has_nonlinear_sea(model));
    if (!has_nonlinear_sea(model)) return;
    const hydro::SteepWave* const steep = model.sea->steep_wave();
    put(steep != nullptr);
    if (steep != nullptr) return put(steep->options());
    put(model.sea->bound_waves()->options());
  }

  template <typename Value>
  void operator()(std::string_view /*name*/, const Value& value, FieldRule /*rule*/ = {}) {
    put(value);
  }
  template <typename Value>
  void pose(std::string_view /*prefix*/, const Value& value) {
    put(value);
  }
  template <typename Value>
  void one_of(const Value& value) {
    put(value);
  }
  template <typename Value>
  void beside(const Value& value) {
    put(value);
  }

 private:
  template <typename Value>
  void put(const Value& value) {
    if constexpr (Described<Value>) {
      Value::fields(value, *this);
    } else if constexpr (HasFields<const Value>) {
      const auto put = [this](const auto& of_part) { this->put(of_part); };
      part_fields(value, put);
    } else if constexpr (std::is_same_v<Value, bool> || std::is_same_v<Value, double>) {
      out_.write(value);
    } else if constexpr (std::is_enum_v<Value> || std::is_integral_v<Value>) {
      out_.write(static_cast<std::int64_t>(value));
    } else if constexpr (std::is_same_v<Value, std::string>) {
      out_.write(std::string_view(value));
    } else if constexpr (Matrix<Value>) {
      out_.write(std::int64_t{value.rows()});
      out_.write(std::int64_t{value.cols()});
      out_.write(std::span<const double>(value.data(), static_cast<std::size_t>(value.size())));
    } else if constexpr (Option<Value>) {
      out_.write(value.has_value());
      if (value) put(*value);
    } else if constexpr (IsKinds<Value>::value) {
      out_.write(std::uint64_t{value.index()});
      visit_kind([this](const auto& kind) { this->put(kind); }, value);
    } else {
      out_.write(std::uint64_t{value.size()});
      for (const auto& item : value) put(item);
    }
  }
  void put(const StatisticsLimit& limit) {
    put(limit.name);  // the digest has none
    const auto put = [this](const auto& of_part) { this->put(of_part); };
    part_fields(limit, put);
  }
  void put(const StrongJoint& strong) {
    put(strong.name);
    put(strong.joint);
  }
  void put(const hydro::Current& current) {
    put(current.depths());
    put(current.velocities());
  }
  void put(const hydro::Sea& sea) {
    put(sea.components());
    put(sea.water_depth());
    put(sea.gravity());
    put(sea.water().current);
    put(sea.ramp_duration());
    put(sea.histories());
  }
  void put_mesh(const std::shared_ptr<const hydro::HullMesh>& mesh) {
    put(mesh != nullptr);
    if (!mesh) return;
    put(mesh->vertices());
    put(mesh->triangles());
  }
  void put(const GroupBody& member) {
    GroupBody::fields(member, *this);
    put_mesh(member.mesh);
  }
  void put(const Load& load) {
    Load::fields(load, *this);
    const LoadMesh* const mesh = load.description().load_mesh();
    if (mesh != nullptr) put_mesh(mesh->triangles);
  }
  void put(const HydrodynamicGroup& group) {
    HydrodynamicGroup::fields(group, *this);
    put(group.hydrostatics);
    put(group.family != nullptr);
    if (group.family) return write(*group.family, out_);
    write(*group.database, out_);
  }

  ByteWriter& out_;
};

/// Visitor that reads the fields of a description, the inverse of ModelWriter.
/// @throws Error(kDataLoss) if the bytes are damaged; any error of the constructors of the parts
class ModelReader {
 public:
  explicit ModelReader(ByteReader& in) : in_(in) {}

  Model read_model() {
    Model model;
    const auto get = [this](auto& part) { this->get(part); };
    model_parts(model, get);
    return model;
  }
  void read_later_parts(Model& model) {
    get(model.probes);
    get(model.events);
    get(model.machines);
    if (in_.read_flag()) get_nonlinear_sea(model);
  }

  template <typename Value>
  void operator()(std::string_view /*name*/, Value& value, FieldRule /*rule*/ = {}) {
    get(value);
  }
  template <typename Value>
  void pose(std::string_view /*prefix*/, Value& value) {
    get(value);
  }
  template <typename Value>
  void one_of(Value& value) {
    get(value);
  }
  /// Reads a value that follows from other fields. The value is not used.
  template <typename Value>
  void beside(Value&& value) {
    get(value);
  }

 private:
  static void require_whole(bool holds, const char* what) {
    if (!holds) throw Error(ErrorCode::kDataLoss, fmt::format("a stored model has {}", what));
  }

  template <typename Value>
  Value next() {
    Value value{};
    get(value);
    return value;
  }

  template <typename Value>
  void get(Value& value) {
    if constexpr (Described<Value>) {
      Value::fields(value, *this);
    } else if constexpr (HasFields<Value>) {
      const auto get = [this](auto&& of_part) { this->get(of_part); };
      part_fields(value, get);
    } else if constexpr (std::is_same_v<Value, bool>) {
      value = in_.read_flag();
    } else if constexpr (std::is_same_v<Value, double>) {
      value = in_.read_double();
    } else if constexpr (std::is_enum_v<Value>) {
      const std::uint64_t index = in_.read_unsigned();
      require_whole(index < names_of(Value()).size(), "an option that does not exist");
      value = static_cast<Value>(index);
    } else if constexpr (std::is_integral_v<Value>) {
      const std::int64_t number = in_.read_signed();
      require_whole(std::in_range<Value>(number), "a number that is too large");
      value = static_cast<Value>(number);
    } else if constexpr (std::is_same_v<Value, std::string>) {
      value = in_.read_text();
    } else if constexpr (Matrix<Value>) {
      get_matrix(value);
    } else if constexpr (Option<Value>) {
      value.reset();
      if (in_.read_flag()) get(value.emplace());
    } else if constexpr (IsKinds<Value>::value) {
      get_kind(value, in_.read_unsigned());
    } else {
      get_items(value);
    }
  }
  template <typename Value>
  void get_matrix(Value& value) {
    const Eigen::Index rows = in_.read_signed(), cols = in_.read_signed();
    const std::vector<double> numbers = in_.read_doubles();
    const auto size = static_cast<Eigen::Index>(numbers.size());
    require_whole(rows >= 0 && rows <= size && cols >= 0 && cols <= size && rows * cols == size,
                  "a matrix that is not whole");
    if constexpr (Value::SizeAtCompileTime == Eigen::Dynamic) value.resize(rows, cols);
    require_whole(value.rows() == rows && value.cols() == cols, "a matrix of another size");
    std::copy(numbers.begin(), numbers.end(), value.data());
  }
  template <typename... Kinds>
  void get_kind(std::variant<Kinds...>& kinds, std::uint64_t index) {
    require_whole(index < sizeof...(Kinds), "a kind that does not exist");
    std::uint64_t next_kind = 0;
    const auto get_if = [&]<typename Kind>(std::type_identity<Kind> /*kind*/) {
      if (next_kind++ == index) get(kinds.template emplace<Kind>());
    };
    (get_if(std::type_identity<Kinds>()), ...);
  }
  template <typename List>
  void get_kind(AnyKind<List>& kind, std::uint64_t index) {
    typename List::Kinds kinds;
    get_kind(kinds, index);
    std::visit([&kind](auto& read) { kind = std::move(read); }, kinds);
  }
  template <typename Items>
  void get_items(Items& items) {
    const std::size_t count = in_.read_count(8);  // of bytes: nothing takes fewer
    if constexpr (requires { items.push_back(typename Items::value_type()); }) {
      items.clear();
      for (std::size_t n = count; n > 0; --n) {
        items.push_back(next<typename Items::value_type>());
      }
    } else {
      require_whole(count == items.size(), "a list of another length");
      for (auto& item : items) get(item);
    }
  }
  void get(StatisticsLimit& limit) {
    get(limit.name);
    const auto get = [this](auto& of_part) { this->get(of_part); };
    part_fields(limit, get);
  }
  void get(StrongJoint& strong) {
    get(strong.name);
    get(strong.joint);
  }
  void get(hydro::Current& current) {
    auto depths = next<std::vector<double>>();
    auto velocities = next<std::vector<Vector2>>();
    if (!velocities.empty()) current = hydro::Current(std::move(depths), std::move(velocities));
  }
  void get(std::optional<hydro::Sea>& sea) {
    if (!in_.read_flag()) return;
    auto components = next<std::vector<hydro::WaveComponent>>();
    hydro::Sea::Water water;
    get(water.depth);
    get(water.gravity);
    get(water.current);
    const auto ramp_duration = next<double>();
    sea.emplace(std::move(components), water, ramp_duration,
                next<std::vector<hydro::VarianceHistory>>());
  }
  /// Makes the sea that was read linear what it is.
  void get_nonlinear_sea(Model& model) {
    const bool steep = in_.read_flag();
    require_whole(model.sea.has_value(), "a steep wave or bound waves without a sea");
    if (!steep) return model.sea->bind_waves(next<hydro::BoundWaveOptions>());
    const auto options = next<hydro::SteepWaveOptions>();
    require_whole(model.sea->components().size() == 1, "a steep wave beside others");
    const hydro::Sea linear = *model.sea;
    const hydro::WaveComponent& harmonic = linear.components().front();
    model.sea.emplace(
        std::make_shared<const hydro::SteepWave>(options, linear.water_depth(), linear.gravity()),
        harmonic.direction, harmonic.phase, linear.water(), linear.ramp_duration());
  }
  std::shared_ptr<const hydro::HullMesh> next_mesh(hydro::HullMesh::Form form) {
    if (!in_.read_flag()) return nullptr;
    auto vertices = next<std::vector<Vector3>>();
    auto triangles = next<std::vector<hydro::MeshTriangle>>();
    return std::make_shared<const hydro::HullMesh>(
        hydro::FiledTriangles(std::move(vertices), std::move(triangles)), form);
  }
  void get(GroupBody& member) {
    GroupBody::fields(member, *this);
    member.mesh = next_mesh(hydro::HullMesh::Form::kHull);
  }
  void get(Load& load) {
    Load::fields(load, *this);
    LoadMesh* const mesh = load.description().load_mesh();
    if (mesh != nullptr) mesh->triangles = next_mesh(hydro::HullMesh::Form::kSurface);
  }
  void get(HydrodynamicGroup& group) {
    HydrodynamicGroup::fields(group, *this);
    get(group.hydrostatics);
    if (in_.read_flag()) {
      group.family = std::make_shared<const hydro::DatabaseFamily>(read_family(in_));
      group.database = group.family->nodes.front();
    } else {
      group.database = std::make_shared<const hydro::Database>(read_database(in_));
    }
  }

  ByteReader& in_;
};

}  // namespace raftup::solver
