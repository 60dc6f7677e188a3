/// @file Second-order forces of a database in a sea, by any method.
#pragma once

#include <utility>
#include <vector>

#include "hydro/second_order/second_order_excitation.hpp"

namespace raftup::testing {

inline hydro::SecondOrderOptions method(hydro::SecondOrderMethod method,
                                        hydro::NewmanForm form = hydro::NewmanForm::kSquareRoot) {
  hydro::SecondOrderOptions options;
  options.method = method;
  options.newman_form = form;
  return options;
}

inline hydro::Sea sea_of(const hydro::Database& database, std::vector<hydro::WaveComponent> waves,
                         double ramp = 0.0) {
  return {std::move(waves), database.water_depth, database.gravity, ramp};
}

inline hydro::SecondOrderExcitation excitation_of(const hydro::Database& database,
                                                  const hydro::Sea& sea,
                                                  const hydro::SecondOrderOptions& options,
                                                  double rest_heading = 0.0) {
  return {database, sea, {{0.0, 0.0, rest_heading}}, {true}, options};
}

inline VectorXd force_at(hydro::SecondOrderExcitation& excitation, double time,
                         const hydro::HorizontalPose& pose) {
  VectorXd force;
  excitation.evaluate(time, {pose}, force);
  return force;
}

}  // namespace raftup::testing
