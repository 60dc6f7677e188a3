#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>

#include "hydro/database/formats/hdf5_writer.hpp"
#include "tests/support/database_images.hpp"

namespace raftup::testing {

namespace {

using Array = CapytaineFields::Array;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kDofCount = 6;

std::size_t product(const std::vector<std::size_t>& shape) {
  std::size_t count = 1;
  for (const std::size_t size : shape) count *= size;
  return count;
}

/// `array` with entry i taken from place source(i) of each index.
template <typename Source>
Array rearranged(const Array& array, std::vector<std::string> dimensions,
                 std::vector<std::size_t> shape, Source&& source) {
  Array result{std::move(dimensions), std::move(shape), {}};
  const std::size_t count = product(result.shape);
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::size_t> index(result.shape.size());
    std::size_t left = i;
    for (std::size_t d = result.shape.size(); d-- > 0;) {
      index[d] = left % result.shape[d];
      left /= result.shape[d];
    }
    const std::vector<std::size_t> from = source(index);
    std::size_t place = 0;
    for (std::size_t d = 0; d < from.size(); ++d) place = place * array.shape[d] + from[d];
    result.values.push_back(array.values.at(place));
  }
  return result;
}

/// Big-endian bytes of a NetCDF-3 file.
class Netcdf3Writer {
 public:
  explicit Netcdf3Writer(int version) : version_(version) {}

  void integer(std::uint64_t value) { number(value, 4); }
  void count(std::uint64_t value) { number(value, version_ == 5 ? 8 : 4); }
  void offset(std::uint64_t value) { number(value, version_ == 1 ? 4 : 8); }
  void real(double value) { number(std::bit_cast<std::uint64_t>(value), 8); }

  void characters(const std::string& text, std::size_t length) {
    for (std::size_t i = 0; i < length; ++i) {
      bytes_.push_back(static_cast<std::byte>(i < text.size() ? text[i] : '\0'));
    }
  }

  void name(const std::string& text) {
    count(text.size());
    characters(text, (text.size() + 3) / 4 * 4);
  }

  std::vector<std::byte> bytes_;

 private:
  void number(std::uint64_t value, int width) {
    for (int shift = 8 * (width - 1); shift >= 0; shift -= 8) {
      bytes_.push_back(static_cast<std::byte>(value >> static_cast<unsigned>(shift)));
    }
  }

  int version_;
};

/// A variable of either kind, as NetCDF-3 has it.
struct Variable {
  std::string name;
  std::vector<std::string> dimensions;
  const std::vector<double>* numbers = nullptr;
  const std::vector<std::string>* texts = nullptr;
  std::size_t text_length = 0;

  std::size_t data_size() const {
    return numbers != nullptr ? 8 * numbers->size() : texts->size() * text_length;
  }
};

/// Dimensions in order of appearance, with their sizes.
class Dimensions {
 public:
  void add(const std::string& name, std::size_t size) {
    if (!places_.contains(name)) {
      places_[name] = sizes_.size();
      sizes_.emplace_back(name, size);
    }
  }
  std::size_t place(const std::string& name) const { return places_.at(name); }
  const std::vector<std::pair<std::string, std::size_t>>& sizes() const { return sizes_; }

 private:
  std::map<std::string, std::size_t> places_;
  std::vector<std::pair<std::string, std::size_t>> sizes_;
};

std::vector<Variable> variables_of(const CapytaineFields& fields, Dimensions& dimensions) {
  std::vector<Variable> variables;
  for (const auto& [name, array] : fields.arrays) {
    for (std::size_t d = 0; d < array.shape.size(); ++d) {
      dimensions.add(array.dimensions[d], array.shape[d]);
    }
    variables.push_back({name, array.dimensions, &array.values, nullptr, 0});
  }
  for (const auto& [name, texts] : fields.texts) {
    std::size_t length = 1;
    for (const std::string& text : texts) length = std::max(length, text.size());
    const std::string characters = "string" + std::to_string(length);
    dimensions.add(characters, length);
    std::vector<std::string> own = {characters};
    if (name != "body") {  // one body: a scalar
      dimensions.add(name, texts.size());
      own.insert(own.begin(), name);
    }
    variables.push_back({name, own, nullptr, &texts, length});
  }
  return variables;
}

void write_header(Netcdf3Writer& out, int version, const std::vector<Variable>& variables,
                  const Dimensions& dimensions, std::size_t data_start) {
  out.characters(std::string("CDF") + static_cast<char>(version), 4);
  out.count(0);
  out.integer(10);
  out.count(dimensions.sizes().size());
  for (const auto& [name, size] : dimensions.sizes()) {
    out.name(name);
    out.count(size);
  }
  out.integer(12);  // one attribute of the file
  out.count(1);
  out.name("capytaine_version");
  out.integer(2);
  out.name("3.0");
  out.integer(11);
  out.count(variables.size());
  for (const Variable& variable : variables) {
    out.name(variable.name);
    out.count(variable.dimensions.size());
    for (const std::string& dimension : variable.dimensions) out.count(dimensions.place(dimension));
    out.integer(0);
    out.count(0);
    out.integer(variable.numbers != nullptr ? 6 : 2);
    const std::size_t size = (variable.data_size() + 3) / 4 * 4;
    out.count(size);
    out.offset(data_start);
    data_start += size;
  }
}

}  // namespace

