#include "solver/nonsmooth/laws/complementarity_law.hpp"

namespace raftup::solver::nonsmooth {

LawRows ComplementarityLaw::at(const LawContext&) const {
  return {VectorXd::Zero(rows), VectorXd::Zero(rows), VectorXd::Constant(rows, kUnbounded), {}};
}

}  // namespace raftup::solver::nonsmooth
