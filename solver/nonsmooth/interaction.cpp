#include "solver/nonsmooth/interaction.hpp"

namespace raftup::solver::nonsmooth {

std::size_t level_count(SystemOrder order) { return order == SystemOrder::kFirst ? 1 : 2; }

}  // namespace raftup::solver::nonsmooth
