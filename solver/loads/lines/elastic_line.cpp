#include "solver/model/loads/elastic_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/lines/broken_line.hpp"
#include "solver/loads/lines/line_at_rest.hpp"
#include "solver/loads/lines/line_in_motion.hpp"

namespace raftup::solver {

namespace {

/// The line in a linear model: its static shape and stiffness.
class StillLine final : public ForceElement {
 public:
  StillLine(const ElasticLine& load, const LoadSite& site)
      : name_(site.name), rest_(load, site.model), holders_(load, rest_.rod(), site.model) {}

  void add(const StageConditions& /*conditions*/, const Kinematics& bodies,
           Forces& forces) override {
    rest_.find(holders_.positions(bodies));
    holders_.add_forces(rest_.forces(), bodies, forces.total);
  }
  void add_jacobian(const StageConditions& /*conditions*/, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override {
    rest_.find(holders_.positions(bodies));
    holders_.add_jacobian(rest_.stiffness(), false, bodies, jacobian);
    holders_.add_turning(rest_.forces(), bodies, jacobian);
  }
  Potential potential(const StageConditions& /*conditions*/,
                      const Kinematics& bodies) const override {
    rest_.find(holders_.positions(bodies));
    return {rest_.energy(), -holders_.power(rest_.forces(), bodies)};
  }
  void read(const StageConditions& /*conditions*/, const Kinematics& bodies,
            std::span<double> outputs) const override {
    rest_.find(holders_.positions(bodies));
    readings().write(outputs);
  }
  std::vector<Drawing> drawings(const StageConditions& /*conditions*/,
                                const Kinematics& bodies) const override {
    rest_.find(holders_.positions(bodies));
    return {readings().drawing(name_)};
  }

 private:
  LineReadings readings() const {
    return {rest_.rod(), rest_.state(), forces_on_ends(rest_.forces(), holders_.first_count()),
            rest_.contact()};
  }

  std::string name_;
  mutable LineAtRest rest_;
  LineHolders holders_;
};

/// The line in a simulation. Its values in the State are those of the line; a line that may break has
/// in front of them the number of the break that has come true, or 0, and is of the same size always.
class MovingLine final : public ForceElement {
 public:
  MovingLine(const ElasticLine& load, const LoadSite& site);

  void initialize(const Kinematics& bodies, State& state) const override;
  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies) override;
  bool inputs_changed() noexcept override { return whole_.has_waves(); }
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;
  bool jacobian_changed() const override;
  Potential potential(const StageConditions& conditions, const Kinematics& bodies) const override;
  void read(const StageConditions& conditions, const Kinematics& bodies,
            std::span<double> outputs) const override;
  std::vector<Drawing> drawings(const StageConditions& conditions,
                                const Kinematics& bodies) const override;
  void add_findings(Findings& findings) const override;
  void finish(const StageConditions& conditions, const Kinematics& bodies) override;
  void commit(State& state) noexcept override { state.loads[place_].values.swap(at_end_); }

 private:
  /// A break that may come true, and both parts of the line after it.
  struct Break {
    BrokenLine line;
    std::array<std::unique_ptr<LineInMotion>, 2> parts;
  };
  /// The line as it is in a State: the number of the break, and the values of its parts.
  struct Now {
    std::size_t broken = 0;
    std::vector<LineValues> values;
  };

  Now now(const State& state) const;
  std::vector<double> pack(const Now& now) const;
  /// The line or both its parts.
  std::vector<LineInMotion*> parts(std::size_t broken) const;
  /// The values of the whole line, also if it has broken.
  LineReadings readings(const Now& now, LineValues& joined) const;

