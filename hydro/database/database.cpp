#include "hydro/database/database.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/database/coefficients.hpp"
#include "hydro/database/magnitudes.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

constexpr std::size_t kLongestName = 256;
constexpr double kStillWater = 1e-3;  ///< of a point of the still water plane, largest |z| [m]
constexpr double kLightest = 100.0, kHeaviest = 1e4;  ///< range of densities of liquids [kg/m3]

void require_positive(const std::string& name, double value) {
  require(std::isfinite(value) && value > 0.0,
          fmt::format("{} must be positive and finite, got {}", name, value));
}

void require_finite(const std::string& name, const Eigen::Ref<const MatrixXd>& matrix) {
  if (matrix.allFinite()) return;
  for (Index column = 0; column < matrix.cols(); ++column) {
    for (Index row = 0; row < matrix.rows(); ++row) {
      require(
          std::isfinite(matrix(row, column)),
          fmt::format("{}({}, {}) must be finite, got {}", name, row, column, matrix(row, column)));
    }
  }
}

void require_ascending(const std::string& name, const VectorXd& grid) {
  require_finite(name, grid);
  for (Index i = 1; i < grid.size(); ++i) {
    require(grid[i] > grid[i - 1], fmt::format("{} must ascend strictly, got {} before {} at {}",
                                               name, grid[i - 1], grid[i], i));
  }
}

void validate_environment(const Database& database) {
  require_positive("gravity", database.gravity);
  require_positive("water_density", database.water_density);
  require(database.water_density >= kLightest && database.water_density <= kHeaviest,
          fmt::format("water_density must be {:g} to {:g} kg/m3, got {}: is it in another unit?",
                      kLightest, kHeaviest, database.water_density));
  require(database.water_depth > 0.0,
          fmt::format("water_depth must be positive or infinite, got {}", database.water_depth));
}

/// Checks the length of texts that every list of databases contains.
void require_short(const std::string& name, const std::string& text) {
  require(text.size() <= kLongestName,
          fmt::format("{} must have at most {} bytes, has {}", name, kLongestName, text.size()));
}

void validate_bodies(const Database& database) {
  require(!database.bodies.empty(), "bodies must hold at least one body, got 0");
  for (std::size_t i = 0; i < database.bodies.size(); ++i) {
    const DatabaseBody& body = database.bodies[i];
    require(!body.name.empty(), fmt::format("bodies[{}].name must not be empty", i));
    require_short(fmt::format("bodies[{}].name", i), body.name);
    require(body.displaced_volume >= 0.0,
            fmt::format("bodies[{}].displaced_volume must be finite and not negative, got {}", i,
                        body.displaced_volume));
    for (std::size_t j = 0; j < i; ++j) {
      require(body.name != database.bodies[j].name,
              fmt::format("bodies[{}].name must be unique, got \"{}\" again", i, body.name));
    }
  }
}

void validate_axes(const Database& database) {
  require(database.omega.size() >= 2,
          fmt::format("omega must hold at least two frequencies, got {}", database.omega.size()));
  require(database.omega[0] > 0.0,
          fmt::format("omega must be positive, got {}", database.omega[0]));
  const VectorXd& directions = database.wave_directions;
  if (directions.size() > 1) {
    const double span = directions[directions.size() - 1] - directions[0];
    require(span < 2.0 * std::numbers::pi,
            fmt::format("wave_direction must span less than 2 pi, got {} rad", span));
  }
  const VectorXd& delays = database.retardation_kernel.grid;
  if (delays.size() > 0) {
    require(delays[0] == 0.0, fmt::format("retardation_time must start at 0, got {}", delays[0]));
  }
}

/// Checks the rules that hold for every coefficient: shapes agree, every number is finite, grids
/// ascend.
class Validation : public CoefficientVisitor {
 public:
  explicit Validation(const Database& database)
      : dofs_(database.dof_count()),
        frequencies_(database.omega.size()),
        directions_(database.wave_directions.size()),
        modes_(database.modes.count()) {}

  static void axis(const Coefficient& about, const VectorXd& values) {
    require_ascending(about.name, values);
  }

