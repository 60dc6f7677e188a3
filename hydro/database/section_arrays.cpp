#include "hydro/database/section_arrays.hpp"

#include <functional>
#include <numeric>
#include <utility>

#include "hydro/database/array_values.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;
using Dimension = DatabaseArray::Dimension;
using Sections = std::vector<SectionRows>;

/// Names of the arrays of the sections.
struct SectionNames {
  explicit SectionNames(const std::string& name)
      : station(name + "/station"),
        x(name + "/x"),
        body(name + "/body"),
        still_water_force(name + "/still_water_force"),
        hydrostatic_stiffness(name + "/hydrostatic_stiffness"),
        added_mass(name + "/added_mass"),
        radiation_damping(name + "/radiation_damping"),
        excitation_force(name + "/excitation_force"),
        mode_stiffness(name + "/mode_stiffness") {}

  std::string station, x, body, still_water_force, hydrostatic_stiffness, added_mass,
      radiation_damping, excitation_force, mode_stiffness;
};

/// Returns a function that collects the numbers of all sections.
template <typename Append>
std::function<std::vector<double>()> of_all(const Sections& sections, const Append& append) {
  return [&sections, append] {
    std::vector<double> values;
    for (const SectionRows& rows : sections) append(rows, values);
    return values;
  };
}

std::function<std::vector<double>()> matrices_of(const Sections& sections,
                                                 std::vector<MatrixXd> SectionRows::*member) {
  return of_all(sections, [member](const SectionRows& rows, std::vector<double>& values) {
    for (const MatrixXd& matrix : rows.*member) append_rows(matrix, values);
  });
}

std::vector<double> excitation_of(const Sections& sections) {
  std::vector<double> values;
  for (const SectionRows& rows : sections) {
    append_forces(
        rows.excitation, [](const auto& column) { return column.real(); }, values);
  }
  for (const SectionRows& rows : sections) {
    append_forces(
        rows.excitation, [](const auto& column) { return column.imag(); }, values);
  }
  return values;
}

std::vector<MatrixXd> read_matrices(const double* values, Index count, Index columns) {
  std::vector<MatrixXd> matrices;
  for (Index k = 0; k < count; ++k) {
    matrices.emplace_back(
        Eigen::Map<const RowMajorMatrix>(values + k * kDofs * columns, kDofs, columns));
  }
  return matrices;
}

/// Reads the stiffness of the parts ahead in modes, which databases of rigid bodies lack.
void read_mode_stiffness(const ArraySource& source, const SectionNames& names, Sections& sections) {
  if (!source.contains(names.mode_stiffness)) return;
  const FiledArray filed = source.numbers(names.mode_stiffness);
  const auto count = static_cast<Index>(sections.size());
  const Index modes = filed.shape.size() == 3 ? filed.shape[2] : 0;
  require_shape("/" + names.mode_stiffness, filed, {count, kDofs, modes});
  for (Index i = 0; i < count; ++i) {
    sections[static_cast<std::size_t>(i)].mode_stiffness =
        Eigen::Map<const RowMajorMatrix>(filed.values.data() + i * kDofs * modes, kDofs, modes);
  }
}

/// The arrays that do not depend on frequency.
std::vector<DatabaseArray> arrays_at_rest(const SectionNames& names, const Sections& sections) {
  const Dimension station{names.station, static_cast<Index>(sections.size())};
  const auto places = [count = sections.size()] {
    std::vector<double> values(count);
    std::iota(values.begin(), values.end(), 1.0);
    return values;
  };
  using Values = std::vector<double>;
  const auto x = [](const SectionRows& rows, Values& values) { values.push_back(rows.x); };
  const auto body = [](const SectionRows& rows, Values& values) {
    values.push_back(static_cast<double>(rows.body));
  };
  const auto force = [](const SectionRows& rows, Values& values) {
    append_rows(rows.still_water_force, values);
  };
  const auto stiffness = [](const SectionRows& rows, Values& values) {
    append_rows(rows.hydrostatic_stiffness, values);
  };
  return {
      {names.station, "1", names.station, {station}, places, {}},
      {names.x, "m", "planes that cut the hulls", {station}, of_all(sections, x), {}},
      {names.body, "1", "body of each section from 0", {station}, of_all(sections, body), {}},
      {names.still_water_force,
       "N, N m",
       "buoyancy of the part ahead at rest",
       {station, {"dof", kDofs}},
       of_all(sections, force),
       {}},
      {names.hydrostatic_stiffness,
       "N/m, N/rad, N m/rad",
       "hydrostatic stiffness of the part ahead",
       {station, {"dof", kDofs}, {"displaced_dof", kDofs}},
       of_all(sections, stiffness),
       {}},
  };
}

}  // namespace

