#include "solver/loads/lines/sliding_line.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "solver/loads/lines/line_drum.hpp"
#include "solver/loads/lines/line_pieces.hpp"
#include "solver/loads/lines/line_record.hpp"
#include "solver/loads/lines/line_start_findings.hpp"
#include "solver/loads/lines/sliding_dynamics.hpp"
#include "solver/loads/lines/sliding_lengths.hpp"
#include "solver/loads/lines/sliding_rules.hpp"
#include "solver/model/loads/elastic_line.hpp"

namespace raftup::solver {

namespace {

/// Evaluations in a step after which the midpoint rule gives up in the next one.
constexpr int kMostEvaluations = 59;

/// The matrices and forces of several pieces of a line at all their ends.
struct JointPieces {
  std::optional<LineHolders> holders;
  MatrixXd matrix = MatrixXd(0, 0);
  std::vector<Vector3> forces;

  void append(const LineHolders& of, const MatrixXd& own, const std::vector<Vector3>& own_forces) {
    if (holders) {
      holders->append(of);
    } else {
      holders = of;
    }
    const Eigen::Index before = matrix.rows(), size = before + own.rows();
    MatrixXd both = MatrixXd::Zero(size, size);
    both.topLeftCorner(before, before) = matrix;
    both.bottomRightCorner(own.rows(), own.cols()) = own;
    matrix = std::move(both);
    forces.insert(forces.end(), own_forces.begin(), own_forces.end());
  }
};

/// Adds the stiffness of the pieces at rest, held at the eyes.
void add_rest_jacobian(LinePieces& pieces, const Kinematics& bodies, LoadJacobian& jacobian) {
  const EyeSlip::Pieces& objects = pieces.objects(pieces.initial(bodies).elements);
  JointPieces all;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    all.append(objects[i]->holders(), pieces.rest(i).stiffness(), pieces.rest(i).forces());
  }
  all.holders->add_jacobian(all.matrix, false, bodies, jacobian);
  all.holders->add_turning(all.forces, bodies, jacobian);
}

/// A line with eyes in a simulation. Its values in the State are those of LinePieces.
class SlidingLine final : public ForceElement {
 public:
  SlidingLine(const ElasticLine& load, const LoadSite& site);

  void initialize(const Kinematics& bodies, State& state) const override {
    write(pieces_.initial(bodies), {}, state.loads[place_].values);
  }
  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies) override;
  bool inputs_changed() noexcept override { return load_.waves || load_.winch.has_value(); }
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;
  /// The speeds of the eyes change with every evaluation.
  bool jacobian_changed() const override { return true; }
  Potential potential(const StageConditions& conditions, const Kinematics& bodies) const override;
  void read(const StageConditions& conditions, const Kinematics& bodies,
            std::span<double> outputs) const override;
  std::vector<Drawing> drawings(const StageConditions& conditions,
                                const Kinematics& bodies) const override;
  void add_findings(Findings& findings) const override;
  void finish(const StageConditions& conditions, const Kinematics& bodies) override;
  void commit(State& state) noexcept override { state.loads[place_].values.swap(at_end_); }

 private:
  using Orders = std::vector<std::array<rods::DrumOrder, 2>>;

  PiecesNow now(const State& state) const { return pieces_.unpack(state.loads[place_].values); }
  void write(const PiecesNow& now, const LineRecord& record, std::vector<double>& values) const {
    values = pieces_.pack(now);
    record.append_to(values);
  }
  /// c of an eye, tanh(mu theta/2), from the directions of both pieces at the start of the step.
  double grip(std::size_t eye, const PiecesNow& now) const;
  /// Least and greatest speed at which nodes beside an eye can follow [m/s].
  std::array<double, 2> limits(std::size_t eye, const PiecesNow& now) const;
  Orders begin_slip(const PiecesNow& now);
  /// Ends the run in words where a stepper finds no end because a body has arrived at an eye.
  void require_room() const;

  std::string name_;
  ElasticLine load_;
  std::size_t place_;
  mutable LinePieces pieces_;
  std::optional<LineDrum> drum_;
  EyeSlip slip_;
  double step_;                     ///< duration of the steps of the model [s]
  std::optional<double> prepared_;  ///< start of the step that is prepared [s]
  double h_ = 0.0;                  ///< its duration [s]
  LineRecord record_;               ///< at its start
  int evaluations_ = 0;             ///< of the mean forces in this step
  PiecesNow start_;
  std::vector<double> at_end_;
};

SlidingLine::SlidingLine(const ElasticLine& load, const LoadSite& site)
    : name_(site.name),
      load_(load),
      place_(site.place),
      pieces_(load, site),
      step_(1e-9 * static_cast<double>(site.model.step_ns)) {
  if (load.winch) drum_.emplace(make_drum(load, site));
}

void SlidingLine::add_findings(Findings& findings) const {
  for (std::size_t i = 0; i < pieces_.count(); ++i) {
    add_clamp_findings(name_, pieces_.rest(i), findings);
  }
  add_wave_finding(name_, pieces_.rest(0).rod(), step_, findings);
  if (load_.sections.front().bending_stiffness == 0.0) return;
  findings.push_back({"line_hinged_at_eyes", Severity::kInfo,
                      fmt::format("'{}' turns at its eyes without a moment: its bending_stiffness "
                                  "acts between them",
                                  name_),
                      load_.sections.front().bending_stiffness});
}

