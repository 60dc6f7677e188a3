/// @file Bodies of the own databases, and the names of what is found about models of them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hydro/database/readers/read_database.hpp"
#include "tests/support/models.hpp"
#include "tests/support/reference_data.hpp"

namespace raftup::testing {

inline std::shared_ptr<const hydro::Database> own(const std::string& name) {
  return std::make_shared<hydro::Database>(hydro::read_database(own_data() / name));
}

/// The hemisphere of 5 m, free, in still water.
inline solver::Model still_hemisphere() {
  solver::Model model = floating_model(own("hemisphere.h5"), {Vector3::Constant(2.8)}, 0.05);
  model.hydrodynamics[0].radiation.form = hydro::RadiationForm::kNone;
  return model;
}

inline std::vector<std::string> names(const Findings& findings) {
  std::vector<std::string> all;
  for (const Finding& finding : findings) all.push_back(finding.name);
  return all;
}

}  // namespace raftup::testing
