#include "solver/loads/lines/line_drum.hpp"

#include <algorithm>

#include "solver/loads/lines/winch_rules.hpp"

namespace raftup::solver {

namespace {

/// Speed at which the drum gives its reserve to the line [m/s]: below that of any winch, so that no
/// tension shows it.
constexpr double kReserveSpeed = 0.05;

double reserve_used(double reserve, double h) { return std::min(reserve, kReserveSpeed * h); }

}  // namespace

LineDrum::LineDrum(const ElasticLine& line, const LoadSite& site)
    : winch_(*line.winch),
      command_(site, line.drive_channel(), line.own_command(line.drive_channel())),
      spacing_(line.sections.front().length / line.sections.front().elements),
      fastest_(greatest_drum_speed(line, site.model)),
      all_(line.sections.front().length + winch_.stored),
      other_sections_(line.length() - line.sections.front().length) {}

rods::DrumOrder LineDrum::order(const StageConditions& conditions, const LineNow& now,
                                bool removable, double h) const {
  const LineValues& values = now.values.front();
  const double L = values.rod.end_length[0];
  const double fixed =
      (now.form.first_elements - 1) * spacing_;  // of the section, but not at the drum
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
  const double given = reserve_used(values.sliding[0].reserve, h);
  order.rate += given / h;
  order.coasting = values.sliding[0].rate + given / h;
  order.inertia = winch_.inertia;
  order.greatest_in = order.greatest_out = limit;
  order.longest = std::max(all_ - fixed - values.sliding[0].reserve + given, L);
  // A node is removed below half a spacing, so that a quarter of it is left at least.
  const double shortest = removable ? L - fastest_ * h : 0.5 * spacing_;
  order.shortest = std::min(std::max(shortest, winch_.min_length - other_sections_ - fixed), L);
  return order;
}

void LineDrum::take_reserve(SlidingEnd& end, double h) {
  const double given = reserve_used(end.reserve, h);
  end.reserve -= given;
  end.rate -= given / h;
}

}  // namespace raftup::solver
