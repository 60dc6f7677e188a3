#include "solver/model/loads/elastic_line.hpp"

#include <algorithm>

#include "solver/loads/base/force_element.hpp"
#include "solver/loads/lines/broken_lines.hpp"
#include "solver/loads/lines/line_at_rest.hpp"
#include "solver/loads/lines/line_drum.hpp"
#include "solver/loads/lines/line_forms.hpp"
#include "solver/loads/lines/line_record.hpp"
#include "solver/loads/lines/line_start_findings.hpp"
#include "solver/loads/lines/sliding_lengths.hpp"
#include "solver/loads/lines/sliding_line.hpp"
#include "solver/loads/lines/sliding_rules.hpp"
#include "solver/loads/lines/still_line.hpp"

namespace raftup::solver {

namespace {

/// The line in a simulation. Its values in the State are those of LineForms.
class MovingLine final : public ForceElement {
 public:
  MovingLine(const ElasticLine& load, const LoadSite& site);

  void initialize(const Kinematics& bodies, State& state) const override;
  void renew(const Kinematics& bodies, State& state) const override;
  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies) override;
  bool inputs_changed() noexcept override { return depends_on_inputs_; }
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
  LineNow now(const State& state) const { return forms_.unpack(state.loads[place_].values); }
  void write(const LineNow& now, const BreakRecord& broken, const LineRecord& record,
             std::vector<double>& values) const {
    values = forms_.pack(now);
    if (may_break_) broken.append_to(values);
    record.append_to(values);
  }

  std::string name_;
  Findings strengths_;  ///< what was drawn
  std::size_t place_;
  mutable LineAtRest rest_;
  mutable LineForms forms_;
  std::optional<LineDrum> drum_;
  std::optional<Command> cut_;  ///< parts the line above 0
  bool depends_on_inputs_, may_break_;
  double step_;                        ///< duration of the steps of the model [s]
  std::optional<double> prepared_;     ///< start of the step that is prepared [s]
  double h_ = 0.0;                     ///< its duration [s]
  LineRecord record_;                  ///< at its start
  BreakRecord broken_;                 ///< at its start
  bool is_cut_ = false;                ///< true if it parts at the end of this step
  std::vector<LineInMotion*> moving_;  ///< the parts that are prepared
  LineForm form_;                      ///< of the line in the step that is prepared
  std::vector<double> at_end_;
};

/// Returns the positions of the nodes at t = 0.
std::vector<Vector3> places_at_start(LineAtRest& rest, const ElasticLine& load,
                                     const LoadSite& site) {
  rest.find(LineHolders(load, rest.rod(), site.model).positions(site.initial), site.initial);
  return rest.state().position;
}

MovingLine::MovingLine(const ElasticLine& load, const LoadSite& site)
    : name_(site.name),
      strengths_(strength_findings(site.name, load)),
      place_(site.place),
      rest_(load, site.model),
      forms_(load, places_at_start(rest_, load, site), site.model),
      depends_on_inputs_(load.waves || load.winch || load.waits_for_cut()),
      may_break_(!load.breaks.empty()),
      step_(1e-9 * static_cast<double>(site.model.step_ns)) {
  if (load.winch) drum_.emplace(make_drum(load, site));
  if (load.waits_for_cut()) cut_.emplace(site, kCutChannel, 0.0);
}

void MovingLine::initialize(const Kinematics& bodies, State& state) const {
  const LineInMotion& whole = forms_.whole(forms_.initial());
  rest_.find(whole.holders().positions(bodies), bodies);
  LineValues values{rest_.state(), forces_on_ends(rest_.forces(), whole.holders().first_count())};
  values.rod.bottom_shear.clear();
  if (whole.traits().rubs) {
    values.rod.bottom_shear.resize(values.rod.position.size(), Vector2::Zero());
  }
  values.torque = rest_.torque();
  if (whole.traits().creeps) values.rod.creep = rest_.strains();
  if (whole.traits().slides[0]) {
    values.rod.end_length[0] = whole.rod().elements().front().length;
    values.sliding[0].force = rest_.drum_force();
  }
  write({forms_.initial(), {values}}, {}, {}, state.loads[place_].values);
}

void MovingLine::renew(const Kinematics& bodies, State& state) const {
  std::vector<double>& values = state.loads[place_].values;
  LineInMotion& whole = forms_.whole(forms_.initial());
  const std::size_t nodes = whole.rod().nodes().size();
  // Before a break was told, a line that may break kept no BreakRecord.
  if (may_break_ && values.size() == forms_.size() + LineRecord::kSize) {
    const auto end = values.end() - static_cast<std::ptrdiff_t>(LineRecord::kSize);
    values.insert(end, BreakRecord::kSize, 0.0);
    return;
  }
  // A dynamic_line kept the positions and then the velocities of its inner nodes alone.
  if (values.size() != 6 * (nodes - 2) || whole.traits().slides[0]) return;
  std::vector<Vector3> positions(nodes, Vector3::Zero()), velocities = positions;
  for (std::size_t i = 1; i + 1 < nodes; ++i) {
    positions[i] = Vector3::Map(values.data() + 3 * (i - 1));
    velocities[i] = Vector3::Map(values.data() + 3 * (i - 1 + nodes - 2));
  }
  write({forms_.initial(), {whole.at_instant(positions, velocities, bodies)}}, {}, {}, values);
}

void MovingLine::add_findings(Findings& findings) const {
  add_clamp_findings(name_, rest_, findings);
  add_wave_finding(name_, rest_.rod(), step_, findings);
  findings.insert(findings.end(), strengths_.begin(), strengths_.end());
}

void MovingLine::prepare(const StepTimes& times, const State& state, const Kinematics& bodies) {
  LineNow now = this->now(state);
  record_ = LineRecord::of(state.loads[place_].values);
  if (may_break_) broken_ = BreakRecord::of(state.loads[place_].values);
  prepared_ = times.start;
  h_ = times.end - times.start;
  form_ = now.form;
  moving_ = forms_.parts(now.form);
  const StageConditions start{{hydro::Stage::kStart, times.start, times.start}, state};
  is_cut_ = cut_ && cut_->value(start) > 0.0;
  rods::DrumOrder order;
  if (drum_) {
    const LineDrum::Out out{forms_.length_out(now), forms_.first_elements(now.form) > 1};
    order = drum_->order(start, now.values[0], out, h_);
  }
  for (std::size_t i = 0; i < moving_.size(); ++i) {
    moving_[i]->prepare(times, state, std::move(now.values[i]), bodies, {order, {}});
  }
}

void MovingLine::add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) {
  if (conditions.at.stage == hydro::Stage::kMiddle) {
    for (LineInMotion* part : moving_) part->add_mean_forces(bodies, forces.total);
    return;
  }
  const LineNow now = this->now(conditions.state);
  const std::vector<LineInMotion*> parts = forms_.parts(now.form);
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
  const LineHolders& holders = forms_.whole(forms_.initial()).holders();
  rest_.find(holders.positions(bodies), bodies);
  holders.add_jacobian(rest_.stiffness(), false, bodies, jacobian);
  holders.add_turning(rest_.forces(), bodies, jacobian);
  rest_.add_twist_jacobian(bodies, jacobian);
}