double SlidingLine::grip(std::size_t eye, const PiecesNow& now) const {
  const LineEye& at = load_.eyes[eye];
  if (at.friction == 0.0) return 0.0;
  const std::vector<Vector3>& before = now.values[eye].rod.position;
  const std::vector<Vector3>& behind = now.values[eye + 1].rod.position;
  const Vector3 in = before.back() - before[before.size() - 2], out = behind[1] - behind[0];
  const double theta = arctangent(in.cross(out).norm(), in.dot(out));
  return hyperbolic_tangent(0.5 * at.friction * (theta + kTwoPi * at.further_turns));
}

std::array<double, 2> SlidingLine::limits(std::size_t eye, const PiecesNow& now) const {
  const double spacing = pieces_.spacing(), fastest = kMostSlidingChange * spacing / h_;
  const auto greatest = [&](std::size_t piece, std::size_t end) {
    if (pieces_.removable(piece, now.elements)) return fastest;
    const double left = now.values[piece].rod.end_length[end] - kStopSliding * spacing;
    return std::clamp(left / h_, 0.0, fastest);
  };
  return {-greatest(eye + 1, 0), greatest(eye, 1)};
}

void SlidingLine::require_room() const {
  const double fastest = kMostSlidingChange * pieces_.spacing() / h_;
  for (std::size_t eye = 0; eye < load_.eyes.size(); ++eye) {
    const auto [least, greatest] = limits(eye, start_);
    if (-least >= fastest && greatest >= fastest) continue;
    throw SolverFailure(fmt::format(
        "what it ends at has arrived at its eye {} faster than steps of {:.4g} s follow: stop it "
        "before with a drum, friction or an event that ends the run, or shorten integration.step",
        eye + 1, h_));
  }
}

SlidingLine::Orders SlidingLine::begin_slip(const PiecesNow& now) {
  Orders orders(pieces_.count());
  std::vector<double> grips, speeds;
  std::vector<std::array<double, 2>> reserves, limits;
  for (std::size_t i = 0; i < load_.eyes.size(); ++i) {
    grips.push_back(grip(i, now));
    speeds.push_back(now.values[i + 1].sliding[0].rate);
    limits.push_back(this->limits(i, now));
    std::array<double, 2>& given = reserves.emplace_back();
    for (std::size_t k = 0; k < 2; ++k) {
      const SlidingEnd& end = now.values[i + k].sliding[1 - k];
      rods::DrumOrder& order = orders[i + k][1 - k];
      given[k] = reserve_given(end.reserve, h_) / h_;
      order.rate = order.coasting = end.rate + given[k];
    }
  }
  slip_.begin(h_, std::move(grips), std::move(speeds), std::move(reserves), std::move(limits));
  return orders;
}

void SlidingLine::prepare(const StepTimes& times, const State& state, const Kinematics& bodies) {
  start_ = now(state);
  record_ = LineRecord::of(state.loads[place_].values);
  evaluations_ = 0;
  prepared_ = times.start;
  h_ = times.end - times.start;
  Orders orders = begin_slip(start_);
  if (drum_) {
    const StageTime start{hydro::Stage::kStart, times.start, times.start};
    const LineDrum::Out out{pieces_.length_out(start_), pieces_.removable(0, start_.elements)};
    orders[0][0] = drum_->order({start, state}, start_.values[0], out, h_);
  }
  const EyeSlip::Pieces& objects = pieces_.objects(start_.elements);
  for (std::size_t i = 0; i < objects.size(); ++i) {
    objects[i]->prepare(times, state, start_.values[i], bodies, orders[i]);
  }
}

void SlidingLine::add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) {
  if (conditions.at.stage == hydro::Stage::kMiddle) {
    if (++evaluations_ > kMostEvaluations) require_room();
    const EyeSlip::Pieces& objects = pieces_.objects(start_.elements);
    for (const auto& piece : objects) piece->move_ends(bodies);
    slip_.find(objects);
    for (const auto& piece : objects) {
      piece->holders().add_forces(piece->mean_forces(), bodies, forces.total);
    }
    return;
  }
  const PiecesNow now = this->now(conditions.state);
  const EyeSlip::Pieces& objects = pieces_.objects(now.elements);
  for (std::size_t i = 0; i < objects.size(); ++i) {
    objects[i]->add_instant_forces(now.values[i], bodies, forces.total);
  }
}

void SlidingLine::add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                               LoadJacobian& jacobian) const {
  if (prepared_ != conditions.at.step_start) {
    add_rest_jacobian(pieces_, bodies, jacobian);
    return;
  }
  const EyeSlip::Pieces& objects = pieces_.objects(start_.elements);
  JointPieces all;
  for (const auto& piece : objects) {
    all.append(piece->holders(), piece->step().damping(), piece->mean_forces());
  }
  all.matrix += slip_.damping(objects, all.matrix.rows());
  all.holders->add_jacobian(all.matrix, true, bodies, jacobian);
  all.holders->add_turning(all.forces, bodies, jacobian);
}

