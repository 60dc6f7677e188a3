#include "solver/model/materials/material_library.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "hydro/base/error.hpp"
#include "solver/description/violations.hpp"
#include "solver/model/checks/field_checks.hpp"
#include "solver/model/contacts/material.hpp"
#include "solver/model/materials/library_files.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

namespace {

using Json = nlohmann::json;

/// Visitor that reads the fields of a description from a JSON object and collects the names of all
/// fields.
class JsonFields {
 public:
  template <typename Description>
  static void read(const Json& object, Description& description,
                   const std::set<std::string>& further) {
    JsonFields visitor(object, further);
    Description::fields(description, visitor);
    for (const auto& [name, value] : object.items()) {
      require(visitor.known_.contains(name), fmt::format("'{}' is no field", name));
    }
  }

  template <typename Value>
  void operator()(std::string_view name, Value& value, FieldRule /*rule*/ = {}) {
    const auto [known, added] = known_.insert(std::string(name));
    if (object_.contains(*known)) get(object_.at(*known), value);
  }

 private:
  JsonFields(const Json& object, const std::set<std::string>& further)
      : object_(object), known_(further) {}

  template <typename Value>
  static void get(const Json& json, Value& value) {
    if constexpr (Option<Value>) {
      get(json, value.emplace());
    } else if constexpr (Described<Value>) {
      read(json, value, {});
    } else if constexpr (Enumeration<Value>) {
      const auto names = names_of(value);
      const auto at = std::find(names.begin(), names.end(), json.get<std::string>());
      require(at != names.end(), fmt::format("must be one of {}", fmt::join(names, ", ")));
      value = static_cast<Value>(at - names.begin());
    } else if constexpr (Matrix<Value>) {
      const auto numbers = json.get<std::vector<double>>();
      require(numbers.size() == static_cast<std::size_t>(value.size()),
              fmt::format("must have {} numbers", value.size()));
      std::copy(numbers.begin(), numbers.end(), value.data());
    } else {
      value = json.get<Value>();
    }
  }

  const Json& object_;
  std::set<std::string> known_;
};

/// Reads a description from the text of a file.
/// @throws Error(kInvalidArgument) if the text breaks a rule
template <typename Description>
Description parse(std::string_view text, const std::string& origin) {
  try {
    const Json json = Json::parse(text);
    Description description;
    JsonFields::read(json, description, {"source"});
    require(json.contains("source") && !json.at("source").get<std::string>().empty(),
            "'source' must say where the numbers come from");
    Violations violations;
    FieldChecks::run(description, Model(), "file", violations);
    for (const Violation& violation : violations.list()) {
      require(false, fmt::format("{} {}, got {}", violation.path.substr(sizeof("file")),
                                 violation.rule, violation.value));
    }
    return description;
  } catch (const Json::exception& error) {
    throw Error(ErrorCode::kInvalidArgument, fmt::format("material {}: {}", origin, error.what()));
  } catch (const Error& error) {
    throw Error(ErrorCode::kInvalidArgument, fmt::format("material {}: {}", origin, error.what()));
  }
}

std::pair<std::string, std::string> ordered(const std::string& one, const std::string& two) {
  return std::minmax(one, two);
}

/// The JSON files of a folder in alphabetical order; none if the folder does not exist.
std::vector<std::filesystem::path> files_of(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  if (!std::filesystem::is_directory(folder)) return files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

bool has_material(const Model& model, const std::string& name) {
  return std::any_of(model.materials.begin(), model.materials.end(),
                     [&](const Material& material) { return material.name == name; });
}

}  // namespace

struct MaterialLibrary::Entries {
  std::map<std::string, Material> materials;
  /// the two names of a key are in ascending order
  std::map<std::pair<std::string, std::string>, ContactMaterial> pairs;
};

MaterialLibrary::MaterialLibrary() : entries_(std::make_unique<Entries>()) {}
MaterialLibrary::MaterialLibrary(MaterialLibrary&&) noexcept = default;
MaterialLibrary& MaterialLibrary::operator=(MaterialLibrary&&) noexcept = default;
MaterialLibrary::~MaterialLibrary() = default;

MaterialLibrary MaterialLibrary::standard() {
  MaterialLibrary library;
  for (const LibraryFile& file : kMaterialFiles) library.add_material(file.text, file.name);
  for (const LibraryFile& file : kContactMaterialFiles) {
    library.add_contact_material(file.text, file.name);
  }
  return library;
}

void MaterialLibrary::add_folder(const std::filesystem::path& folder) {
  if (!std::filesystem::is_directory(folder)) {
    throw Error(ErrorCode::kNotFound,
                fmt::format("folder of materials must exist, got '{}'", folder.string()));
  }
  for (const auto& file : files_of(folder / "materials"))
    add_material(text_of(file), file.string());
  for (const auto& file : files_of(folder / "contact_materials")) {
    add_contact_material(text_of(file), file.string());
  }
}

void MaterialLibrary::add_material(std::string_view json, const std::string& origin) {
  auto material = parse<Material>(json, origin);
  require(!material.name.empty(), fmt::format("material {}: 'name' must not be empty", origin));
  std::string name = material.name;
  entries_->materials.insert_or_assign(std::move(name), std::move(material));
}

void MaterialLibrary::add_contact_material(std::string_view json, const std::string& origin) {
  auto pair = parse<ContactMaterial>(json, origin);
  require(!pair.material1.empty() && !pair.material2.empty(),
          fmt::format("material {}: 'material1' and 'material2' must not be empty", origin));
  auto key = ordered(pair.material1, pair.material2);
  entries_->pairs.insert_or_assign(std::move(key), std::move(pair));
}

std::vector<std::string> MaterialLibrary::names() const {
  std::vector<std::string> names;
  for (const auto& [name, material] : entries_->materials) names.push_back(name);
  return names;
}

const Material* MaterialLibrary::find(const std::string& name) const {
  const auto at = entries_->materials.find(name);
  return at == entries_->materials.end() ? nullptr : &at->second;
}

const ContactMaterial* MaterialLibrary::find(const std::string& name1,
                                             const std::string& name2) const {
  const auto at = entries_->pairs.find(ordered(name1, name2));
  return at == entries_->pairs.end() ? nullptr : &at->second;
}

std::vector<std::string> MaterialLibrary::add_materials(const std::vector<std::string>& names,
                                                        Model& model) const {
  std::vector<std::string> added;
  for (const std::string& name : names) {
    const Material* material = find(name);
    if (material == nullptr || has_material(model, name)) continue;
    model.materials.push_back(*material);
    added.push_back(name);
  }
  return added;
}

void MaterialLibrary::add_pairs(const std::vector<std::string>& added, Model& model) const {
  for (const auto& entry : entries_->pairs) {
    const auto& key = entry.first;  // clang before 16 captures no structured bindings
    const auto& [one, two] = key;
    const bool both = std::count(added.begin(), added.end(), one) > 0 &&
                      std::count(added.begin(), added.end(), two) > 0;
    const bool said = std::any_of(
        model.contact_materials.begin(), model.contact_materials.end(),
        [&](const ContactMaterial& own) { return ordered(own.material1, own.material2) == key; });
    if (both && !said) model.contact_materials.push_back(entry.second);
  }
}

void MaterialLibrary::complete(Model& model) const {
  std::vector<std::string> names;
  for (const ContactShape& shape : model.shapes) names.push_back(shape.material);
  for (const ContactMaterial& pair : model.contact_materials) {
    names.push_back(pair.material1);
    names.push_back(pair.material2);
  }
  add_pairs(add_materials(names, model), model);
}

}  // namespace raftup::solver
