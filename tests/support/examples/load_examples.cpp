#include "tests/support/examples/load_examples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/wetted_mesh/readers/read_hull_mesh.hpp"
#include "solver/model/loads/load_kinds.hpp"
#include "tests/support/constants.hpp"
#include "tests/support/reference_data.hpp"

namespace raftup::testing {

namespace {

using Json = nlohmann::json;
using solver::FieldRule;

/// Visitor that reads the fields of a description from the JSON of a model file.
class JsonFields {
 public:
  template <typename Description>
  static void read(const Json& object, Description& description) {
    JsonFields visitor(object);
    Description::fields(description, visitor);
    for (const auto& [name, value] : object.items()) {
      require(visitor.known_.contains(name), fmt::format("'{}' is no field", name));
    }
  }

  template <typename Value>
  void operator()(std::string_view name, Value& value, FieldRule rule = {}) {
    if (const Json* const given = find(name)) get(*given, value, rule);
  }
  void pose(const std::string& prefix, solver::Pose& pose) {
    (*this)(prefix + "position", pose.position);
    const Json* const angles = find(prefix + "attitude_deg");
    if (angles == nullptr) return;
    const auto degrees = angles->get<std::array<double, 3>>();
    pose.attitude = Quaternion(Eigen::AngleAxisd(degrees[2] * kDegree, Vector3::UnitZ()) *
                               Eigen::AngleAxisd(degrees[1] * kDegree, Vector3::UnitY()) *
                               Eigen::AngleAxisd(degrees[0] * kDegree, Vector3::UnitX()));
  }
  void pose(const std::string& prefix, std::optional<solver::Pose>& pose) {
    const bool given = find(prefix + "position") != nullptr;
    static_cast<void>(find(prefix + "attitude_deg"));
    if (given) this->pose(prefix, pose.emplace());
  }
  template <typename Value>
  void beside(const Value& /*value*/) {}
  /// The motions that a body may be given are no part of an example: their fields are refused.
  template <typename Kinds>
  void one_of(const Kinds& /*kinds*/) {}

 private:
  explicit JsonFields(const Json& object) : object_(object) {}

  const Json* find(std::string_view name) {
    const auto found = object_.find(*known_.emplace(name).first);
    return found == object_.end() ? nullptr : &*found;
  }

  /// The enumerator whose name the text ends with: "WIND_SHIP_FERRY".
  template <typename Value>
  static Value enumerator(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    const auto names = names_of(Value{});
    std::size_t longest = names.size();
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!text.ends_with(fmt::format("_{}", names[i]))) continue;
      if (longest == names.size() || names[i].size() > names[longest].size()) longest = i;
    }
    require(longest < names.size(), fmt::format("'{}' is no enumerator", text));
    return static_cast<Value>(longest);
  }

  template <typename Value>
  static void get(const Json& json, Value& value, FieldRule rule) {
    if constexpr (solver::Option<Value>) {
      get(json, value.emplace(), rule);
    } else if constexpr (solver::Described<Value>) {
      read(json, value);
    } else if constexpr (solver::Enumeration<Value>) {
      value = enumerator<Value>(json.get<std::string>());
    } else if constexpr (std::is_same_v<Value, double>) {
      value = json.get<double>() * (rule.unit == "deg" ? kDegree : 1.0);
    } else if constexpr (std::is_same_v<Value, Matrix6>) {
      const auto numbers = json.get<std::vector<double>>();
      require(numbers.size() == 6 || numbers.size() == 36, "a matrix has 6 or 36 numbers");
      using Rows = Eigen::Matrix<double, 6, 6, Eigen::RowMajor>;
      value = numbers.size() == 6 ? Matrix6(Eigen::Map<const Vector6>(numbers.data()).asDiagonal())
                                  : Matrix6(Eigen::Map<const Rows>(numbers.data()));
    } else if constexpr (solver::Matrix<Value>) {
      const auto numbers = json.get<std::vector<double>>();
      require(numbers.size() == static_cast<std::size_t>(value.size()),
              fmt::format("must have {} numbers", value.size()));
      std::copy(numbers.begin(), numbers.end(), value.data());
    } else if constexpr (solver::Sequence<Value>) {
      if constexpr (solver::Described<typename Value::value_type>) {
        for (const Json& item : json) read(item, value.emplace_back());
      } else {
        value = json.get<Value>();
      }
    } else {
      value = json.get<Value>();
    }
  }

  const Json& object_;
  std::set<std::string> known_;
};

Json read_file(const std::string& kind) {
  const auto path = std::filesystem::path(RAFTUP_SOURCE_DIR) / "tests" / "support" / "examples" /
                    "loads" / (kind + ".json");
  std::ifstream file(path);
  if (!file) {
    throw Error(ErrorCode::kNotFound, fmt::format("{} must be there: an example of the kind of "
                                                  "load, see its README.md",
                                                  path.string()));
  }
  return Json::parse(file);
}

