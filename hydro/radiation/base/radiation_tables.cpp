#include "hydro/radiation/base/radiation_tables.hpp"

#include <fmt/format.h>

namespace raftup::hydro {

std::string database_key(const Database& database) {
  std::string key = database.sha256;
  for (const DatabaseBody& body : database.bodies) key += "/" + body.name;
  return key;
}

std::shared_ptr<const RowMajorMatrix> RadiationTables::added_mass_rows(
    const VectorXd& omega) const {
  const bool kept = omega.size() >= kShortest &&
                    omega.size() * coefficients_.damping_samples().cols() <= kLargest;
  const std::vector<double> key(omega.begin(), omega.end());
  if (kept) {
    const std::lock_guard lock(mutex_);
    if (auto known = tables_.find(key)) return *std::move(known);
  }
  auto rows = std::make_shared<const RowMajorMatrix>(coefficients_.added_mass_rows(omega));
  if (kept) {
    const std::lock_guard lock(mutex_);
    tables_.store(key, rows);
  }
  return rows;
}

std::shared_ptr<const RadiationTables> radiation_tables(const Database& database,
                                                        const RadiationOptions& options,
                                                        FitCache* cache) {
  const bool kept = cache != nullptr && !database.sha256.empty();
  const std::string key =
      fmt::format("{}:{}:{}", database_key(database), static_cast<int>(options.data),
                  options.body_interaction ? "coupled" : "uncoupled");
  if (kept) {
    if (auto known = cache->find_tables(key)) return known;
  }
  auto tables = std::make_shared<const RadiationTables>(
      RadiationCoefficients(database, options.data, options.body_interaction));
  if (kept) cache->store_tables(key, tables);
  return tables;
}

}  // namespace raftup::hydro