bool MovingLine::jacobian_changed() const {
  return std::any_of(moving_.begin(), moving_.end(),
                     [](const LineInMotion* part) { return part->jacobian_changed(); });
}

void MovingLine::finish(const StageConditions& conditions, const Kinematics& bodies) {
  LineNow end{form_, {}};
  for (LineInMotion* part : moving_) end.values.push_back(part->finish(bodies));
  if (drum_) take_reserve(end.values[0].sliding[0], h_);
  const bool safe = std::any_of(moving_.begin(), moving_.end(),
                                [](const LineInMotion* part) { return part->step().is_safe(); });
  LineRecord record = record_;
  record.count(safe, moving_[0]->rod(), end.values[0].rod, h_);
  const auto broken = forms_.break_if_due(end, conditions.at.time, is_cut_);
  forms_.renew_nodes(end);
  write(end, broken.value_or(broken_), record, at_end_);
  if (end.form == form_) return;
  // The objects of the step are those of another form now.
  moving_.clear();
  prepared_.reset();
}

Potential MovingLine::potential(const StageConditions& conditions, const Kinematics& bodies) const {
  const LineNow now = this->now(conditions.state);
  const std::vector<LineInMotion*> parts = forms_.parts(now.form);
  Potential sum;
  for (std::size_t i = 0; i < parts.size(); ++i) sum += parts[i]->potential(now.values[i], bodies);
  return sum;
}

void MovingLine::read(const StageConditions& conditions, const Kinematics& /*bodies*/,
                      std::span<double> outputs) const {
  LineValues joined;
  forms_.readings(now(conditions.state), joined).write(outputs);
}

std::vector<Drawing> MovingLine::drawings(const StageConditions& conditions,
                                          const Kinematics& /*bodies*/) const {
  const LineNow now = this->now(conditions.state);
  const std::vector<LineInMotion*> parts = forms_.parts(now.form);
  std::vector<Drawing> drawings;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    drawings.push_back(
        parts[i]->readings(now.values[i]).drawing(i == 0 ? name_ : name_ + ", from end b"));
  }
  return drawings;
}

}  // namespace

std::unique_ptr<ForceElement> make_element(const ElasticLine& load, const LoadSite& site) {
  if (!load.eyes.empty()) return make_sliding_line(load, site);
  if (load.still) return make_still_line(load, site);
  return std::make_unique<MovingLine>(load, site);
}

}  // namespace raftup::solver
