#include "solver/loads/lines/line_drum.hpp"

#include <algorithm>

#include "solver/loads/lines/sliding_lengths.hpp"

namespace raftup::solver {

rods::DrumOrder LineDrum::order(const StageConditions& conditions, const LineValues& first,
                                const Out& out, double h) const {
  const SlidingEnd& end = first.sliding[0];
  const double L = first.rod.end_length[0];
  const double limit = std::min(line_.winch.speed_limit.value_or(line_.fastest), line_.fastest);
  const double command = command_.value(conditions);
  rods::DrumOrder order;
  if (line_.winch.force) {
    order.recover = order.render = std::max(command, 0.0);
  } else {
    order.rate = -std::clamp(command, -limit, limit);
    order.slip = line_.winch.force_limit.value_or(order.slip);
    order.render = line_.winch.render_force.value_or(order.render);
    order.recover = line_.winch.recover_force.value_or(order.recover);
  }
  const double given = reserve_given(end.reserve, h);
  order.rate += given / h;
  order.coasting = end.rate + given / h;
  order.inertia = line_.winch.inertia;
  order.greatest_in = order.greatest_out = limit;
  order.longest = L + std::max(line_.length - out.length, 0.0) + given;
  const double shortest = out.removable ? L - line_.fastest * h : kStopSliding * line_.spacing;
  const double by_length = L - std::max(out.length - line_.winch.min_length, 0.0);
  order.shortest = std::min(std::max(shortest, by_length), L);
  return order;
}

}  // namespace raftup::solver