void CapytaineFields::transpose(const std::string& name, const std::vector<std::size_t>& order) {
  const Array before = arrays.at(name);
  std::vector<std::string> dimensions;
  std::vector<std::size_t> shape;
  for (const std::size_t d : order) {
    dimensions.push_back(before.dimensions[d]);
    shape.push_back(before.shape[d]);
  }
  arrays[name] = rearranged(before, dimensions, shape, [&](const std::vector<std::size_t>& index) {
    std::vector<std::size_t> from(index.size());
    for (std::size_t i = 0; i < order.size(); ++i) from[order[i]] = index[i];
    return from;
  });
}

void CapytaineFields::select_frequency(std::size_t index) {
  for (auto& [name, array] : arrays) {
    for (std::size_t d = 0; d < array.dimensions.size(); ++d) {
      if (array.dimensions[d] != "omega") continue;
      std::vector<std::size_t> shape = array.shape;
      shape[d] = 1;
      array = rearranged(array, array.dimensions, shape, [&](std::vector<std::size_t> from) {
        from[d] = index;
        return from;
      });
    }
  }
}

std::vector<std::byte> CapytaineFields::netcdf3(int version) const {
  Dimensions dimensions;
  const std::vector<Variable> variables = variables_of(*this, dimensions);
  Netcdf3Writer measure(version);
  write_header(measure, version, variables, dimensions, 0);
  Netcdf3Writer out(version);
  write_header(out, version, variables, dimensions, measure.bytes_.size());
  for (const Variable& variable : variables) {
    if (variable.numbers != nullptr) {
      for (const double value : *variable.numbers) out.real(value);
    } else {
      for (const std::string& text : *variable.texts) out.characters(text, variable.text_length);
    }
    while (out.bytes_.size() % 4 != 0) out.bytes_.push_back(std::byte{0});
  }
  return out.bytes_;
}

std::vector<std::byte> CapytaineFields::netcdf4() const {
  hydro::Hdf5Writer file;
  for (const auto& [name, values] : texts) {
    if (name == "body") {
      file.write_text("/body", values.front());
    } else {
      file.write_texts("/" + name, values);
      file.make_scale("/" + name);
    }
  }
  std::map<std::string, bool> scales;
  for (const auto& [name, array] : arrays) {
    for (std::size_t d = 0; d < array.dimensions.size(); ++d) {
      const std::string& scale = array.dimensions[d];
      if (texts.contains(scale) || scales[scale]) continue;
      scales[scale] = true;
      const auto own = arrays.find(scale);
      file.write_array(
          "/" + scale, {static_cast<Eigen::Index>(array.shape[d])},
          own != arrays.end() ? own->second.values : std::vector<double>(array.shape[d]));
      file.make_scale("/" + scale);
    }
  }
  for (const auto& [name, array] : arrays) {
    if (scales.contains(name)) continue;
    file.write_array("/" + name, {array.shape.begin(), array.shape.end()}, array.values);
    file.attach_scales("/" + name, array.dimensions);
  }
  return file.image();
}

namespace {

/// Force of each dof, in proportion to its number; none where omega is 0 or infinite.
Array small_force(std::size_t count) {
  Array force{{"complex", "omega", "wave_direction", "influenced_dof"}, {2, count, 2, 6}, {}};
  for (const double part : {2.0, 0.5}) {
    for (std::size_t k = 0; k < count; ++k) {
      const bool finite = k > 0 && k + 1 < count;
      for (std::size_t i = 0; i < 2 * kDofCount; ++i) {
        const auto dof = static_cast<double>(i % kDofCount + 1);
        force.values.push_back(finite ? dof * part : std::nan(""));
      }
    }
  }
  return force;
}

}  // namespace

