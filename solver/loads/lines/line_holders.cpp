#include "solver/loads/lines/line_holders.hpp"

#include <algorithm>
#include <cmath>

#include "solver/model/loads/elastic_line.hpp"

namespace raftup::solver {

namespace {

/// Returns sin(x)/x.
double cardinal_sine(double x) { return std::abs(x) < 1e-4 ? 1.0 - x * x / 6.0 : std::sin(x) / x; }

Matrix6 at_arms(const Matrix3& A, const Vector3& row, const Vector3& column) {
  const Matrix3 turned = A * cross_matrix(column);
  Matrix6 sum;
  sum << A, -turned, cross_matrix(row) * A, -cross_matrix(row) * turned;
  return sum;
}

}  // namespace

LineHolders::LineHolders(const ElasticLine& line, const rods::DiscreteRod& rod, const Model& model)
    : first_count_(rod.kept_first()) {
  const std::size_t last = rod.nodes().size() - 1;
  const auto hold = [&](const std::string& body, const Vector3& point, std::size_t node) {
    points_.emplace_back(body, point, model);
    nodes_.push_back(node);
  };
  if (line.end_a.direction) {
    const double link = rod.elements().front().length;
    hold(line.end_a.body, line.end_a.point - link * line.end_a.direction->normalized(), 0);
    hold(line.end_a.body, line.end_a.point, 1);
  } else {
    hold(line.end_a.body, line.end_a.point, 0);
  }
  const Vector3 point = line.end_b.anchor.value_or(line.end_b.point);
  if (!line.end_b.free && line.end_b.direction) {
    const double link = rod.elements().back().length;
    hold(line.end_b.body, point, last - 1);
    hold(line.end_b.body, point - link * line.end_b.direction->normalized(), last);
  } else if (!line.end_b.free) {
    hold(line.end_b.body, point, last);
  }
  group_points();
}

std::vector<Vector3> LineHolders::positions(const Kinematics& bodies) const {
  std::vector<Vector3> positions;
  for (const Attachment& point : points_) positions.push_back(point.position(bodies));
  return positions;
}

std::vector<Vector3> LineHolders::velocities(const Kinematics& bodies) const {
  std::vector<Vector3> velocities;
  for (const Attachment& point : points_) velocities.push_back(point.velocity(bodies));
  return velocities;
}

std::vector<Vector3> LineHolders::centripetal(const Kinematics& bodies) const {
  std::vector<Vector3> accelerations;
  for (const Attachment& point : points_) {
    Vector3& acceleration = accelerations.emplace_back(Vector3::Zero());
    if (!point.body()) continue;
    const Vector3 omega = bodies[*point.body()].velocity.tail<3>();
    acceleration = omega.cross(omega.cross(point.arm(bodies)));
    if (point.is_flexible()) acceleration += 2.0 * omega.cross(point.modal_velocity(bodies));
  }
  return accelerations;
}

void LineHolders::find_mean_velocities(const Kinematics& middle, double h,
                                       std::vector<Vector3>& velocities) const {
  velocities.clear();
  for (const Attachment& point : points_) {
    Vector3& velocity = velocities.emplace_back(Vector3::Zero());
    if (!point.body()) continue;
    const Vector6& twist = middle[*point.body()].velocity;
    const Vector3 omega = twist.tail<3>();
    velocity =
        twist.head<3>() + cardinal_sine(0.5 * h * omega.norm()) * omega.cross(point.arm(middle));
    if (!point.is_flexible()) continue;
    const Vector3 by_modes = point.modal_velocity(middle);
    const double quarter = cardinal_sine(0.25 * h * omega.norm());  // 1 - cos x = 2 sin^2(x/2)
    velocity += by_modes + 0.125 * h * h * quarter * quarter * omega.cross(omega.cross(by_modes));
  }
}

void LineHolders::add_forces(std::span<const Vector3> forces, const Kinematics& bodies,
                             BodyVectors& wrenches) const {
  for (std::size_t i = 0; i < points_.size(); ++i) {
    points_[i].add_force(forces[i], bodies, wrenches);
  }
}

double LineHolders::power(std::span<const Vector3> forces, const Kinematics& bodies) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    sum += forces[i].dot(points_[i].velocity(bodies));
  }
  return sum;
}

