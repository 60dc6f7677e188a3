#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hydro/database/readers/bemio_reader.hpp"
#include "hydro/database/readers/filed_modes.hpp"

/// @file Generalised body modes in BEMIO files: dofs after the six of a body.
namespace raftup::hydro {

namespace {

const std::string kModeMass = "/properties/mass";
const std::string kModeStiffness = "/properties/stiffness";
const std::string kModeDamping = "/properties/damping";

/// True if every mode has a mass. BEMIO writes zeros for what it does not know.
/// @param dofs number of dofs of each body, six and more
bool modes_have_masses(const Hdf5File& file, const std::vector<Eigen::Index>& dofs) {
  Eigen::Index first = 0;
  for (std::size_t body = 0; body < dofs.size(); first += dofs[body++]) {
    if (dofs[body] == kDofs) continue;
    const std::string path = body_path(static_cast<Eigen::Index>(body), kModeMass);
    if (!file.contains(path)) return false;
    const FiledArray mass = file.read_array(path);
    if (mass.shape.size() < 2 || mass.shape[0] != dofs[body]) return false;
    const Eigen::Index columns = mass.shape[1];
    const Eigen::Index own = columns == dofs[body] ? 0 : first;
    for (Eigen::Index dof = kDofs; dof < dofs[body]; ++dof) {
      const auto place = static_cast<std::size_t>(columns * dof + own + dof);
      if (place >= mass.values.size() || mass.values[place] == 0.0) return false;
    }
  }
  return true;
}

}  // namespace

/// Reads a matrix over all dofs from the properties of the bodies with modes.
/// @returns an empty matrix if a body lacks it
MatrixXd BemioReader::mode_matrix(const std::string& below) {
  MatrixXd matrix = MatrixXd::Zero(database_.dof_count(), database_.dof_count());
  for (Index body = 0; body < hull_count(); ++body) {
    if (filed_dofs(body) == kDofs) continue;
    const std::string path = body_path(body, below);
    if (!file_.contains(path)) return {};
    const FiledArray array = file_.read_array(path);
    const Index columns = check_matrix_shape(path, array, body, 1);
    const std::vector<Index> places = filed_columns(body, columns);
    const double* value = array.values.data();
    for (Index dof = 0; dof < filed_dofs(body); ++dof) {
      for (const Index column : places) matrix(place_of_dof(body, dof), column) = *value++;
    }
  }
  return matrix;
}

/// Reads the modes if the file has their masses; else they are left out.
void BemioReader::read_modes() {
  const bool are_whole = modes_have_masses(file_, filed_dofs_);
  std::vector<Index> counts;
  for (Index body = 0; body < hull_count(); ++body) {
    const Index count = filed_dofs(body) - kDofs;
    counts.push_back(count);
    if (count == 0 || are_whole) continue;
    database_.bodies[static_cast<std::size_t>(body)].generalised_modes = count;
    database_.findings.push_back(
        {"generalised_modes_left_out", Severity::kWarning,
         fmt::format("body {} has {} generalised modes beside its six dofs: they are left out, and "
                     "a simulation refuses it, since not every mode has its mass in {}",
                     body + 1, count, body_path(body, kModeMass)),
         static_cast<double>(count)});
  }
  if (!are_whole) return;
  modes_ = modes_behind_bodies(counts);
  if (modes_.empty()) return;
  add_carriers(modes_, database_);
  FiledModeMatrices filed;
  filed.mass = mode_matrix(kModeMass);
  filed.stiffness = mode_matrix(kModeStiffness);
  filed.damping = mode_matrix(kModeDamping);
  filed.restoring = MatrixXd::Zero(database_.dof_count(), database_.dof_count());
  for (Index body = 0; body < hull_count(); ++body) {
    std::vector<Index> places;
    for (Index dof = 0; dof < filed_dofs(body); ++dof) places.push_back(place_of_dof(body, dof));
    filed.restoring(places, places) = filed_stiffness(body);
    for (Index i = 0; i < counts[static_cast<std::size_t>(body)]; ++i) {
      filed.modes.push_back(fmt::format("body{} mode {}", body + 1, i + 1));
    }
  }
  filed.mass_name = "properties/mass";
  filed.restoring_name = "hydro_coeffs/linear_restoring_stiffness";
  filed.stiffness_name = "properties/stiffness";
  filed.damping_name = "properties/damping";
  set_filed_modes(modes_, filed, database_);
}

}  // namespace raftup::hydro
