#include "solver/nonsmooth/relations/scleronomic_relation.hpp"

namespace raftup::solver::nonsmooth {

LinearisedRelation ScleronomicRelation::linearise(const VectorXd& coordinates) const {
  LinearisedRelation relation;
  relation.output = function(coordinates);
  relation.C = jacobian(coordinates);
  relation.B = input_matrix ? input_matrix(coordinates) : MatrixXd(relation.C.transpose());
  relation.D = MatrixXd::Zero(relation.output.size(), relation.output.size());
  return relation;
}

}  // namespace raftup::solver::nonsmooth