void LineHolders::add_jacobian(const MatrixXd& A, bool is_damping, const Kinematics& bodies,
                               LoadJacobian& jacobian) const {
  // The points of a body are added at once, since a pair of bodies may be added only once.
  for (std::size_t a = 0; a < moved_.size(); ++a) {
    for (std::size_t b = 0; b <= a; ++b) {
      const std::size_t row = moved_[a].body, column = moved_[b].body;
      Matrix6 sum = Matrix6::Zero();
      for (const std::size_t i : moved_[a].points) {
        for (const std::size_t k : moved_[b].points) {
          const Matrix3 block =
              A.block<3, 3>(3 * static_cast<Eigen::Index>(i), 3 * static_cast<Eigen::Index>(k));
          sum += between(block, moved_[a], i, moved_[b], k, bodies);
        }
      }
      if (row < column) sum.transposeInPlace();
      const Matrix6 none = Matrix6::Zero();
      jacobian.add(std::max(row, column), std::min(row, column), is_damping ? none : sum,
                   is_damping ? sum : none);
    }
  }
}

Matrix6 LineHolders::between(const Matrix3& A, const MovedPoints& row, std::size_t i,
                             const MovedPoints& column, std::size_t k,
                             const Kinematics& bodies) const {
  if (!row.by_modes && !column.by_modes) {
    return at_arms(A, points_[i].arm(bodies), points_[k].arm(bodies));
  }
  return points_[i].motion_map(row.body, bodies).transpose() * A *
         points_[k].motion_map(column.body, bodies);
}

void LineHolders::group_points() {
  moved_.clear();
  for (std::size_t i = 0; i < points_.size(); ++i) {
    for (const std::size_t body : points_[i].moved_by()) {
      const auto known = std::find_if(moved_.begin(), moved_.end(),
                                      [&](const MovedPoints& moved) { return moved.body == body; });
      if (known == moved_.end()) {
        moved_.push_back({body, body != points_[i].body(), {i}});
      } else {
        known->points.push_back(i);
      }
    }
  }
}

void LineHolders::append(const LineHolders& other) {
  points_.insert(points_.end(), other.points_.begin(), other.points_.end());
  nodes_.insert(nodes_.end(), other.nodes_.begin(), other.nodes_.end());
  group_points();
}

void LineHolders::add_turning(std::span<const Vector3> forces, const Kinematics& bodies,
                              LoadJacobian& jacobian) const {
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const auto body = points_[i].body();
    if (!body) continue;
    Matrix6 turning = Matrix6::Zero();
    turning.bottomRightCorner<3, 3>() =
        -cross_matrix(forces[i]) * cross_matrix(points_[i].arm(bodies));
    jacobian.add(*body, *body, turning, Matrix6::Zero());
    add_turning_of_modes(points_[i].with(forces[i], bodies), jacobian);
  }
}

std::vector<std::size_t> LineHolders::bodies() const {
  std::vector<std::size_t> all;
  for (const MovedPoints& moved : moved_) all.push_back(moved.body);
  std::sort(all.begin(), all.end());
  return all;
}

MatrixXd LineHolders::motion_map(const Kinematics& bodies) const {
  const std::vector<std::size_t> holding = this->bodies();
  MatrixXd map = MatrixXd::Zero(3 * static_cast<Eigen::Index>(points_.size()),
                                6 * static_cast<Eigen::Index>(holding.size()));
  for (const MovedPoints& moved : moved_) {
    const auto place =
        std::lower_bound(holding.begin(), holding.end(), moved.body) - holding.begin();
    for (const std::size_t i : moved.points) {
      map.block<3, 6>(3 * static_cast<Eigen::Index>(i), 6 * place) =
          points_[i].motion_map(moved.body, bodies);
    }
  }
  return map;
}

Kinematics halfway(const Kinematics& start, double h) {
  Kinematics middle = start;
  for (BodyKinematics& body : middle) {
    const Vector6 way = 0.5 * h * body.velocity;
    body.place(body.position + way.head<3>(),
               (exponential(way.tail<3>()) * body.attitude).normalized());
  }
  return middle;
}

}  // namespace raftup::solver