/// Replaces fields of an example, or leaves out those that are null.
void change(Json& example, const Json& fields) {
  for (const auto& [name, value] : fields.items()) {
    if (value.is_null()) {
      example.erase(name);
    } else {
      example[name] = value;
    }
  }
}

Json changed_example(const std::string& kind, const ExampleChanges& changes) {
  const Json file = read_file(kind);
  Json example = file.at("example");
  for (const std::string& name : changes) change(example, file.value(name, Json::object()));
  return example;
}

/// Calls `visitor` with a default of each kind.
template <typename Visitor, typename... Kinds>
void for_each_kind(const Visitor& visitor, std::type_identity<std::variant<Kinds...>> /*of*/) {
  (visitor(Kinds()), ...);
}

using Kinds = std::type_identity<solver::LoadKinds::Kinds>;

}  // namespace

std::vector<std::string> load_kinds() {
  std::vector<std::string> names;
  for_each_kind([&](const auto& kind) { names.emplace_back(kind.kKind); }, Kinds());
  return names;
}

std::string load_name(const std::string& kind) { return kind == "hull" ? "hull_load" : kind; }

std::string load_example_text(const std::string& kind, const ExampleChanges& changes) {
  return changed_example(kind, changes).dump();
}

namespace {

/// Puts in the triangles of a mesh that the project ships.
void add_mesh(solver::LoadDescription& load) {
  solver::LoadMesh* const mesh = load.load_mesh();
  if (mesh == nullptr || mesh->name.empty()) return;
  const auto file = own_data() / mesh->name;
  mesh->triangles = std::make_shared<const hydro::HullMesh>(
      hydro::read_mesh_file({mesh->name, hydro::read_bytes(file)}).filed,
      hydro::HullMesh::Form::kSurface);
}

solver::LoadKind read_example(const std::string& kind, const Json& example) {
  solver::LoadKind found{solver::ConstantForce()};
  for_each_kind(
      [&](auto load) {
        if (load.kKind != kind) return;
        JsonFields::read(example, load);
        add_mesh(load);
        found = std::move(load);
      },
      Kinds());
  return found;
}

/// Turns an angle [deg], roll, pitch and yaw [deg], or a vector in world axes, of two or three
/// components, about the vertical.
void turn_value(Json& value, double angle, bool is_attitude) {
  if (value.is_number()) {
    value = value.get<double>() + angle / kDegree;
  } else if (is_attitude) {
    value[2] = value[2].get<double>() + angle / kDegree;
  } else {
    const double x = value[0].get<double>(), y = value[1].get<double>();
    value[0] = std::cos(angle) * x - std::sin(angle) * y;
    value[1] = std::sin(angle) * x + std::cos(angle) * y;
  }
}

}  // namespace

solver::LoadKind load_example(const std::string& kind, const ExampleChanges& changes) {
  return read_example(kind, changed_example(kind, changes));
}

solver::LoadKind turned_example(const std::string& kind, double angle) {
  Json example = changed_example(kind, kTogetherExample);
  for (const Json& pointer : read_file(kind).value("in_world", Json::array())) {
    const auto text = pointer.get<std::string>();
    turn_value(example.at(Json::json_pointer(text)), angle, text.ends_with("attitude_deg"));
  }
  return read_example(kind, example);
}

std::vector<LoadCase> load_cases(const std::string& kind) {
  const Json file = read_file(kind);
  std::vector<LoadCase> cases;
  for (const Json& given : file.value("cases", Json::array())) {
    Json example = file.at("example");
    change(example, given.value("changes", Json::object()));
    LoadCase& one = cases.emplace_back(LoadCase{
        given.at("name"), read_example(kind, example), {}, {}, given.value("refused", "")});
    for (const char* name : {"hull", "tug"}) {
      solver::RigidBody& body = one.bodies.emplace_back();
      body.name = name;
      body.mass = 1.0;
      body.inertia.setIdentity();
      body.gravity = false;
      if (body.name == "tug") body.pose.position.x() = 20.0;
      const Json bodies = given.value("bodies", Json::object());
      if (bodies.contains(name)) JsonFields::read(bodies.at(name), body);
    }
    const Json forces = given.value("forces", Json::object());
    for (const auto& [body, force] : forces.items()) {
      const auto numbers = force.get<std::array<double, 6>>();
      one.forces[body] = Eigen::Map<const Vector6>(numbers.data());
    }
  }
  return cases;
}

std::string load_example_note(const std::string& kind, const std::string& name) {
  return read_file(kind).value(name, "");
}

}  // namespace raftup::testing
