#include "hydro/database/select_bodies.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "hydro/database/sha256.hpp"
#include "hydro/error.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

void check_places(const Database& database, const std::vector<Index>& bodies) {
  require(!bodies.empty(), "a selection of bodies must name at least one, got 0");
  std::vector<bool> taken(database.bodies.size(), false);
  for (const Index body : bodies) {
    if (body < 0 || body >= database.body_count()) {
      throw Error(ErrorCode::kOutOfRange, fmt::format("a selected body must be 0 to {}, got {}",
                                                      database.body_count() - 1, body));
    }
    const auto place = static_cast<std::size_t>(body);
    require(!taken[place], fmt::format("a body can be selected once, got {} twice", body));
    taken[place] = true;
  }
}

std::vector<Index> dofs_of(const std::vector<Index>& bodies) {
  std::vector<Index> dofs;
  for (const Index body : bodies) {
    for (Index dof = 0; dof < kDofs; ++dof) dofs.push_back(kDofs * body + dof);
  }
  return dofs;
}

void select(std::vector<MatrixXd>& matrices, const std::vector<Index>& dofs) {
  for (MatrixXd& matrix : matrices) matrix = MatrixXd(matrix(dofs, dofs));
}

void select_rows(TransferFunction& function, const std::vector<Index>& dofs) {
  for (MatrixXcd& values : function.values) values = MatrixXcd(values(dofs, Eigen::all));
}

/// Entries of the selected bodies, with their dofs there.
void select_entries(QuadraticTransferFunction& qtf, const std::vector<Index>& dofs) {
  std::vector<QuadraticTransferFunction::Entry> selected;
  for (QuadraticTransferFunction::Entry& entry : qtf.entries) {
    const auto found = std::find(dofs.begin(), dofs.end(), entry.influenced_dof);
    if (found == dofs.end()) continue;
    selected.push_back(std::move(entry));
    selected.back().influenced_dof = found - dofs.begin();
  }
  qtf.entries = std::move(selected);
}

bool is_identity(const Database& database, const std::vector<Index>& bodies) {
  std::vector<Index> all(database.bodies.size());
  std::iota(all.begin(), all.end(), Index{0});
  return bodies == all;
}

}  // namespace

Database select_bodies(const Database& database, const std::vector<Index>& bodies) {
  check_places(database, bodies);
  if (is_identity(database, bodies)) return database;
  Database selection = database;
  selection.bodies.clear();
  for (const Index body : bodies) {
    selection.bodies.push_back(database.bodies[static_cast<std::size_t>(body)]);
  }
  const std::vector<Index> dofs = dofs_of(bodies);
  select(selection.added_mass, dofs);
  select(selection.radiation_damping, dofs);
  select(selection.retardation_kernel.values, dofs);
  if (database.added_mass_infinite) {
    selection.added_mass_infinite = MatrixXd((*database.added_mass_infinite)(dofs, dofs));
  }
  select_rows(selection.excitation, dofs);
  select_rows(selection.froude_krylov, dofs);
  select_rows(selection.diffraction, dofs);
  select_entries(selection.qtf_sum, dofs);
  select_entries(selection.qtf_difference, dofs);
  for (MatrixXd& force : selection.mean_drift_force) force = MatrixXd(force(dofs, Eigen::all));
  selection.sha256 = sha256(fmt::format("{}:{}", database.sha256, fmt::join(bodies, ",")));
  return selection;
}

}  // namespace raftup::hydro
