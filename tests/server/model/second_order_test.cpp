#include <algorithm>

#include "clients/cpp/client.hpp"
#include "tests/server/model/built_model.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

TEST_CASE("model: second-order wave forces are read, and said only where they act", "[model]") {
  auto message = client::model_from_json(R"({
    "environment": {"sea": {"waves": [{"regular": {"amplitude": 0.5, "period": 8}}]}},
    "bodies": [{"name": "hemisphere", "inertia": {"xx": 1e6, "yy": 1e6, "zz": 1e6}}],
    "hydrodynamics": [{"name": "hull", "database": "hemisphere.h5",
                       "bodies": [{"body": "hemisphere"}]}],
    "integration": {"step": 0.05}})");
  const auto without = build(message);
  CHECK(!without.message.hydrodynamics(0).has_second_order());
  auto& second_order = *message.mutable_hydrodynamics(0)->mutable_second_order();
  second_order.set_method(v1::SECOND_ORDER_METHOD_NONE);
  CHECK(build(message).message.SerializeAsString() == without.message.SerializeAsString());
  CHECK(solver::digest(build(message).model) == solver::digest(without.model));
  second_order.set_method(v1::SECOND_ORDER_METHOD_NEWMAN);
  second_order.set_newman_form(v1::NEWMAN_FORM_ARITHMETIC_MEAN);
  second_order.set_directions(v1::DIRECTION_PAIRS_STANDING);
  second_order.set_wave_drift_damping(true);
  const auto with_drift = [](const std::string& name) {
    hydro::Database database = *own_database(name);
    database.mean_drift_force.assign(static_cast<std::size_t>(database.wave_directions.size()),
                                     MatrixXd::Constant(6, database.omega.size(), 1e3));
    return std::make_shared<const hydro::Database>(std::move(database));
  };
  server::FieldViolations violations;
  const auto built = server::build_model(message, with_drift, violations);
  violations.throw_if_any("");
  const hydro::SecondOrderOptions& options = built.model.hydrodynamics[0].second_order;
  CHECK(options.method == hydro::SecondOrderMethod::kNewman);
  CHECK(options.newman_form == hydro::NewmanForm::kArithmeticMean);
  CHECK(options.directions == hydro::DirectionPairs::kStanding);
  CHECK(options.wave_drift_damping);
  CHECK(built.message.hydrodynamics(0).second_order().method() == second_order.method());
  CHECK(violates(message, "hydrodynamics[0].second_order.method"));  // the file has no drift
  second_order.set_method(v1::SECOND_ORDER_METHOD_FULL);
  second_order.set_difference_cutoff(-1.0);
  CHECK(violates(message, "hydrodynamics[0].second_order.difference_cutoff"));
}