CapytaineFields small_capytaine() {
  CapytaineFields fields;
  const std::vector<double> omega = {0.0, 0.5, 1.0, 1.5, kInfinity};
  fields.arrays["omega"] = {{"omega"}, {omega.size()}, omega};
  fields.arrays["wave_direction"] = {{"wave_direction"}, {2}, {0.0, 1.5}};
  fields.arrays["rho"] = {{}, {}, {1000.0}};
  fields.arrays["g"] = {{}, {}, {9.81}};
  fields.arrays["water_depth"] = {{}, {}, {kInfinity}};
  fields.arrays["rotation_center"] = {{"space_coordinate"}, {3}, {0, 0, -1}};
  fields.arrays["center_of_mass"] = {{"space_coordinate"}, {3}, {0, 0, -1}};
  fields.arrays["center_of_buoyancy"] = {{"space_coordinate"}, {3}, {0, 0, -.5}};
  fields.arrays["disp_mass"] = {{}, {}, {8000.0}};
  fields.texts["body"] = {"buoy"};
  const std::vector<std::string> dofs = {"Surge", "Sway", "Heave", "Roll", "Pitch", "Yaw"};
  fields.texts["influenced_dof"] = dofs;
  fields.texts["radiating_dof"] = dofs;
  fields.texts["complex"] = {"re", "im"};
  Array added_mass{{"omega", "influenced_dof", "radiating_dof"}, {omega.size(), 6, 6}, {}};
  Array damping = added_mass;
  for (std::size_t k = 0; k < omega.size(); ++k) {
    const bool finite = k > 0 && k + 1 < omega.size();
    for (std::size_t i = 0; i < kDofCount; ++i) {
      for (std::size_t j = 0; j < kDofCount; ++j) {
        const double diagonal = kSmallAddedMass + 10.0 * static_cast<double>(k);
        added_mass.values.push_back(i == j ? diagonal : (i == 0 && j == 4 ? 7.0 : 0.0));
        damping.values.push_back(i == j && finite ? 2.0 : 0.0);
      }
    }
  }
  const Array force = small_force(omega.size());
  Array half = force;
  for (double& value : half.values) value *= 0.5;
  fields.arrays["added_mass"] = added_mass;
  fields.arrays["radiation_damping"] = damping;
  fields.arrays["excitation_force"] = force;
  fields.arrays["Froude_Krylov_force"] = half;
  fields.arrays["diffraction_force"] = half;
  fields.arrays["hydrostatic_stiffness"] = {
      {"influenced_dof", "radiating_dof"}, {6, 6}, std::vector<double>(36, 0.0)};
  return fields;
}

namespace {

const std::vector<std::string> kFlexibleDofs = {"bend3", "Surge", "Sway",  "bend1", "Heave",
                                                "Roll",  "Pitch", "bend2", "Yaw",   "bend4"};
/// Place of each of the dofs of small_capytaine(), or none.
constexpr std::size_t kNone = 6;
constexpr std::array<std::size_t, 10> kRigidPlaces = {kNone, 0, 1, kNone, 2, 3, 4, kNone, 5, kNone};

using ModeValue = std::function<double(std::size_t, std::size_t)>;

/// Gives matrices over dofs their rows and columns of modes; rigid ones stay.
Array with_modes(const Array& rigid, const ModeValue& value) {
  const std::size_t matrices = rigid.values.size() / (kDofCount * kDofCount);
  Array result{rigid.dimensions, rigid.shape, {}};
  for (std::size_t d = 0; d < 2; ++d) result.shape[result.shape.size() - 1 - d] = 10;
  for (std::size_t k = 0; k < matrices; ++k) {
    for (std::size_t i = 0; i < kRigidPlaces.size(); ++i) {
      for (std::size_t j = 0; j < kRigidPlaces.size(); ++j) {
        const std::size_t row = kRigidPlaces.at(i), column = kRigidPlaces.at(j);
        result.values.push_back(row == kNone || column == kNone
                                    ? value(i, j)
                                    : rigid.values[kDofCount * (kDofCount * k + row) + column]);
      }
    }
  }
  return result;
}

/// Gives a force its rows of modes.
Array force_with_modes(const Array& rigid, double share) {
  Array result{rigid.dimensions, rigid.shape, {}};
  result.shape.back() = kRigidPlaces.size();
  for (std::size_t first = 0; first < rigid.values.size(); first += kDofCount) {
    for (std::size_t i = 0; i < kRigidPlaces.size(); ++i) {
      const std::size_t row = kRigidPlaces.at(i);
      result.values.push_back(row == kNone ? share * static_cast<double>(1 + i)
                                           : rigid.values[first + row]);
    }
  }
  return result;
}

}  // namespace

CapytaineFields flexible_capytaine() {
  CapytaineFields fields = small_capytaine();
  const auto product = [](std::size_t i, std::size_t j) { return static_cast<double>(1 + i * j); };
  const auto diagonal = [](std::size_t i, std::size_t j) { return i == j ? 1.0 : 0.0; };
  fields.texts["influenced_dof"] = fields.texts["radiating_dof"] = kFlexibleDofs;
  auto& arrays = fields.arrays;
  arrays["added_mass"] = with_modes(arrays["added_mass"], [&](std::size_t i, std::size_t j) {
    return product(i, j) + 100.0 * diagonal(i, j);
  });
  arrays["radiation_damping"] =
      with_modes(arrays["radiation_damping"],
                 [&](std::size_t i, std::size_t j) { return 2.0 * diagonal(i, j); });
  const Array rigid = arrays["hydrostatic_stiffness"];
  arrays["hydrostatic_stiffness"] =
      with_modes(rigid, [&](std::size_t i, std::size_t j) { return 0.5 * product(i, j); });
  arrays["inertia_matrix"] = with_modes(rigid, [&](std::size_t i, std::size_t j) {
    return 40.0 * diagonal(i, j) + 0.1 * product(i, j);
  });
  arrays["excitation_force"] = force_with_modes(arrays["excitation_force"], 1.0);
  for (const char* part : {"Froude_Krylov_force", "diffraction_force"}) {
    arrays[part] = force_with_modes(arrays[part], 0.5);
  }
  return fields;
}

}  // namespace raftup::testing
