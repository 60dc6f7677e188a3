#include "hydro/database/repair/repair.hpp"

#include <utility>

#include "hydro/database/database.hpp"
#include "hydro/database/repair/steps.hpp"

namespace raftup::hydro {

Database repair(Database database, const RepairOptions& options) {
  if (options.symmetrise) symmetrise(database);
  if (options.drop_outliers) drop_outliers(database);
  if (options.extend_tail) {
    extend_tail(database, options.fit_infinite);
  } else if (options.fit_infinite) {
    fit_infinite_added_mass(database);
  }
  return make_database(std::move(database));
}

void note_repair(Database& database, const std::string& name, const std::string& message,
                 double value) {
  database.history.push_back(message);
  database.findings.push_back({name, Severity::kInfo, message, value});
}

}  // namespace raftup::hydro
