#include "hydro/second_order/second_order_excitation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "hydro/base/error.hpp"
#include "hydro/excitation/body_excitation.hpp"
#include "hydro/second_order/body_second_order.hpp"

namespace raftup::hydro {

class SecondOrderExcitation::Implementation {
 public:
  Implementation(const Database& database, const Sea& sea, std::vector<HorizontalPose> rest,
                 Excitation::Options at, const SecondOrderOptions& options)
      : sea_(sea), rest_(std::move(rest)), at_(at), components_(sea_, options.directions) {
    require(rest_.size() == database.bodies.size(),
            fmt::format("rest must have one pose per body of the database ({}), got {}",
                        database.bodies.size(), rest_.size()));
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      bodies_.emplace_back(database, static_cast<Eigen::Index>(i), sea_, components_,
                           rest_[i].heading, options);
    }
    open_windows(options.directions);
  }
  // Bodies refer to the components.
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;
  ~Implementation() = default;

  void check(const std::vector<HorizontalPose>& poses) const {
    const std::vector<HorizontalPose>& actual = at_.at_body_position ? poses : rest_;
    for (std::size_t i = 0; i < bodies_.size(); ++i) bodies_[i].check(actual.at(i).heading);
  }

  void linearize(const UniformMotion& motion, StepExcitation& instants) {
    if (sea_.varies()) return linearize(motion, factors_of_sea(), instants);
    resize(instants);
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const HorizontalPose middle = at_.at_body_position ? motion.poses[i] : rest_[i];
      const HorizontalPose change = at_.at_body_position ? motion.changes[i] : HorizontalPose{};
      const PathForces forces = forces_along(
          {motion.middle, middle.x, middle.y, motion.half_duration, change.x, change.y}, i,
          middle.heading, change.heading, nullptr);
      for (std::size_t n = 0; n < instants.size(); ++n) {
        put(moved(middle, change, kHalves[n]), forces[n],
            motion.middle + kHalves[n] * motion.half_duration, i, instants[n]);
      }
    }
    forget_gradients(instants);
  }

  /// The amplitudes differ at the three instants; each instant is therefore the middle of a motion
  /// without velocity.
  void linearize(const UniformMotion& motion, const FactorsAtTime& factors,
                 StepExcitation& instants) {
    resize(instants);
    for (std::size_t n = 0; n < instants.size(); ++n) {
      const double time = motion.middle + kHalves[n] * motion.half_duration;
      factors(time, factors_);
      for (std::size_t i = 0; i < bodies_.size(); ++i) {
        const HorizontalPose pose =
            at_.at_body_position ? moved(motion.poses[i], motion.changes[i], kHalves[n]) : rest_[i];
        const PathForces forces =
            forces_along({time, pose.x, pose.y, 0.0, 0.0, 0.0}, i, pose.heading, 0.0, &factors_);
        put(pose, forces[1], time, i, instants[n]);
      }
    }
    forget_gradients(instants);
  }

  void add_drift_damping(double time, const std::vector<HorizontalPose>& poses,
                         const std::vector<Vector2>& velocities, const FactorsAtTime* factors,
                         VectorXd& force) {
    const bool varies = factors != nullptr || sea_.varies();
    if (varies)
      factors == nullptr ? sea_.amplitude_factors(time, factors_) : (*factors)(time, factors_);
    const double ramp = sea_.ramp(time);
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (!bodies_[i].drift_damping()) continue;
      const double heading = at_.at_body_position ? poses[i].heading : rest_[i].heading;
      force.segment<2>(kDofs * static_cast<Eigen::Index>(i)) +=
          ramp * ramp *
          bodies_[i].drift_damping()->force(heading, velocities[i], varies ? &factors_ : nullptr);
    }
  }

 private:
  void open_windows(DirectionPairs directions) {
    const bool wanted =
        at_.in_windows && std::all_of(bodies_.begin(), bodies_.end(),
                                      [](const auto& body) { return body.uses_windows(); });
    if (wanted) windows_ = WaveWindows::of(sea_);
    if (windows_) nodes_.emplace(windows_->nodes(), directions);
  }

  FactorsAtTime factors_of_sea() const {
    return [this](double time, AmplitudeFactors& at) { sea_.amplitude_factors(time, at); };
  }

  void resize(StepExcitation& instants) const {
    for (LinearExcitation& instant : instants) {
      instant.poses.resize(bodies_.size());
      instant.force.resize(kDofs * static_cast<Eigen::Index>(bodies_.size()));
      instant.gradient.resize(instant.force.size(), 3);
    }
  }

  PathForces forces_along(const UniformPath& path, std::size_t body, double heading, double turn,
                          const AmplitudeFactors* factors) {
    const std::array<double, 3> headings{heading - turn, heading, heading + turn};
    if (windows_ && factors == nullptr) {
      if (const std::optional<WaveWindows::Window> window = windows_->window_of(path)) {
        nodes_->compute(windows_->from_center(path, *window), nullptr, phasors_);
        return bodies_[body].forces({*nodes_, phasors_, &*windows_, &*window}, headings);
      }
    }
    components_.compute(path, factors, phasors_);
    return bodies_[body].forces({components_, phasors_}, headings);
  }

  void put(const HorizontalPose& pose, const ForceGradient& force, double time, std::size_t body,
           LinearExcitation& instant) const {
    const double ramp = sea_.ramp(time);
    const auto row = kDofs * static_cast<Eigen::Index>(body);
    instant.poses[body] = pose;
    instant.force.segment<kDofs>(row) = ramp * ramp * force.force;
    instant.gradient.middleRows<kDofs>(row) << ramp * ramp * force.per_x, ramp * ramp * force.per_y,
        ramp * ramp * force.per_u;
  }

  void forget_gradients(StepExcitation& instants) const {
    instants[0].gradient.setZero();
    if (at_.at_body_position) return;
    for (LinearExcitation& instant : instants) instant.gradient.setZero();
  }

  Sea sea_;
  std::vector<HorizontalPose> rest_;
  Excitation::Options at_;
  PairedComponents components_;
  std::optional<WaveWindows> windows_;
  std::optional<PairedComponents> nodes_;  ///< of the windows
  std::vector<BodySecondOrder> bodies_;
  std::vector<InstantPhasors> phasors_;  ///< scratch
  AmplitudeFactors factors_;             ///< scratch
};