std::vector<DatabaseArray> arrays_of_sections(const std::string& name, const Database& database) {
  const Sections& sections = database.sections;
  if (sections.empty()) return {};
  const SectionNames names(name);
  const Dimension station{names.station, static_cast<Index>(sections.size())};
  const Dimension omega{"omega", database.omega.size()}, dof{"dof", kDofs};
  const Dimension radiating{"radiating_dof", database.dof_count()};
  std::vector<DatabaseArray> arrays = arrays_at_rest(names, sections);
  arrays.push_back({names.added_mass,
                    "kg, kg m, kg m2",
                    "added mass of the part ahead",
                    {station, omega, dof, radiating},
                    matrices_of(sections, &SectionRows::added_mass),
                    {}});
  arrays.push_back({names.radiation_damping,
                    "N s/m, N s, N m s",
                    "radiation damping of the part ahead",
                    {station, omega, dof, radiating},
                    matrices_of(sections, &SectionRows::radiation_damping),
                    {}});
  arrays.push_back(
      {names.excitation_force,
       "N/m, N",
       "wave force on the part ahead per metre of amplitude",
       {{"complex", 2}, station, omega, {"wave_direction", database.wave_directions.size()}, dof},
       [&sections] { return excitation_of(sections); },
       {}});
  return arrays;
}

std::vector<DatabaseArray> arrays_of_mode_stiffness(const std::string& name,
                                                    const std::string& modes,
                                                    const Database& database) {
  const Sections& sections = database.sections;
  if (sections.empty() || sections.front().mode_stiffness.size() == 0) return {};
  const SectionNames names(name);
  const Dimension station{names.station, static_cast<Index>(sections.size())};
  return {{names.mode_stiffness,
           "N/m, N",
           "stiffness of buoyancy of the part ahead in modes",
           {station, {"dof", kDofs}, {modes, database.modes.count()}},
           of_all(sections,
                  [](const SectionRows& rows, std::vector<double>& values) {
                    append_rows(rows.mode_stiffness, values);
                  }),
           {}}};
}

std::vector<SectionRows> read_sections(const ArraySource& source, const std::string& name,
                                       const Database& database) {
  const SectionNames names(name);
  if (!source.contains(names.x)) return {};
  const std::vector<double> x = numbers_of_list(source, names.x);
  const auto count = static_cast<Index>(x.size());
  const Index frequencies = database.omega.size(), directions = database.wave_directions.size();
  const Index dofs = database.dof_count();
  const auto numbers = [&](const std::string& array, const std::vector<Index>& shape) {
    return numbers_of_shape(source, array, shape);
  };
  const auto bodies = numbers(names.body, {count});
  const auto force = numbers(names.still_water_force, {count, kDofs});
  const auto stiffness = numbers(names.hydrostatic_stiffness, {count, kDofs, kDofs});
  const auto mass = numbers(names.added_mass, {count, frequencies, kDofs, dofs});
  const auto damping = numbers(names.radiation_damping, {count, frequencies, kDofs, dofs});
  const auto wave = numbers(names.excitation_force, {2, count, frequencies, directions, kDofs});
  std::vector<SectionRows> sections;
  for (Index i = 0; i < count; ++i) {
    const auto place = static_cast<std::size_t>(i);
    SectionRows& rows = sections.emplace_back();
    rows.body = body_of_number(names.body, bodies[place], database.body_count());
    rows.x = x[place];
    rows.still_water_force = Eigen::Map<const Vector6>(force.data() + i * kDofs);
    rows.hydrostatic_stiffness =
        Eigen::Map<const RowMajorMatrix>(stiffness.data() + i * kDofs * kDofs, kDofs, kDofs);
    const Index first = i * frequencies * kDofs * dofs;
    rows.added_mass = read_matrices(mass.data() + first, frequencies, dofs);
    rows.radiation_damping = read_matrices(damping.data() + first, frequencies, dofs);
    const Index size = frequencies * directions * kDofs;
    const double* re = wave.data() + i * size;
    rows.excitation = forces_of_parts(re, re + count * size, kDofs, directions, frequencies);
  }
  read_mode_stiffness(source, names, sections);
  return sections;
}

}  // namespace raftup::hydro
