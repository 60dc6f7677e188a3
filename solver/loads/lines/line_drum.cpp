#include "solver/loads/lines/line_drum.hpp"

#include <algorithm>

#include "solver/loads/lines/sliding_lengths.hpp"
#include "solver/loads/lines/sliding_rules.hpp"

namespace raftup::solver {

LineDrum::LineDrum(const ElasticLine& line, const LoadSite& site)
    : winch_(*line.winch),
      command_(site, line.drive_channel(), line.own_command(line.drive_channel())),
      spacing_(line.sections.front().length / line.sections.front().elements),
      fastest_(greatest_drum_speed(line, site.model)),
      all_(line.length() + winch_.stored) {}

rods::DrumOrder LineDrum::order(const StageConditions& conditions, const LineValues& first,
                                const Out& out, double h) const {
  const SlidingEnd& end = first.sliding[0];
  const double L = first.rod.end_length[0];
  const double limit = std::min(winch_.speed_limit.value_or(fastest_), fastest_);
  const double command = command_.value(conditions);
  rods::DrumOrder order;
  if (winch_.force) {
    order.recover = order.render = std::max(command, 0.0);
  } else {
    order.rate = -std::clamp(command, -limit, limit);
    order.slip = winch_.force_limit.value_or(order.slip);
    order.render = winch_.render_force.value_or(order.render);
    order.recover = winch_.recover_force.value_or(order.recover);
  }
  const double given = reserve_given(end.reserve, h);
  order.rate += given / h;
  order.coasting = end.rate + given / h;
  order.inertia = winch_.inertia;
  order.greatest_in = order.greatest_out = limit;
  order.longest = L + std::max(all_ - out.length, 0.0) + given;
  const double shortest = out.removable ? L - fastest_ * h : kStopSliding * spacing_;
  const double by_length = L - std::max(out.length - winch_.min_length, 0.0);
  order.shortest = std::min(std::max(shortest, by_length), L);
  return order;
}

}  // namespace raftup::solver
