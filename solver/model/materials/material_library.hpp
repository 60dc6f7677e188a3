#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace raftup::solver {

struct ContactMaterial;
struct Material;
struct Model;

/// Materials by name, and the laws of pairs of them. Each is a JSON file with the fields of
/// Material or ContactMaterial, named as in model files, and `source`, a text about the origin of
/// its numbers. The name inside the file counts, not that of the file.
class MaterialLibrary {
 public:
  /// An empty library.
  MaterialLibrary();
  MaterialLibrary(MaterialLibrary&&) noexcept;
  MaterialLibrary& operator=(MaterialLibrary&&) noexcept;
  ~MaterialLibrary();
  /// The library that comes with the solver: solver/model/materials/library.
  static MaterialLibrary standard();

  /// Adds the files FOLDER/materials/*.json and FOLDER/contact_materials/*.json, either of which
  /// may be absent. An entry replaces one of the same name.
  /// @throws Error(kNotFound) if there is no such folder; Error(kInvalidArgument) with the name of
  ///         a file that cannot be read, has an unknown field or breaks a rule
  void add_folder(const std::filesystem::path& folder);

  /// Adds the text of one file.
  /// @param origin its name in messages
  void add_material(std::string_view json, const std::string& origin);
  void add_contact_material(std::string_view json, const std::string& origin);

  /// The names of all materials, in alphabetical order.
  std::vector<std::string> names() const;
  /// The material of a name; null if there is none.
  const Material* find(const std::string& name) const;
  /// The law of two materials in either order; null if they have none of their own.
  const ContactMaterial* find(const std::string& name1, const std::string& name2) const;

  /// Adds to a model those of the named materials that the model lacks and the library has.
  /// @returns the names of the materials that were added
  std::vector<std::string> add_materials(const std::vector<std::string>& names, Model& model) const;
  /// Adds to a model the laws that the library has for pairs of the added materials, unless the
  /// model has its own.
  void add_pairs(const std::vector<std::string>& added, Model& model) const;
  /// Does both, for the materials that the shapes and the pairs of a model name.
  void complete(Model& model) const;

 private:
  struct Entries;
  std::unique_ptr<Entries> entries_;
};

}  // namespace raftup::solver
