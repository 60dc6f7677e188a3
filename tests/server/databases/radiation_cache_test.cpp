#include "server/databases/radiation_cache.hpp"

#include <fmt/format.h>

#include "hydro/radiation/base/radiation_memory.hpp"
#include "hydro/radiation/base/radiation_tables.hpp"
#include "server/security/caller.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace raftup;
using server::RadiationCache;

namespace {

hydro::RadiationModel model_of_step(double step) {
  return {std::make_shared<hydro::NoMemory>(MatrixXd::Identity(6, 6), step), {}};
}

}  // namespace

TEST_CASE("radiation cache: sessions share a model, and only the last used are kept",
          "[databases]") {
  const testing::TemporaryFolder folder;
  RadiationCache cache(folder.path(), "");
  CHECK_FALSE(cache.find_model("first").has_value());
  const hydro::RadiationModel first = model_of_step(0.05);
  cache.store_model("first", first);
  for (std::size_t i = 1; i < RadiationCache::kKeptModels; ++i) {
    cache.store_model(fmt::format("further {}", i), model_of_step(0.1));
  }
  REQUIRE(cache.find_model("first").has_value());  // used now
  CHECK(cache.find_model("first")->memory == first.memory);
  cache.store_model("one more", model_of_step(0.2));
  CHECK(cache.find_model("first").has_value());
  CHECK_FALSE(cache.find_model("further 1").has_value());
  CHECK(cache.find_model("one more")->memory->step() == 0.2);
}

TEST_CASE("radiation cache: the data of as many databases are kept, by their key", "[databases]") {
  hydro::Database database;
  database.bodies.resize(1);
  database.omega = VectorXd::LinSpaced(3, 1.0, 2.0);
  database.added_mass_infinite = MatrixXd::Identity(6, 6);
  database.radiation_damping.assign(3, MatrixXd::Identity(6, 6));
  const auto tables = [&] { return radiation_tables(database, {}, nullptr); };
  const testing::TemporaryFolder folder;
  RadiationCache cache(folder.path(), "");
  CHECK(cache.find_tables("first") == nullptr);
  const auto first = tables();
  cache.store_tables("first", tables());
  cache.store_tables("first", first);  // of two that made them at once
  for (std::size_t i = 1; i < RadiationCache::kKeptTables; ++i) {
    cache.store_tables(fmt::format("further {}", i), tables());
  }
  CHECK(cache.find_tables("first") == first);
  cache.store_tables("one more", tables());
  CHECK(cache.find_tables("first") == first);
  CHECK(cache.find_tables("further 1") == nullptr);
}

TEST_CASE("radiation cache: a tenant finds what was made for itself alone", "[databases]") {
  const testing::TemporaryFolder folder;
  RadiationCache shared(folder.path(), "");
  server::TenantFitCache acme(shared, "acme"), rival(shared, "rival");
  server::TenantFitCache usual(shared, server::kDefaultTenant);
  acme.store("key", "fit");
  acme.store_model("key", model_of_step(0.05));
  CHECK(acme.find("key") == "fit");
  CHECK(acme.find_model("key").has_value());
  for (server::TenantFitCache* other : {&rival, &usual}) {
    CHECK_FALSE(other->find("key").has_value());
    CHECK_FALSE(other->find_model("key").has_value());
  }
  usual.store("key", "fit of no tenant");  // files of a server without tenants keep their names
  CHECK(shared.find("key") == "fit of no tenant");
}