SecondOrderExcitation::SecondOrderExcitation(const Database& database, const Sea& sea,
                                             std::vector<HorizontalPose> rest,
                                             Excitation::Options at,
                                             const SecondOrderOptions& options)
    : implementation_(
          std::make_unique<Implementation>(database, sea, std::move(rest), at, options)) {}

SecondOrderExcitation::~SecondOrderExcitation() = default;
SecondOrderExcitation::SecondOrderExcitation(SecondOrderExcitation&&) noexcept = default;
SecondOrderExcitation& SecondOrderExcitation::operator=(SecondOrderExcitation&&) noexcept = default;

void SecondOrderExcitation::evaluate(double time, const std::vector<HorizontalPose>& poses,
                                     VectorXd& force) {
  check(poses);
  StepExcitation instants;
  linearize({time, 0.0, poses, std::vector<HorizontalPose>(poses.size())}, instants);
  force = instants[1].force;
}

void SecondOrderExcitation::linearize(const UniformMotion& motion, StepExcitation& instants) {
  implementation_->linearize(motion, instants);
}

void SecondOrderExcitation::linearize(const UniformMotion& motion, const FactorsAtTime& factors,
                                      StepExcitation& instants) {
  implementation_->linearize(motion, factors, instants);
}

void SecondOrderExcitation::add_drift_damping(double time, const std::vector<HorizontalPose>& poses,
                                              const std::vector<Vector2>& velocities,
                                              const FactorsAtTime* factors, VectorXd& force) {
  implementation_->add_drift_damping(time, poses, velocities, factors, force);
}

void SecondOrderExcitation::check(const std::vector<HorizontalPose>& poses) const {
  implementation_->check(poses);
}

}  // namespace raftup::hydro
