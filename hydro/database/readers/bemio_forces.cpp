#include <fmt/format.h>

#include <utility>

#include "hydro/database/readers/bemio_reader.hpp"
#include "hydro/database/readers/source.hpp"

/// @file Forces of waves in BEMIO files: excitation, its parts, mean drift.
namespace raftup::hydro {

namespace {

const std::string kExcitation = "/hydro_coeffs/excitation";
const std::string kFroudeKrylov = "/hydro_coeffs/excitation/froude-krylov";
const std::string kScattering = "/hydro_coeffs/excitation/scattering";

bool is_finite(const TransferFunction& function) {
  return std::all_of(function.values.begin(), function.values.end(),
                     [](const MatrixXcd& matrix) { return matrix.allFinite(); });
}

}  // namespace

/// Reads two real parts, re and im or mag and phase, into the rows of one body.
void BemioReader::read_rows(TransferFunction& function, const std::string& group,
                            Index body) const {
  const bool cartesian = is_in_every_body(group + "/re") && is_in_every_body(group + "/im");
  const double scale = database_.water_density * database_.gravity;
  const double own_scale = cartesian ? scale : 1.0;
  const std::vector<double> first =
      read_part(body, group + (cartesian ? "/re" : "/mag"), own_scale);
  const std::vector<double> second =
      read_part(body, group + (cartesian ? "/im" : "/phase"), own_scale);
  const auto frequencies = static_cast<std::size_t>(database_.omega.size());
  for (std::size_t dof = 0; std::cmp_less(dof, filed_dofs(body)); ++dof) {
    const Index row = place_of_dof(body, static_cast<Index>(dof));
    if (row < 0) continue;
    for (std::size_t h = 0; h < function.values.size(); ++h) {
      for (std::size_t k = 0; k < frequencies; ++k) {
        const std::size_t i = (dof * filed_directions_ + h) * frequencies + k;
        function.values[h](row, static_cast<Index>(k)) =
            cartesian ? Complex(first[i], second[i])
                      : scale * (std::polar(1.0, second[i]) * first[i]);
      }
    }
  }
}

/// Reads the array (dofs, directions, frequencies) of one body, each number multiplied by `scale`.
std::vector<double> BemioReader::read_part(Index body, const std::string& below,
                                           double scale) const {
  const std::string path = body_path(body, below);
  FiledArray array = file_.read_array(path);
  require_shape(path, array,
                {filed_dofs(body), static_cast<Index>(filed_directions_), database_.omega.size()});
  for (double& value : array.values) value *= scale;
  add_rounding(path, array.values);
  return std::move(array.values);
}

TransferFunction BemioReader::read_transfer_function(const std::string& group) const {
  TransferFunction function;
  function.values.assign(static_cast<std::size_t>(database_.wave_directions.size()),
                         MatrixXcd::Zero(database_.dof_count(), database_.omega.size()));
  for (Index body = 0; body < hull_count(); ++body) read_rows(function, group, body);
  return function;
}

/// Reads a transfer function; it is empty if the file lacks it.
TransferFunction BemioReader::read_optional_transfer_function(const std::string& group) const {
  if (!is_in_every_body(group + "/re") && !is_in_every_body(group + "/mag")) return {};
  return read_transfer_function(group);
}

void BemioReader::read_excitation() {
  database_.excitation = read_transfer_function(kExcitation);
  database_.froude_krylov = read_optional_transfer_function(kFroudeKrylov);
  database_.diffraction = read_optional_transfer_function(kScattering);
}

void BemioReader::drop_without_numbers(TransferFunction& function, const std::string& group,
                                       const std::string& name) {
  if (is_finite(function)) return;
  note(name + "_absent", Severity::kInfo,
       body_path(0, group) + " holds values that are not numbers: taken as absent");
  function.values.clear();
}

void BemioReader::drop_partial_forces() {
  drop_without_numbers(database_.froude_krylov, kFroudeKrylov, "froude_krylov");
  drop_without_numbers(database_.diffraction, kScattering, "diffraction");
}

/// Reads the mean drift force of the first method that the file has; with exact data all three
/// methods would agree.
void BemioReader::read_mean_drift() {
  for (const char* method : {"control_surface", "momentum_conservation", "pressure_integration"}) {
    const std::string below = fmt::format("/hydro_coeffs/mean_drift/{}/val", method);
    if (!is_in_every_body(below)) continue;
    const Index frequencies = database_.omega.size();
    std::vector<MatrixXd> drift(static_cast<std::size_t>(database_.wave_directions.size()),
                                MatrixXd::Zero(database_.dof_count(), frequencies));
    for (Index body = 0; body < hull_count(); ++body) {
      const std::vector<double> values =
          read_part(body, below, database_.water_density * database_.gravity);
      for (Index dof = 0; dof < kDofs; ++dof) {
        for (std::size_t h = 0; h < drift.size(); ++h) {
          const auto first =
              static_cast<Index>(static_cast<std::size_t>(dof) * filed_directions_ + h);
          drift[h].row(kDofs * body + dof) = Eigen::Map<const Eigen::RowVectorXd>(
              values.data() + first * frequencies, frequencies);
        }
      }
    }
    if (!is_finite(drift)) continue;
    note("mean_drift_method", Severity::kInfo, fmt::format("mean drift force: by {}", method));
    database_.mean_drift_force = std::move(drift);
    return;
  }
}

}  // namespace raftup::hydro
