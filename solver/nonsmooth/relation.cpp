#include "solver/nonsmooth/relation.hpp"

#include <fmt/format.h>

#include "hydro/base/error.hpp"

namespace raftup::solver::nonsmooth {

VectorXd LinearRelation::output(const VectorXd& coordinates) const {
  VectorXd y = output_matrix * coordinates;
  if (offset.size() > 0) y += offset;
  return y;
}

LinearizedRelation LinearRelation::linearize(const VectorXd& coordinates) const {
  LinearizedRelation relation;
  relation.output = output(coordinates);
  relation.C = output_matrix;
  relation.B = input_matrix.size() > 0 ? input_matrix : MatrixXd(output_matrix.transpose());
  relation.D = feedthrough.size() > 0 ? feedthrough : MatrixXd::Zero(size(), size());
  return relation;
}

LinearizedRelation ScleronomicRelation::linearize(const VectorXd& coordinates) const {
  LinearizedRelation relation;
  relation.output = function(coordinates);
  relation.C = jacobian(coordinates);
  relation.B = input_matrix ? input_matrix(coordinates) : MatrixXd(relation.C.transpose());
  relation.D = MatrixXd::Zero(relation.output.size(), relation.output.size());
  return relation;
}

namespace {

void require_shape(const std::string& subject, const char* what, Eigen::Index rows,
                   Eigen::Index columns, Eigen::Index expected_rows,
                   Eigen::Index expected_columns) {
  require(rows == expected_rows && columns == expected_columns,
          fmt::format("{}: {} must be {} x {}, got {} x {}", subject, what, expected_rows,
                      expected_columns, rows, columns));
}

void require_dual_input(const std::string& subject, bool left_out, SystemOrder order) {
  require(left_out || order == SystemOrder::kFirst,
          fmt::format("{}: input matrix must be left out for systems of second order, whose input "
                      "is C^T lambda, got one",
                      subject));
}

/// Checks the sizes before anything is evaluated, since products of wrong sizes are undefined.
void check_form(const LinearRelation& relation, const std::string& subject, Eigen::Index total,
                SystemOrder order) {
  const Eigen::Index m = relation.size();
  require_shape(subject, "output matrix", m, relation.output_matrix.cols(), m, total);
  if (relation.offset.size() > 0) {
    require_shape(subject, "offset", relation.offset.size(), 1, m, 1);
  }
  require_dual_input(subject, relation.input_matrix.size() == 0, order);
  require(relation.feedthrough.size() == 0 || order == SystemOrder::kFirst,
          fmt::format("{}: feedthrough must be left out for systems of second order, got one",
                      subject));
}

void check_form(const ScleronomicRelation& relation, const std::string& subject, Eigen::Index,
                SystemOrder order) {
  require(relation.function && relation.jacobian,
          fmt::format("{}: function and jacobian must be given", subject));
  require_dual_input(subject, !relation.input_matrix, order);
}

}  // namespace

VectorXd output(const Relation& relation, const VectorXd& coordinates) {
  return std::visit([&](const auto& of) { return of.output(coordinates); }, relation);
}

LinearizedRelation linearize(const Relation& relation, const VectorXd& coordinates) {
  return std::visit([&](const auto& of) { return of.linearize(coordinates); }, relation);
}

void check(const Relation& relation, const std::string& subject, const VectorXd& coordinates,
           Eigen::Index size, SystemOrder order) {
  const Eigen::Index total = coordinates.size();
  std::visit([&](const auto& of) { check_form(of, subject, total, order); }, relation);
  const LinearizedRelation values = linearize(relation, coordinates);
  require_shape(subject, "y", values.output.size(), 1, size, 1);
  require_shape(subject, "output matrix", values.C.rows(), values.C.cols(), size, total);
  require_shape(subject, "input matrix", values.B.rows(), values.B.cols(), total, size);
  require_shape(subject, "feedthrough", values.D.rows(), values.D.cols(), size, size);
}

}  // namespace raftup::solver::nonsmooth