Potential SlidingLine::potential(const StageConditions& conditions,
                                 const Kinematics& bodies) const {
  const PiecesNow now = this->now(conditions.state);
  const EyeSlip::Pieces& objects = pieces_.objects(now.elements);
  Potential sum;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    sum += objects[i]->potential(now.values[i], bodies);
  }
  return sum;
}

void SlidingLine::read(const StageConditions& conditions, const Kinematics& /*bodies*/,
                       std::span<double> outputs) const {
  const PiecesNow now = this->now(conditions.state);
  pieces_.write(now, outputs);
}

std::vector<Drawing> SlidingLine::drawings(const StageConditions& conditions,
                                           const Kinematics& /*bodies*/) const {
  return pieces_.drawings(name_, now(conditions.state));
}

void SlidingLine::finish(const StageConditions& /*conditions*/, const Kinematics& bodies) {
  const EyeSlip::Pieces& objects = pieces_.objects(start_.elements);
  for (const auto& piece : objects) piece->move_ends_to(bodies);
  slip_.find(objects);
  PiecesNow end{start_.elements, {}, start_.slid};
  for (std::size_t i = 0; i < objects.size(); ++i) {
    LineValues& values = end.values.emplace_back(objects[i]->finish(bodies));
    for (std::size_t side = 0; side < 2; ++side) {
      if (pieces_.slides(i)[side]) take_reserve(values.sliding[side], h_);
    }
  }
  for (std::size_t i = 0; i < end.slid.size(); ++i) {
    end.slid[i] += h_ * slip_.speed(i);
    LinePieces::mix_speeds(i, h_, end);
  }
  const bool safe = std::any_of(objects.begin(), objects.end(),
                                [](const auto& piece) { return piece->step().is_safe(); });
  LineRecord record = record_;
  record.count(safe, objects[0]->rod(), end.values[0].rod, h_);
  pieces_.renew_nodes(end);
  write(end, record, at_end_);
  if (end.elements != start_.elements) prepared_.reset();
}

/// A line with eyes in a linear model: its pieces at rest.
class StillPieces final : public ForceElement {
 public:
  StillPieces(const ElasticLine& load, const LoadSite& site)
      : name_(site.name), load_(load), water_depth_(site.model.water_depth), pieces_(load, site) {}

  void add(const StageConditions& /*conditions*/, const Kinematics& bodies,
           Forces& forces) override {
    for_each_piece(bodies, [&](LineAtRest& rest, const LineHolders& holders) {
      holders.add_forces(rest.forces(), bodies, forces.total);
    });
  }
  void add_jacobian(const StageConditions& /*conditions*/, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override {
    add_rest_jacobian(pieces_, bodies, jacobian);
  }
  Potential potential(const StageConditions& /*conditions*/,
                      const Kinematics& bodies) const override {
    Potential sum;
    for_each_piece(bodies, [&](LineAtRest& rest, const LineHolders& holders) {
      sum += Potential{rest.energy(), -holders.power(rest.forces(), bodies)};
    });
    return sum;
  }
  std::unique_ptr<InnerDynamics> inner_dynamics(const Kinematics& bodies) const override {
    const LineGround& bottom = load_.bottom;
    const LineDynamics::Around around{load_.waves, bottom.damping / bottom.stiffness, water_depth_};
    SlidingDynamics::Pieces pieces;
    for_each_piece(bodies, [&](LineAtRest& rest, const LineHolders& holders) {
      pieces.push_back(std::make_unique<LineDynamics>(name_, around, rest, holders, bodies));
    });
    std::vector<bool> slips;
    for (const LineEye& eye : load_.eyes) slips.push_back(eye.friction == 0.0);
    return std::make_unique<SlidingDynamics>(name_, std::move(pieces), slips);
  }
  void read(const StageConditions& /*conditions*/, const Kinematics& bodies,
            std::span<double> outputs) const override {
    pieces_.write(pieces_.initial(bodies), outputs);
  }
  std::vector<Drawing> drawings(const StageConditions& /*conditions*/,
                                const Kinematics& bodies) const override {
    return pieces_.drawings(name_, pieces_.initial(bodies));
  }

 private:
  template <typename Function>
  void for_each_piece(const Kinematics& bodies, Function f) const {
    const EyeSlip::Pieces& objects = pieces_.objects(pieces_.initial(bodies).elements);
    for (std::size_t i = 0; i < objects.size(); ++i) f(pieces_.rest(i), objects[i]->holders());
  }

  std::string name_;
  ElasticLine load_;
  double water_depth_;  ///< [m]
  mutable LinePieces pieces_;
};

}  // namespace

std::unique_ptr<ForceElement> make_sliding_line(const ElasticLine& load, const LoadSite& site) {
  if (load.still) return std::make_unique<StillPieces>(load, site);
  return std::make_unique<SlidingLine>(load, site);
}

}  // namespace raftup::solver
