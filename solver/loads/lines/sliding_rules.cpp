#include "solver/loads/lines/sliding_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "solver/loads/lines/sliding_lengths.hpp"
#include "solver/loads/rods/drum.hpp"
#include "solver/model/loads/elastic_line.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

namespace {

/// Above the greatest number of elements of a line, so that such a line is refused.
constexpr double kTooMany = 1e6;

constexpr LoadOutput kCut{"cut", "1", "whether line '{}' is cut: it parts above 0"};
/// Those of a drum before and after `cut`, so that a part of the row is that of every line.
constexpr std::array<LoadOutput, 4> kLineCommands{
    {{"speed", "m/s", "speed at which the drum of line '{}' hauls in"},
     kCut,
     {"force", "N", "force that the drum of line '{}' keeps"},
     kCut}};

static_assert(kCut.name == kCutChannel);

bool is_of_cut(const LineBreak& at) { return at.waits_for_cut(); }

/// True if an input or an event of the model writes the command of a load.
bool is_commanded(const Model& model, const std::string& load, std::string_view channel) {
  for (const Input& input : model.inputs) {
    const auto* command = std::get_if<LoadCommand>(&input.kind);
    if (command != nullptr && command->load == load && command->channel == channel) return true;
  }
  for (const Event& event : model.events) {
    for (const EventAction& action : event.actions) {
      if (action.set && action.set->load == load && action.set->channel == channel) return true;
    }
  }
  return false;
}

void check_forces(const LineWinch& winch, const std::string& path, Violations& violations) {
  const auto number = [](const std::optional<double>& value) {
    return fmt::format("{} N", value.value_or(0.0));
  };
  violations.require(!winch.force || !winch.speed, path, "must not have both speed and force",
                     "both");
  for (const auto& [name, given] : {std::pair{".force_limit", winch.force_limit},
                                    std::pair{".render_force", winch.render_force},
                                    std::pair{".recover_force", winch.recover_force}}) {
    violations.require(!given || !winch.force, path + name,
                       "must be omitted where a force is given", number(given));
  }
  const double slip = winch.force_limit.value_or(rods::DrumOrder::kNone);
  const double render = winch.render_force.value_or(slip);
  violations.require(render <= slip, path + ".render_force", "must not exceed force_limit",
                     number(winch.render_force));
  violations.require(!(winch.recover_force > render), path + ".recover_force",
                     "must not exceed render_force or force_limit", number(winch.recover_force));
}

/// @param greatest see greatest_drum_speed() [m/s]
void check_speed(double speed, double greatest, const std::string& path, Violations& violations) {
  violations.require(
      !(speed > greatest), path,
      fmt::format("must be at most a quarter of an element of the first section in a "
                  "step, {:.4g} m/s",
                  greatest),
      fmt::format("{} m/s", speed));
}

}  // namespace

double greatest_drum_speed(const ElasticLine& line, const Model& model) {
  const LineSection& first = line.sections.front();
  return kMostSlidingChange * first.length / first.elements /
         (1e-9 * static_cast<double>(model.step_ns));
}

void check_winch(const ElasticLine& line, const Model& model, const std::string& path,
                 Violations& violations) {
  const LineWinch& winch = *line.winch;
  check_forces(winch, path, violations);
  if (!line.sections.empty() && model.step_ns > 0 && line.sections.front().elements > 0) {
    const double greatest = greatest_drum_speed(line, model);
    check_speed(std::abs(winch.speed.value_or(0.0)), greatest, path + ".speed", violations);
    check_speed(winch.speed_limit.value_or(0.0), greatest, path + ".speed_limit", violations);
  }
  violations.require(!line.end_a.direction, path, "must be at an end without direction", "a clamp");
  violations.require(winch.min_length <= line.length(), path + ".min_length",
                     fmt::format("must not exceed the length of the line, {:.6g} m", line.length()),
                     fmt::format("{} m", winch.min_length));
}

