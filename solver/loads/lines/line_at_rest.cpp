#include "solver/loads/lines/line_at_rest.hpp"

#include <algorithm>
#include <cmath>

#include "solver/loads/rods/drum.hpp"
#include "solver/loads/rods/rod_elasticity.hpp"

namespace raftup::solver {

namespace {

/// The wet shares of the elements follow from the equilibrium, and it from them: two rounds place the
/// surface within an element that a line crosses it in, the others are for lines that float.
constexpr int kMostRounds = 20;
constexpr double kSettled = 1e-7;  ///< change of the wet shares [1]
/// Ends nearer than this share of the length: the line begins as a loop below them.
constexpr double kNearEnds = 0.05;

double length_of(const rods::DiscreteRod& rod) {
  double sum = 0.0;
  for (const rods::DiscreteRod::Node& node : rod.nodes()) sum += node.length;
  return sum;
}

}  // namespace

LineAtRest::LineAtRest(const ElasticLine& line, const Model& model)
    : rod_(make_rod(line, model)),
      weight_(rod_),
      length_(length_of(rod_)),
      current_(model),
      water_(rod_, current_),
      bottom_(make_bottom(line, model)),
      torsion_(make_torsion(line, rod_, model)) {
  if (bottom_) contact_.emplace(make_contact(line, rod_, *bottom_, false));
}

double LineAtRest::height_above_rest(const Vector3& first, bool sinks) const {
  if (!sinks) return std::max(-first.z(), 0.0);
  if (!bottom_) return length_;
  return std::max(first.z() - bottom_->at(first.x(), first.y()).height, 0.0);
}

void LineAtRest::lay_free_end(bool sinks, std::vector<Vector3>& places) {
  const Vector3 first = places[rod_.kept_first() - 1];
  rods::WaterAtNode water;
  current_.sample(0.0, {&first, 1}, {&water, 1});
  const double speed = water.velocity.norm();
  const Vector3 downstream =
      speed > 0.0 ? Vector3(water.velocity / speed) : Vector3(Vector3::UnitX());
  const double upright = std::min(height_above_rest(first, sinks), length_);
  for (Vector3& place : places) {
    const double arc = (place - first).norm();
    const double along = std::max(arc - upright, 0.0);
    place = first + along * downstream + (sinks ? along - arc : arc - along) * Vector3::UnitZ();
  }
}

std::vector<Vector3> LineAtRest::begin(const std::vector<Vector3>& kept) {
  const Vector3& first = kept[rod_.kept_first() - 1];
  const bool sinks = rod_.nodes()[rod_.nodes().size() / 2].weight > 0.0;
  const double upwards = sinks ? -1.0 : 1.0;
  const Vector3 last = rod_.kept_last() == 0 ? Vector3(first + upwards * length_ * Vector3::UnitZ())
                                             : kept[rod_.kept_first()];
  std::vector<Vector3> places = rod_.straight(first, last);
  if (rod_.kept_last() == 0) lay_free_end(sinks, places);
  const double distance = (last - first).norm();
  if (distance < kNearEnds * length_) {
    const auto middle = 0.5 * static_cast<double>(places.size() - 1);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const double from_end = 1.0 - std::abs(static_cast<double>(i) / middle - 1.0);
      places[i].z() += upwards * 0.5 * length_ * from_end;
      places[i].x() += 1e-3 * length_ * from_end;
    }
  }
  for (std::size_t i = 0; i < kept.size(); ++i) places[rod_.kept_node(i)] = kept[i];
  return places;
}

void LineAtRest::find(const std::vector<Vector3>& kept, const Kinematics& bodies) {
  if (!torsion_) {
    if (kept != kept_) find_state(kept, nullptr);
    return;
  }
  const rods::TwistLoad twist{torsion_->compliance(), torsion_->directors(bodies)};
  const rods::Directors& now = twist.directors;
  if (kept == kept_ && now.first == directors_.first && now.last == directors_.last) return;
  find_state(kept, &twist);
  directors_ = now;
}

void LineAtRest::find_state(const std::vector<Vector3>& kept, const rods::TwistLoad* twist) {
  kept_.clear();
  state_ = rods::RodState::at_rest(begin(kept));
  std::vector<Vector3> held = state_.position;
  rods::NodeTerms terms{&water_};
  if (contact_) terms.push_back(&*contact_);
  std::vector<double> before;
  for (int round = 0; round < kMostRounds; ++round) {
    water_.prepare(0.0, 0.0, state_);
    const std::vector<double> wet(water_.wet_share().begin(), water_.wet_share().end());
    const bool settled = !before.empty() && std::equal(wet.begin(), wet.end(), before.begin(),
                                                       [](double now, double then) {
                                                         return std::abs(now - then) < kSettled;
                                                       });
    if (settled) break;
    before = wet;
    const rods::RestReport report =
        rods::bring_to_rest(rod_, {held, water_.force(), water_.mass(), terms, twist}, state_);
    forces_.clear();
    for (std::size_t i = 0; i < kept.size(); ++i) {
      forces_.push_back(report.kept_force[rod_.kept_node(i)]);
    }
  }
  const auto& elements = rod_.elements();
  for (std::size_t e = 0; e < elements.size(); ++e) {
    state_.tension[e] =
        rods::elastic_tension(elements[e], (state_.position[e + 1] - state_.position[e]).norm());
  }
  kept_ = kept;
}

std::vector<double> LineAtRest::strains() const {
  std::vector<double> strains;
  const auto& elements = rod_.elements();
  for (std::size_t e = 0; e < elements.size(); ++e) {
    const double n = (state_.position[e + 1] - state_.position[e]).norm();
    const double strain = n / elements[e].length - 1.0;
    strains.push_back(elements[e].carries_compression ? strain : std::max(strain, 0.0));
  }
  return strains;
}

MatrixXd LineAtRest::stiffness() {
  rods::BlockBand band(rod_.nodes().size(), rod_.kept_first(), rod_.kept_last(), rod_.bends());
  band.clear();
  rods::add_elasticity(rod_, state_.position, 1.0, band);
  for (std::size_t i = 0; i < state_.position.size(); ++i) {
    band.diagonal(i).diagonal().array() += kLeastStiffness * rod_.nodes()[i].mass;
    if (contact_) band.diagonal(i) += contact_->at(i, state_.position[i]).hessian;
  }
  band.eliminate(true);
  return band.condensed_matrix();
}

double LineAtRest::drum_force() const {
  const rods::Element& first = rod_.elements().front();
  return rods::force_on_length(first, state_.tension[0]) +
         hanging_weight(first, state_.position[0], state_.position[1]);
}

double LineAtRest::energy() const {
  double sum = rods::elastic_energy(rod_, state_.position, 1.0) + 0.5 * torque() * state_.twist;
  for (std::size_t i = 0; i < state_.position.size(); ++i) {
    sum += weight_.energy(i, state_.position[i].z());
    if (contact_) sum += contact_->stored(i, state_.position[i]);
  }
  return sum;
}

}  // namespace raftup::solver