  std::string name_;
  std::size_t place_;
  mutable LineAtRest rest_;
  mutable LineInMotion whole_;
  std::vector<Break> breaks_;
  std::size_t size_ = 0;               ///< of the values in the State; 0 if the line cannot break
  std::optional<double> prepared_;     ///< start of the step that is prepared [s]
  std::vector<LineInMotion*> moving_;  ///< those that are prepared
  std::size_t broken_ = 0;             ///< number of the break in the step that is prepared
  std::vector<double> at_end_;
};

/// Returns the positions of the nodes at t = 0.
std::vector<Vector3> places_at_start(LineAtRest& rest, const ElasticLine& load,
                                     const LoadSite& site) {
  rest.find(LineHolders(load, rest.rod(), site.model).positions(site.initial));
  return rest.state().position;
}

MovingLine::MovingLine(const ElasticLine& load, const LoadSite& site)
    : name_(site.name),
      place_(site.place),
      rest_(load, site.model),
      whole_(load, places_at_start(rest_, load, site), site.model) {
  for (std::size_t i = 0; i < load.breaks.size(); ++i) {
    Break& added = breaks_.emplace_back(Break{BrokenLine(load, i, site.model), {}});
    for (std::size_t part = 0; part < 2; ++part) {
      added.parts[part] = std::make_unique<LineInMotion>(added.line.parts()[part],
                                                         rest_.state().position, site.model);
    }
  }
  if (breaks_.empty()) return;
  std::vector<double> values{0.0};
  for (const LineInMotion* part : parts(1)) {
    LineValues empty{rods::RodState::at_rest(std::vector<Vector3>(part->rod().nodes().size())), {}};
    if (part->rubs()) empty.rod.bottom_shear.resize(empty.rod.position.size());
    empty.pack(values);
  }
  size_ = values.size();
}

std::vector<LineInMotion*> MovingLine::parts(std::size_t broken) const {
  if (broken == 0) return {&whole_};
  return {breaks_[broken - 1].parts[0].get(), breaks_[broken - 1].parts[1].get()};
}

MovingLine::Now MovingLine::now(const State& state) const {
  std::span<const double> values = state.loads[place_].values;
  Now now;
  if (!breaks_.empty()) {
    now.broken = to_integer<std::size_t>(values.front(), "the number of a break");
    require(now.broken <= breaks_.size(), "the number of a break must be one of the line",
            fmt::format("{}", now.broken));
    values = values.subspan(1);
  }
  for (const LineInMotion* part : parts(now.broken)) {
    now.values.push_back(LineValues::unpack(values, part->rod(), part->rubs()));
  }
  return now;
}

std::vector<double> MovingLine::pack(const Now& now) const {
  std::vector<double> values;
  if (!breaks_.empty()) values.push_back(static_cast<double>(now.broken));
  for (const LineValues& part : now.values) part.pack(values);
  values.resize(std::max(size_, values.size()), 0.0);
  return values;
}

void MovingLine::initialize(const Kinematics& bodies, State& state) const {
  rest_.find(whole_.holders().positions(bodies));
  LineValues values{rest_.state(), forces_on_ends(rest_.forces(), whole_.holders().first_count())};
  values.rod.bottom_shear.clear();
  if (whole_.rubs()) values.rod.bottom_shear.resize(values.rod.position.size(), Vector2::Zero());
  state.loads[place_].values = pack({0, {values}});
}

void MovingLine::add_findings(Findings& findings) const {
  const std::vector<rods::Element>& elements = rest_.rod().elements();
  const auto check = [&](std::size_t at, const char* end) {
    // Where the line bends at a clamp, its curvature decays over sqrt(EI/T).
    const double tension = std::max(rest_.state().tension[at], 0.0);
    const double reach = std::sqrt(elements[at].bending_stiffness / tension);
    if (!(elements[at].length > reach)) return;
    findings.push_back({"line_elements_long", Severity::kWarning,
                        fmt::format("elements of '{}' at its clamp at end {} should be at most "
                                    "sqrt(EI/T), {:.3g} m, at t = 0 for its curvature there, are "
                                    "{:.3g} m long; give it a short section there",
                                    name_, end, reach, elements[at].length),
                        elements[at].length / reach});
  };
  if (rest_.rod().kept_first() == 2) check(1, "a");
  if (rest_.rod().kept_last() == 2) check(elements.size() - 2, "b");
}

void MovingLine::prepare(const StepTimes& times, const State& state, const Kinematics& bodies) {
  Now now = this->now(state);
  prepared_ = times.start;
  broken_ = now.broken;
  moving_ = parts(now.broken);
  for (std::size_t i = 0; i < moving_.size(); ++i) {
    moving_[i]->prepare(times, state, std::move(now.values[i]), bodies);
  }
}

void MovingLine::add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) {
  if (conditions.at.stage == hydro::Stage::kMiddle) {
    for (LineInMotion* part : moving_) part->add_mean_forces(bodies, forces.total);
    return;
  }
  const Now now = this->now(conditions.state);
  const std::vector<LineInMotion*> parts = this->parts(now.broken);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts[i]->add_instant_forces(now.values[i], bodies, forces.total);
  }
}

