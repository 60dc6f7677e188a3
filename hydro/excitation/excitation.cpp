#include "hydro/excitation/excitation.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hydro/error.hpp"
#include "hydro/excitation/body_excitation.hpp"
#include "hydro/numerics/sincos.hpp"

namespace raftup::hydro {

void LinearExcitation::evaluate(const std::vector<HorizontalPose>& at, VectorXd& result) const {
  result = force;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const auto row = kDofs * static_cast<Eigen::Index>(i);
    const double turned = at[i].heading - poses[i].heading;
    const Vector3 distance(at[i].x - poses[i].x, at[i].y - poses[i].y,
                           turned - kTwoPi * nearest_integer(turned * kTurnsPerRadian));
    result.segment<kDofs>(row) += gradient.middleRows<kDofs>(row) * distance;
  }
}

class Excitation::Implementation {
 public:
  Implementation(const Database& database, const Sea& sea, std::vector<HorizontalPose> rest,
                 Options options)
      : sea_(sea), rest_(std::move(rest)), options_(options) {
    require(rest_.size() == database.bodies.size(),
            fmt::format("rest must have one pose per body of the database ({}), got {}",
                        database.bodies.size(), rest_.size()));
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      require(
          std::isfinite(rest_[i].x) && std::isfinite(rest_[i].y) && std::isfinite(rest_[i].heading),
          fmt::format("rest[{}] must be finite, got ({}, {}, {})", i, rest_[i].x, rest_[i].y,
                      rest_[i].heading));
      bodies_.emplace_back(database, static_cast<Eigen::Index>(i), sea, rest_[i].heading);
    }
  }

  void check(const std::vector<HorizontalPose>& poses) const {
    const std::vector<HorizontalPose>& actual = options_.at_body_position ? poses : rest_;
    require(actual.size() == bodies_.size(),
            fmt::format("poses must have one entry per body ({}), got {}", bodies_.size(),
                        actual.size()));
    for (std::size_t i = 0; i < bodies_.size(); ++i) bodies_[i].check(actual[i].heading);
  }

  void linearise(std::span<LinearExcitation> instants) {
    const auto size = kDofs * static_cast<Eigen::Index>(bodies_.size());
    for (LinearExcitation& instant : instants) {
      instant.force.resize(size);
      instant.gradient.resize(size, 3);
    }
    points_.resize(instants.size());
    sums_.resize(instants.size());
    for (std::size_t i = 0; i < bodies_.size(); ++i) linearise(i, instants);
  }

 private:
  void linearise(std::size_t body, std::span<LinearExcitation> instants) {
    for (std::size_t n = 0; n < instants.size(); ++n) {
      const HorizontalPose& pose =
          options_.at_body_position ? instants[n].poses[body] : rest_[body];
      points_[n] = bodies_[body].sum_point(instants[n].time, {pose.x, pose.y}, pose.heading);
      points_[n].with_gradient = options_.at_body_position && !instants[n].force_only;
    }
    sum_components(sea_.phases(), points_, sums_);
    const auto row = kDofs * static_cast<Eigen::Index>(body);
    for (std::size_t n = 0; n < instants.size(); ++n) {
      const double ramp = sea_.ramp(instants[n].time);
      instants[n].force.segment<kDofs>(row) = ramp * sums_[n].force;
      instants[n].gradient.middleRows<kDofs>(row) << ramp * sums_[n].per_x, ramp * sums_[n].per_y,
          ramp / BodyExcitation::kHeadingStep * sums_[n].per_u;
    }
  }

  Sea sea_;
  std::vector<HorizontalPose> rest_;
  Options options_;
  std::vector<BodyExcitation> bodies_;
  std::vector<SumPoint> points_;     ///< scratch
  std::vector<ForceGradient> sums_;  ///< scratch
};

Excitation::Excitation(const Database& database, const Sea& sea, std::vector<HorizontalPose> rest,
                       Options options)
    : implementation_(std::make_unique<Implementation>(database, sea, std::move(rest), options)) {}

Excitation::~Excitation() = default;
Excitation::Excitation(Excitation&&) noexcept = default;
Excitation& Excitation::operator=(Excitation&&) noexcept = default;

void Excitation::evaluate(double time, const std::vector<HorizontalPose>& poses, VectorXd& force) {
  check(poses);
  LinearExcitation instant{time, poses, true, {}, {}};
  linearise({&instant, 1});
  force = instant.force;
}

void Excitation::linearise(std::span<LinearExcitation> instants) {
  implementation_->linearise(instants);
}

void Excitation::check(const std::vector<HorizontalPose>& poses) const {
  implementation_->check(poses);
}

}  // namespace raftup::hydro