  template <typename Value>
  void of_bodies(const Coefficient& about, const std::vector<DatabaseBody>& bodies,
                 Value DatabaseBody::*member) const {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const std::string name = fmt::format("bodies[{}].{}", i, about.name);
      if constexpr (std::is_arithmetic_v<Value>) {
        const auto value = static_cast<double>(bodies[i].*member);
        require(std::isfinite(value), fmt::format("{} must be finite, got {}", name, value));
      } else {
        require_finite(name, bodies[i].*member);
      }
    }
  }

  void matrices(const Coefficient& about, const Axis& over,
                const std::vector<MatrixXd>& values) const {
    if (values.empty()) return;
    require_count(about.name, values.size(), over.name, over.values.size());
    for (std::size_t k = 0; k < values.size(); ++k) {
      require_matrix(fmt::format("{}[{}]", about.name, k), values[k], dofs_, dofs_);
    }
  }

  void matrix(const Coefficient& about, const std::optional<MatrixXd>& value) const {
    if (value) require_matrix(about.name, *value, dofs_, dofs_);
  }

  template <typename Matrix>
  void forces(const Coefficient& about, const std::vector<Matrix>& values) const {
    if (values.empty()) return;
    require_count(about.name, values.size(), "wave_direction", directions_);
    for (std::size_t h = 0; h < values.size(); ++h) {
      require_matrix(fmt::format("{}[{}]", about.name, h), values[h], dofs_, frequencies_);
    }
  }

  void at_speed(const Coefficient& about, const SpeedExcitation& at_speed) const {
    if (at_speed.empty()) return;
    require_ascending("forward_speed", at_speed.speeds);
    require_count(about.name, at_speed.forces.size(), "forward_speed", at_speed.speeds.size());
    require(at_speed.speeds[0] == 0.0,
            fmt::format("forward_speed must begin with 0, got {}", at_speed.speeds[0]));
    for (const TransferFunction& force : at_speed.forces) {
      require(!force.empty(), fmt::format("{} must be there at every speed", about.name));
      forces(about, force.values);
    }
  }

  void qtf(const Coefficient& about, const QuadraticTransferFunction& qtf) const {
    require_ascending(fmt::format("{}_omega", about.name), qtf.omega);
    require(qtf.entries.empty() || qtf.omega.size() > 0,
            fmt::format("{}_omega must hold a frequency, got 0", about.name));
    for (std::size_t i = 0; i < qtf.entries.size(); ++i) {
      const QuadraticTransferFunction::Entry& entry = qtf.entries[i];
      const std::string name = fmt::format("{}[{}]", about.name, i);
      require(entry.influenced_dof >= 0 && entry.influenced_dof < dofs_,
              fmt::format("{}.influenced_dof must be 0 to {}, got {}", name, dofs_ - 1,
                          entry.influenced_dof));
      require(std::isfinite(entry.direction_1) && std::isfinite(entry.direction_2),
              name + " must have finite directions");
      require_matrix(name, entry.values, qtf.omega.size(), qtf.omega.size());
    }
  }

  void field(const Coefficient& about, const WaveField& field) const {
    const auto count = static_cast<Index>(field.points.size());
    for (std::size_t i = 0; i < field.points.size(); ++i) {
      require_point(fmt::format("{}.points[{}]", about.name, i), field.points[i]);
    }
    const auto of_points = [&](const char* part, const std::vector<MatrixXcd>& values, Index rows) {
      const std::string name = fmt::format("{}.{}", about.name, part);
      require_count(name, values.size(), "point", count);
      for (std::size_t i = 0; i < values.size(); ++i) {
        require_matrix(fmt::format("{}[{}]", name, i), values[i], rows, frequencies_);
      }
    };
    of_points("diffraction", field.diffraction, directions_);
    of_points("radiation", field.radiation, dofs_);
  }

  void sections(const Coefficient& about, const std::vector<SectionRows>& sections) const {
    for (std::size_t i = 0; i < sections.size(); ++i) {
      const SectionRows& rows = sections[i];
      const std::string name = fmt::format("{}[{}]", about.name, i);
      require_body(name, rows.body);
      require(std::isfinite(rows.x), fmt::format("{}.x must be finite, got {}", name, rows.x));
      require_finite(name + ".still_water_force", rows.still_water_force);
      require_finite(name + ".hydrostatic_stiffness", rows.hydrostatic_stiffness);
      const auto over = [&](const char* part, const auto& values, const char* axis, Index count,
                            Index columns) {
        const std::string path = fmt::format("{}.{}", name, part);
        require_count(path, values.size(), axis, count);
        for (std::size_t k = 0; k < values.size(); ++k) {
          require_matrix(fmt::format("{}[{}]", path, k), values[k], kDofs, columns);
        }
      };
      over("added_mass", rows.added_mass, "omega", frequencies_, dofs_);
      over("radiation_damping", rows.radiation_damping, "omega", frequencies_, dofs_);
      over("excitation_force", rows.excitation, "wave_direction", directions_, frequencies_);
      if (rows.mode_stiffness.size() == 0) continue;
      require_matrix(name + ".mode_stiffness", rows.mode_stiffness, kDofs, modes_);
    }
  }

 private:
  void require_body(const std::string& name, Index body) const {
    require(body >= 0 && body < dofs_ / kDofs,
            fmt::format("{}.body must be 0 to {}, got {}", name, dofs_ / kDofs - 1, body));
  }

  void require_point(const std::string& name, const WaveField::Point& point) const {
    require_finite(name, point.position);
    require(std::abs(point.position.z()) <= kStillWater,
            fmt::format("{} must lie in the still water plane, z = 0, lies at {} m", name,
                        point.position.z()));
    require_body(name, point.body);
  }

  static void require_count(const std::string& name, std::size_t count, const char* axis,
                            Index expected) {
    require(
        std::cmp_equal(count, expected),
        fmt::format("{} must have one matrix per {} ({}), got {}", name, axis, expected, count));
  }

  template <typename Matrix>
  static void require_matrix(const std::string& name, const Matrix& matrix, Index rows,
                             Index columns) {
    require(matrix.rows() == rows && matrix.cols() == columns,
            fmt::format("{} must be {} x {}, got {} x {}", name, rows, columns, matrix.rows(),
                        matrix.cols()));
    if constexpr (std::is_same_v<Matrix, MatrixXcd>) {
      if (matrix.allFinite()) return;
      require_finite(name + ".re", matrix.real());
      require_finite(name + ".im", matrix.imag());
    } else {
      require_finite(name, matrix);
    }
  }

  Index dofs_, frequencies_, directions_, modes_;
};

}  // namespace

void validate(const Database& database) {
  require_short("solver", database.solver);
  validate_environment(database);
  validate_bodies(database);
  visit_coefficients(database, Validation(database));
  validate_axes(database);
  validate_modes(database);
  require_plausible_magnitudes(database);
}

}  // namespace raftup::hydro