void check_eyes(const ElasticLine& line, const std::string& path, Violations& violations) {
  violations.require(line.sections.size() == 1, path + ".sections",
                     "must be one where the line has eyes, as it slides from one piece to another",
                     fmt::format("{}", line.sections.size()));
  violations.require(!line.torsion, path + ".torsion", "must not be given for a line with eyes",
                     "true");
  violations.require(line.breaks.empty(), path + ".breaks",
                     "must not be given for a line with eyes", "some");
  if (line.sections.size() != 1 || line.sections.front().elements < 1) return;
  const double spacing = line.sections.front().length / line.sections.front().elements;
  double before = 0.0;
  for (std::size_t i = 0; i <= line.eyes.size(); ++i) {
    const bool last = i == line.eyes.size();
    const double arc = last ? line.length() : line.eyes[i].arc;
    // Both ends of a piece slide between two eyes, and between a drum and an eye.
    const int least = !last && (i > 0 || line.winch) ? 2 : 1;
    violations.require(std::round(arc / spacing) - std::round(before / spacing) >= least,
                       last ? path + ".eyes" : fmt::format("{}.eyes[{}].arc", path, i),
                       fmt::format("must leave {} elements of {:.4g} m before {}", least, spacing,
                                   last ? "end b" : "it"),
                       fmt::format("{} m", arc - before));
    before = arc;
  }
}

LineDrum make_drum(const ElasticLine& line, const LoadSite& site) {
  const LineSection& first = line.sections.front();
  const std::string_view channel = line.drive_channel();
  return {{*line.winch, first.length / first.elements, greatest_drum_speed(line, site.model),
           line.length() + line.winch->stored},
          Command(site, channel, line.own_command(channel))};
}

int ElasticLine::most_elements() const {
  const int now = count_elements() + (eyes.empty() ? 0 : count_eyes() + 1);
  if (!winch || sections.empty() || !(sections.front().length > 0.0)) return now;
  // With the longest element of one and a half spacings, half a spacing is paid out without a node.
  const double stored = winch->stored * sections.front().elements / sections.front().length;
  if (!(stored > 0.0)) return now;
  return now + to_integer<int>(std::min(std::ceil(stored), kTooMany), "elements on a drum");
}

ElasticLine ElasticLine::with_first_elements(int count) const {
  ElasticLine line = *this;
  LineSection& first = line.sections.front();
  if (count == first.elements) return line;
  const double spacing = first.length / first.elements;
  for (LineBreak& at : line.breaks) at.arc += spacing * (count - first.elements);
  first.length = spacing * count;
  first.elements = count;
  return line;
}

void check_cut(const ElasticLine& line, const Model& model, const std::string& path,
               Violations& violations) {
  const auto first = std::find_if(line.breaks.begin(), line.breaks.end(), is_of_cut);
  if (first == line.breaks.end()) return;
  const auto at = [&](auto of) {
    return fmt::format("{}.breaks[{}]", path, of - line.breaks.begin());
  };
  const auto second = std::find_if(first + 1, line.breaks.end(), is_of_cut);
  violations.require(second == line.breaks.end(), at(second),
                     "must have a time or a tension, since one break alone waits for the command "
                     "cut",
                     "none");
  const auto load = std::find_if(model.loads.begin(), model.loads.end(),
                                 [&](const Load& one) { return &one.description() == &line; });
  if (load == model.loads.end()) return;
  violations.require(is_commanded(model, load->name, kCutChannel), at(first),
                     fmt::format("must have a time or a tension, or the model a load_command or an "
                                 "event for the channel cut of '{}'",
                                 load->name),
                     "none");
}

bool ElasticLine::waits_for_cut() const {
  return std::any_of(breaks.begin(), breaks.end(), is_of_cut);
}

std::span<const LoadOutput> ElasticLine::commands() const {
  const std::size_t first = !winch ? 1 : winch->force ? 2 : 0;
  return std::span(kLineCommands).subspan(first, (winch ? 1U : 0U) + (waits_for_cut() ? 1U : 0U));
}

double ElasticLine::own_command(std::string_view channel) const {
  if (channel == kCutChannel || !winch) return 0.0;
  return winch->force ? *winch->force : winch->speed.value_or(0.0);
}

void ElasticLine::check_command(const std::string& name, std::string_view channel,
                                double value) const {
  require(channel != "force" || value >= 0.0,
          fmt::format("force of the drum of line '{}' must not be negative", name),
          fmt::format("{} N", value));
}

std::string_view ElasticLine::drive_channel() const {
  return winch ? commands().front().name : std::string_view();
}

}  // namespace raftup::solver
