#include "server/databases/coefficients.hpp"

#include <fmt/format.h>

#include <array>
#include <functional>

#include "server/base/service_error.hpp"

namespace raftup::server {

namespace {

using Eigen::Index;
using hydro::Database;
using hydro::DatabaseBody;

/// Bodies [first, first + count) of the rows or columns.
struct BodyRange {
  Index first, count;
};

struct Selection {
  BodyRange rows, columns;
};

/// Appends a matrix row by row.
void append(const Eigen::Ref<const MatrixXd>& matrix, std::vector<double>& values) {
  for (Index row = 0; row < matrix.rows(); ++row) {
    for (Index column = 0; column < matrix.cols(); ++column) {
      values.push_back(matrix(row, column));
    }
  }
}

CoefficientDataset from_vector(const VectorXd& vector, const char* unit) {
  return {{vector.size()}, {vector.begin(), vector.end()}, unit};
}

CoefficientDataset from_matrix(const MatrixXd& matrix, const Selection& selected,
                               const char* unit) {
  const BodyRange& rows = selected.rows;
  const BodyRange& columns = selected.columns;
  CoefficientDataset dataset{{kDofs * rows.count, kDofs * columns.count}, {}, unit};
  append(matrix.block(kDofs * rows.first, kDofs * columns.first, kDofs * rows.count,
                      kDofs * columns.count),
         dataset.values);
  return dataset;
}

CoefficientDataset from_matrices(const std::vector<MatrixXd>& matrices, const Selection& selected,
                                 const char* unit) {
  CoefficientDataset dataset{{static_cast<std::int64_t>(matrices.size()),
                              kDofs * selected.rows.count, kDofs * selected.columns.count},
                             {},
                             unit};
  for (const MatrixXd& matrix : matrices) {
    const CoefficientDataset one = from_matrix(matrix, selected, unit);
    dataset.values.insert(dataset.values.end(), one.values.begin(), one.values.end());
  }
  return dataset;
}

enum class Part { kReal, kImaginary };

CoefficientDataset from_transfer_function(const hydro::TransferFunction& function, Part part,
                                          const Selection& selected) {
  CoefficientDataset dataset{{}, {}, "N/m"};
  if (function.empty()) return dataset;
  dataset.shape = {static_cast<std::int64_t>(function.values.size()), kDofs * selected.rows.count,
                   function.values.front().cols()};
  for (const MatrixXcd& values : function.values) {
    const MatrixXcd rows =
        values.middleRows(kDofs * selected.rows.first, kDofs * selected.rows.count);
    append(part == Part::kReal ? MatrixXd(rows.real()) : MatrixXd(rows.imag()), dataset.values);
  }
  return dataset;
}

/// One matrix of `shape` per selected body.
CoefficientDataset from_bodies(const Database& database, const Selection& selected,
                               const std::vector<std::int64_t>& shape, const char* unit,
                               const std::function<MatrixXd(const DatabaseBody&)>& of_body) {
  CoefficientDataset dataset{{selected.rows.count}, {}, unit};
  dataset.shape.insert(dataset.shape.end(), shape.begin(), shape.end());
  for (Index body = 0; body < selected.rows.count; ++body) {
    append(of_body(database.bodies[static_cast<std::size_t>(selected.rows.first + body)]),
           dataset.values);
  }
  return dataset;
}

using Extract = CoefficientDataset (*)(const Database&, const Selection&);

struct Entry {
  const char* name;
  Extract extract;
};

constexpr std::array kEntries = {
    Entry{"omega",
          [](const Database& d, const Selection&) { return from_vector(d.omega, "rad/s"); }},
    Entry{"wave_direction", [](const Database& d,
                               const Selection&) { return from_vector(d.wave_directions, "rad"); }},
    Entry{"retardation_time",
          [](const Database& d, const Selection&) {
            return from_vector(d.retardation_kernel.grid, "s");
          }},
    Entry{"added_mass", [](const Database& d,
                           const Selection& s) { return from_matrices(d.added_mass, s, "kg"); }},
    Entry{"radiation_damping",
          [](const Database& d, const Selection& s) {
            return from_matrices(d.radiation_damping, s, "N s/m");
          }},
    Entry{"retardation_kernel",
          [](const Database& d, const Selection& s) {
            return from_matrices(d.retardation_kernel.values, s, "N/m");
          }},
    Entry{"added_mass_infinite",
          [](const Database& d, const Selection& s) {
            return d.added_mass_infinite ? from_matrix(*d.added_mass_infinite, s, "kg")
                                         : CoefficientDataset{};
          }},
    Entry{"excitation_re",
          [](const Database& d, const Selection& s) {
            return from_transfer_function(d.excitation, Part::kReal, s);
          }},
    Entry{"excitation_im",
          [](const Database& d, const Selection& s) {
            return from_transfer_function(d.excitation, Part::kImaginary, s);
          }},
    Entry{"froude_krylov_re",
          [](const Database& d, const Selection& s) {
            return from_transfer_function(d.froude_krylov, Part::kReal, s);
          }},
    Entry{"froude_krylov_im",
          [](const Database& d, const Selection& s) {
            return from_transfer_function(d.froude_krylov, Part::kImaginary, s);
          }},
    Entry{"diffraction_re",
          [](const Database& d, const Selection& s) {
            return from_transfer_function(d.diffraction, Part::kReal, s);
          }},
    Entry{"diffraction_im",
          [](const Database& d, const Selection& s) {
            return from_transfer_function(d.diffraction, Part::kImaginary, s);
          }},
    Entry{"hydrostatic_stiffness",
          [](const Database& d, const Selection& s) {
            return from_bodies(d, s, {kDofs, kDofs}, "N/m", [](const DatabaseBody& body) {
              return MatrixXd(body.hydrostatic_stiffness);
            });
          }},
    Entry{"center_of_gravity",
          [](const Database& d, const Selection& s) {
            return from_bodies(d, s, {3}, "m", [](const DatabaseBody& body) {
              return MatrixXd(body.center_of_gravity);
            });
          }},
    Entry{"center_of_buoyancy",
          [](const Database& d, const Selection& s) {
            return from_bodies(d, s, {3}, "m", [](const DatabaseBody& body) {
              return MatrixXd(body.center_of_buoyancy);
            });
          }},
    Entry{"displaced_volume",
          [](const Database& d, const Selection& s) {
            return from_bodies(d, s, {}, "m3", [](const DatabaseBody& body) {
              return MatrixXd::Constant(1, 1, body.displaced_volume).eval();
            });
          }},
};

BodyRange select(const Database& database, int body, const char* field) {
  if (body < 0 || body > database.body_count()) {
    throw bad_field(field, fmt::format("must be 0 (all) to {}", database.body_count()),
                    std::to_string(body));
  }
  return body == 0 ? BodyRange{0, database.body_count()} : BodyRange{body - 1, 1};
}

}  // namespace

CoefficientDataset coefficients_of(const Database& database, const std::string& name, int row_body,
                                   int column_body) {
  const Selection selected{select(database, row_body, "row_body"),
                           select(database, column_body, "column_body")};
  for (const Entry& entry : kEntries) {
    if (entry.name != name) continue;
    CoefficientDataset dataset = entry.extract(database, selected);
    if (!dataset.values.empty()) return dataset;
    throw ServiceError(Reason::kNotFound, fmt::format("the database has no {}", name));
  }
  throw bad_field("dataset", "must be a dataset that ReadCoefficientsRequest lists", name);
}

}  // namespace raftup::server