void MovingLine::add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                              LoadJacobian& jacobian) const {
  if (prepared_ == conditions.at.step_start) {
    for (const LineInMotion* part : moving_) part->add_jacobian(bodies, jacobian);
    return;
  }
  const LineHolders& holders = whole_.holders();
  rest_.find(holders.positions(bodies));
  holders.add_jacobian(rest_.stiffness(), false, bodies, jacobian);
  holders.add_turning(rest_.forces(), bodies, jacobian);
}

bool MovingLine::jacobian_changed() const {
  return std::any_of(moving_.begin(), moving_.end(),
                     [](const LineInMotion* part) { return part->jacobian_changed(); });
}

void MovingLine::finish(const StageConditions& conditions, const Kinematics& bodies) {
  Now end{broken_, {}};
  for (LineInMotion* part : moving_) end.values.push_back(part->finish(bodies));
  for (std::size_t i = 0; end.broken == 0 && i < breaks_.size(); ++i) {
    if (!breaks_[i].line.breaks(end.values[0], conditions.at.time)) continue;
    const std::array<LineValues, 2> both = breaks_[i].line.split(end.values[0]);
    end = {i + 1, {both[0], both[1]}};
  }
  at_end_ = pack(end);
}

Potential MovingLine::potential(const StageConditions& conditions, const Kinematics& bodies) const {
  const Now now = this->now(conditions.state);
  const std::vector<LineInMotion*> parts = this->parts(now.broken);
  Potential sum;
  for (std::size_t i = 0; i < parts.size(); ++i) sum += parts[i]->potential(now.values[i], bodies);
  return sum;
}

LineReadings MovingLine::readings(const Now& now, LineValues& joined) const {
  if (now.broken == 0) {
    joined = now.values[0];
    return whole_.readings(joined);
  }
  joined = BrokenLine::join(now.values[0], now.values[1]);
  LineReadings readings = whole_.readings(joined);
  readings.set_broken(breaks_[now.broken - 1].line.arc());
  return readings;
}

void MovingLine::read(const StageConditions& conditions, const Kinematics& /*bodies*/,
                      std::span<double> outputs) const {
  LineValues joined;
  readings(now(conditions.state), joined).write(outputs);
}

std::vector<Drawing> MovingLine::drawings(const StageConditions& conditions,
                                          const Kinematics& /*bodies*/) const {
  const Now now = this->now(conditions.state);
  const std::vector<LineInMotion*> parts = this->parts(now.broken);
  std::vector<Drawing> drawings;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    drawings.push_back(
        parts[i]->readings(now.values[i]).drawing(i == 0 ? name_ : name_ + ", from end b"));
  }
  return drawings;
}

}  // namespace

std::unique_ptr<ForceElement> make_element(const ElasticLine& load, const LoadSite& site) {
  if (load.still) return std::make_unique<StillLine>(load, site);
  return std::make_unique<MovingLine>(load, site);
}

}  // namespace raftup::solver
