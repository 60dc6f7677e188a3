#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/database/hdf5_file.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// Reads the one direction of all pairs of a group [rad].
double read_direction(const Hdf5File& file, const std::string& path) {
  const std::vector<double> degrees = file.read_array(path).values;
  if (degrees.empty() || std::any_of(degrees.begin(), degrees.end(), [&](double direction) {
        return direction != degrees.front();
      })) {
    refuse(path, "must hold one direction");
  }
  return degrees.front() * kRadiansPerDegree;
}

/// One of the two kinds of forces, and whether the file contains its conjugate.
struct QtfKind {
  const char* name;
  bool conjugated;
};

/// Reads one group: the entry of one dof and its frequencies, ascending.
std::pair<VectorXd, QuadraticTransferFunction::Entry> read_group(const Hdf5File& file,
                                                                 const std::string& group,
                                                                 bool conjugated, Index dof) {
  const std::vector<double> periods = file.read_array(group + "PER_i").values;
  const std::vector<double> re = file.read_array(group + "Re_F_ij").values;
  const std::vector<double> im = file.read_array(group + "Im_F_ij").values;
  const std::size_t count = periods.size();
  for (const auto& [name, part] : {std::pair("Re_F_ij", &re), std::pair("Im_F_ij", &im)}) {
    if (part->size() != count * count) {
      refuse(group + name, fmt::format("must hold {} numbers for {} periods, holds {}",
                                       count * count, count, part->size()));
    }
  }
  std::vector<Index> order(count);
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    return periods[static_cast<std::size_t>(a)] > periods[static_cast<std::size_t>(b)];
  });
  const auto size = static_cast<Index>(count);
  const Eigen::Map<const MatrixXd> real(re.data(), size, size);
  const Eigen::Map<const MatrixXd> imaginary(im.data(), size, size);
  MatrixXcd values(size, size);
  values.real() = real(order, order);
  values.imag() = imaginary(order, order);
  if (conjugated) values = values.conjugate().eval();
  const VectorXd omega = 2.0 * std::numbers::pi *
                         Eigen::Map<const VectorXd>(periods.data(), size)(order).cwiseInverse();
  return {omega,
          {dof, read_direction(file, group + "BETA_i"), read_direction(file, group + "BETA_j"),
           std::move(values)}};
}

void read_kind(const Hdf5File& file, const QtfKind& kind, Index body_count,
               QuadraticTransferFunction& qtf) {
  for (Index body = 1; body <= body_count; ++body) {
    for (Index dof = 1; dof <= kDofs; ++dof) {
      const std::string group =
          fmt::format("/body{0}/hydro_coeffs/excitation/QTF{0}/{1}{2}/", body, kind.name, dof);
      if (!file.contains(group + "PER_i")) continue;
      auto [omega, entry] = read_group(file, group, kind.conjugated, kDofs * (body - 1) + dof - 1);
      if (qtf.entries.empty()) qtf.omega = omega;
      if (qtf.omega.size() != omega.size() || qtf.omega != omega) {
        refuse(group + "PER_i", "must be the same for every dof and body");
      }
      qtf.entries.push_back(std::move(entry));
    }
  }
}

}  // namespace

void read_bemio_qtfs(const Hdf5File& file, Database& database) {
  read_kind(file, {"Sum", false}, database.body_count(), database.qtf_sum);
  const bool is_ours = file.contains("/raftup");
  if (!database.qtf_sum.entries.empty() && !is_ours) {
    database.findings.push_back(
        {"qtf_sum_phase_unknown", Severity::kWarning,
         "sum-frequency force: BEMIO wrote its conjugate until April 2025, and the file does not "
         "say by which version it is: taken as of a later one. Where it is older, phases of "
         "sum-frequency forces have the wrong sign; WAMIT's .10s to .12s hold the right one",
         0.0});
  }
  read_kind(file, {"Diff", true}, database.body_count(), database.qtf_difference);
}

}  // namespace raftup::hydro
