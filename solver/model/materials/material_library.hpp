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

/// Materials by name and what pairs of them are to each other. Each is a file of JSON with the
/// fields of Material or ContactMaterial as they are named in model files, and `source`, a text
/// that says where its numbers come from; the name inside counts, not that of the file.
class MaterialLibrary {
 public:
  /// With nothing in it.
  MaterialLibrary();
  MaterialLibrary(MaterialLibrary&&) noexcept;
  MaterialLibrary& operator=(MaterialLibrary&&) noexcept;
  ~MaterialLibrary();
  /// What comes with the solver: solver/model/materials/library.
  static MaterialLibrary standard();

  /// Adds the files FOLDER/materials/*.json and FOLDER/contact_materials/*.json, either of which
  /// may be absent; what has the name of one that is there replaces it.
  /// @throws Error(kNotFound) where there is no such folder; Error(kInvalidArgument) with the file
  ///         where one cannot be read, has a field that does not exist or breaks a rule
  void add_folder(const std::filesystem::path& folder);

  /// The same of the text of one file.
  /// @param origin how messages call it
  void add_material(std::string_view json, const std::string& origin);
  void add_contact_material(std::string_view json, const std::string& origin);

  /// All of them, in alphabetical order.
  std::vector<std::string> names() const;
  /// Null where there is none of the name.
  const Material* find(const std::string& name) const;
  /// Of two materials in either order; null where there is none of their own.
  const ContactMaterial* find(const std::string& name1, const std::string& name2) const;

  /// Gives a model those of the named materials that it lacks and the library has.
  /// @returns the names of those that were added
  std::vector<std::string> add_materials(const std::vector<std::string>& names, Model& model) const;
  /// Gives a model what the library says of pairs of the added materials, where the model says
  /// nothing of them itself.
  void add_pairs(const std::vector<std::string>& added, Model& model) const;
  /// Both, of what the shapes and the pairs of a model name.
  void complete(Model& model) const;

 private:
  struct Entries;
  std::unique_ptr<Entries> entries_;
};

}  // namespace raftup::solver
