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

/// A library of materials, and of contact materials for pairs of materials. Each entry is a JSON
/// file with the fields of Material or ContactMaterial, named as in model files, and the field
/// `source`, a text about the origin of its numbers. An entry is found by the name inside the file,
/// not by the name of the file.
class MaterialLibrary {
 public:
  /// An empty library.
  MaterialLibrary();
  MaterialLibrary(MaterialLibrary&&) noexcept;
  MaterialLibrary& operator=(MaterialLibrary&&) noexcept;
  ~MaterialLibrary();
  /// Creates the library that comes with the solver: solver/model/materials/library.
  static MaterialLibrary standard();

  /// Adds the files FOLDER/materials/*.json and FOLDER/contact_materials/*.json; either folder may
  /// be missing. An entry replaces an earlier entry for the same name or pair.
  /// @throws Error(kNotFound) if FOLDER does not exist; Error(kInvalidArgument) with the name of a
  ///         file that cannot be read, has an unknown field or breaks a rule
  void add_folder(const std::filesystem::path& folder);

  /// Adds a material from the text of its JSON file.
  /// @param origin name of the file in error messages
  /// @throws Error(kInvalidArgument) if the text cannot be read, has an unknown field or breaks a
  ///         rule
  void add_material(std::string_view json, const std::string& origin);
  void add_contact_material(std::string_view json, const std::string& origin);

  /// The names of all materials, in alphabetical order.
  std::vector<std::string> names() const;
  /// The material with this name; null if the library has none.
  const Material* find(const std::string& name) const;
  /// The contact material of two materials, in either order; null if the library has none.
  const ContactMaterial* find(const std::string& name1, const std::string& name2) const;

  /// Adds the named materials to a model. Materials that the model has already or that the library
  /// does not have are skipped.
  /// @returns the names of the materials that were added
  std::vector<std::string> add_materials(const std::vector<std::string>& names, Model& model) const;
  /// Adds to a model the contact materials of all pairs of the materials `added`, except for pairs
  /// for which the model has a contact material already.
  void add_pairs(const std::vector<std::string>& added, Model& model) const;
  /// Adds all materials that the shapes and contact materials of a model name, and then the contact
  /// materials of the added materials.
  void complete(Model& model) const;

 private:
  struct Entries;
  std::unique_ptr<Entries> entries_;
};

}  // namespace raftup::solver
