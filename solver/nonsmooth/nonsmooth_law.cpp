#include "solver/nonsmooth/nonsmooth_law.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hydro/base/error.hpp"

namespace raftup::solver::nonsmooth {

LawRows ComplementarityLaw::at(const LawContext&) const {
  return {VectorXd::Zero(rows), VectorXd::Zero(rows), VectorXd::Constant(rows, kUnbounded), {}};
}

LawRows NewtonImpactLaw::at(const LawContext& context) const {
  return {
      restitution * context.rate_before, VectorXd::Zero(1), VectorXd::Constant(1, kUnbounded), {}};
}

LawRows NewtonImpactFrictionLaw::at(const LawContext& context) const {
  LawRows rows;
  rows.shift = VectorXd::Zero(size());
  rows.shift[0] = restitution * context.rate_before[0];
  rows.lower = VectorXd::Constant(size(), -kUnbounded);
  rows.lower[0] = 0.0;
  rows.upper = VectorXd::Constant(size(), kUnbounded);
  rows.friction = friction;
  return rows;
}

LawRows EqualityLaw::at(const LawContext&) const {
  return {VectorXd::Zero(rows),
          VectorXd::Constant(rows, -kUnbounded),
          VectorXd::Constant(rows, kUnbounded),
          {}};
}

LawRows RelayLaw::at(const LawContext& context) const {
  const double scale = context.order == SystemOrder::kSecond ? context.step : 1.0;
  return {VectorXd::Zero(size()), scale * lower, scale * upper, {}};
}

namespace {

void require_second_order(const std::string& subject, SystemOrder order) {
  require(order == SystemOrder::kSecond,
          fmt::format("{}: an impact law must act between systems of second order, got first order",
                      subject));
}

void require_restitution(const std::string& subject, double restitution) {
  require(restitution >= 0.0 && restitution <= 1.0,
          fmt::format("{}: restitution must be in 0..1, got {}", subject, restitution));
}

void check(const ComplementarityLaw& law, const std::string& subject, SystemOrder order) {
  require(order == SystemOrder::kFirst || law.rows == 1,
          fmt::format("{}: a unilateral law between systems of second order must have one row, one "
                      "interaction per gap, got {}",
                      subject, law.rows));
}

void check(const NewtonImpactLaw& law, const std::string& subject, SystemOrder order) {
  require_second_order(subject, order);
  require_restitution(subject, law.restitution);
}

void check(const NewtonImpactFrictionLaw& law, const std::string& subject, SystemOrder order) {
  require_second_order(subject, order);
  require_restitution(subject, law.restitution);
  require(law.friction >= 0.0 && std::isfinite(law.friction),
          fmt::format("{}: friction must be finite and >= 0, got {}", subject, law.friction));
  require(law.tangents == 1 || law.tangents == 2,
          fmt::format("{}: tangents must be 1 or 2, got {}", subject, law.tangents));
}

void check(const EqualityLaw&, const std::string&, SystemOrder) {}

void check(const RelayLaw& law, const std::string& subject, SystemOrder) {
  require(law.upper.size() == law.lower.size(),
          fmt::format("{}: upper must have the size {} of lower, got {}", subject, law.lower.size(),
                      law.upper.size()));
  for (Eigen::Index i = 0; i < law.size(); ++i) {
    require(law.lower[i] <= law.upper[i],
            fmt::format("{}: lower must not exceed upper, got {} > {} in row {}", subject,
                        law.lower[i], law.upper[i], i));
  }
}

}  // namespace

Eigen::Index size_of(const NonsmoothLaw& law) {
  return std::visit([](const auto& of) { return of.size(); }, law);
}

bool unilateral(const NonsmoothLaw& law) {
  return std::visit([](const auto& of) { return of.kUnilateral; }, law);
}

LawRows rows_of(const NonsmoothLaw& law, const LawContext& context) {
  return std::visit([&](const auto& of) { return of.at(context); }, law);
}

void check(const NonsmoothLaw& law, const std::string& subject, SystemOrder order) {
  std::visit([&](const auto& of) { check(of, subject, order); }, law);
  require(size_of(law) > 0,
          fmt::format("{}: law must have at least one row, got {}", subject, size_of(law)));
}

}  // namespace raftup::solver::nonsmooth
