#include "solver/nonsmooth/relations/linear_relation.hpp"

namespace raftup::solver::nonsmooth {

VectorXd LinearRelation::output(const VectorXd& coordinates) const {
  VectorXd y = output_matrix * coordinates;
  if (offset.size() > 0) y += offset;
  return y;
}

LinearisedRelation LinearRelation::linearise(const VectorXd& coordinates) const {
  LinearisedRelation relation;
  relation.output = output(coordinates);
  relation.C = output_matrix;
  relation.B = input_matrix.size() > 0 ? input_matrix : MatrixXd(output_matrix.transpose());
  relation.D = feedthrough.size() > 0 ? feedthrough : MatrixXd::Zero(size(), size());
  return relation;
}

}  // namespace raftup::solver::nonsmooth
