#include "hydro/radiation/base/filed_radiation.hpp"

#include "hydro/radiation/base/radiation_coefficients.hpp"
#include "hydro/radiation/base/response_difference.hpp"

namespace raftup::hydro {
namespace {

std::vector<MatrixXd> symmetrized(std::vector<MatrixXd> matrices, bool body_interaction) {
  for (MatrixXd& matrix : matrices) {
    matrix = (0.5 * (matrix + matrix.transpose())).eval();
    if (!body_interaction) matrix = diagonal_blocks(std::move(matrix));
  }
  return matrices;
}

}  // namespace

std::optional<FiledRadiation> filed_radiation(const Database& database, bool body_interaction,
                                              const VectorXd& dof_scale) {
  if (database.added_mass.empty() || database.radiation_damping.empty()) return std::nullopt;
  const RadiationSeries series{symmetrized(database.added_mass, body_interaction),
                               symmetrized(database.radiation_damping, body_interaction)};
  FiledRadiation filed{flattened(series.added_mass), flattened(series.radiation_damping), {}, {}};
  if (database.added_mass_infinite) {
    filed.infinite_added_mass =
        symmetrized({*database.added_mass_infinite}, body_interaction).front();
  }
  filed.sensitivity = response_sensitivity(database, series, dof_scale);
  return filed;
}

}  // namespace raftup::hydro
