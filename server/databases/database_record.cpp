#include "server/databases/database_record.hpp"

#include <google/protobuf/util/time_util.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "hydro/database/coefficients.hpp"
#include "server/base/conversions.hpp"

namespace raftup::server {

namespace {

using Eigen::Index;

bool couples_bodies(const MatrixXd& matrix) {
  for (Index first = 0; first < matrix.rows(); first += kDofs) {
    MatrixXd rows = matrix.middleRows(first, kDofs);
    rows.middleCols(first, kDofs).setZero();
    if (!rows.isZero(0.0)) return true;
  }
  return false;
}

struct Coupling : hydro::CoefficientVisitor {
  void matrices(const hydro::Coefficient& /*about*/, const hydro::Axis& /*over*/,
                const std::vector<MatrixXd>& values) {
    found = found || std::any_of(values.begin(), values.end(), couples_bodies);
  }
  void matrix(const hydro::Coefficient& /*about*/, const std::optional<MatrixXd>& value) {
    found = found || (value && couples_bodies(*value));
  }

  bool found = false;
};

}  // namespace

bool has_body_interaction(const hydro::Database& database) {
  Coupling coupling;
  visit_coefficients(database, coupling);
  return coupling.found;
}

v1::Database make_database_record(const DatabaseName& name, const hydro::Database& database,
                                  std::int64_t size_bytes,
                                  std::chrono::system_clock::time_point created) {
  v1::Database record;
  record.set_name(name.resource());
  record.set_display_name(name.id);
  record.set_sha256(name.sha256);
  record.set_size_bytes(size_bytes);
  record.set_format(database.source_format);
  record.set_solver(database.solver);
  record.set_state(v1::DATABASE_STATE_READY);
  record.set_body_count(static_cast<int>(database.body_count()));
  for (const hydro::DatabaseBody& body : database.bodies) record.add_body_names(body.name);
  record.set_frequency_count(static_cast<int>(database.omega.size()));
  record.set_heading_count(static_cast<int>(database.wave_directions.size()));
  record.set_water_depth_m(database.water_depth);
  record.set_water_density_kg_per_m3(database.water_density);
  record.set_gravity_m_per_s2(database.gravity);
  record.set_has_body_interaction(has_body_interaction(database));
  for (const Finding& finding : database.findings) {
    finding_to_proto(finding, *record.add_findings());
  }
  *record.mutable_create_time() =
      google::protobuf::util::TimeUtil::NanosecondsToTimestamp(to_unix_ns(created));
  return record;
}

}  // namespace raftup::server
