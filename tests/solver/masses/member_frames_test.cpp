// Bodies that tilt and turn, in the hydro frames of their added mass and back.
#include "solver/water/masses/member_frames.hpp"

#include "tests/solver/masses/scene.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/matrices.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

const Matrix3 kFixed = exponential({0.1, 0.2, -0.7}).toRotationMatrix();

/// Every way in which the two members 2 and 0 of three bodies may have their frames.
std::vector<MemberFrames> every_frame() {
  std::vector<MemberFrames> frames;
  for (const HydroFrame frame : {HydroFrame::kHeading, HydroFrame::kBody, HydroFrame::kWorld}) {
    frames.emplace_back(std::vector<std::size_t>{2, 0}, frame, kFixed);
  }
  frames.emplace_back(std::vector<std::size_t>{2, 0}, 2);
  return frames;
}

BodyVectors scattered_vectors(std::size_t count, unsigned seed) {
  BodyVectors vectors(count);
  for (std::size_t i = 0; i < count; ++i) {
    vectors[i] = scattered(6, 1, seed + static_cast<unsigned>(i));
  }
  return vectors;
}

/// The bodies of a scene as they go on with their angular velocities [rad/s] for a while.
Kinematics turned_on(const Kinematics& bodies, double duration) {
  Kinematics moved = bodies;
  for (BodyKinematics& body : moved) {
    const Vector3 turn = duration * body.velocity.tail<3>();
    body.place(body.position, exponential(turn) * body.attitude);
  }
  return moved;
}

Matrix3 rotation_of(MemberFrames& frames, std::size_t member, const Kinematics& bodies) {
  VectorXd unused(12);
  frames.turn_in(bodies, BodyVectors(bodies.size(), Vector6::Zero()), unused);
  return frames.rotation(member);
}

}  // namespace

TEST_CASE("member frames: Q A Q^T x is Q (A (Q^T x)), and bodies that are no members stay out",
          "[solver][added_mass]") {
  const Scene scene(3);
  const MatrixXd A = scattered(12, 12, 5);
  for (MemberFrames& frames : every_frame()) {
    const BodyVectors x = scattered_vectors(3, 11);
    BodyVectors product(3, Vector6::Zero());
    VectorXd in_frames(12);
    frames.turn_in(scene.kinematics, x, in_frames);
    frames.turn_out(A * in_frames, 2.0, product);
    VectorXd stacked(12);
    stacked << x[2], x[0];
    const VectorXd expected = 2.0 * frames.in_world(scene.kinematics, A) * stacked;
    CHECK((product[2] - expected.head<6>()).norm() < 1e-13);
    CHECK((product[0] - expected.tail<6>()).norm() < 1e-13);
    CHECK(product[1].isZero(0.0));
    CHECK(in_frames.norm() == Approx(stacked.norm()).epsilon(1e-14));
  }
}

TEST_CASE("member frames: each turns by dR/dt = R [w x], w in the frame", "[solver][added_mass]") {
  Scene scene(3);
  for (std::size_t i = 0; i < 3; ++i) {
    scene.kinematics[i].velocity.tail<3>() << 0.3 - 0.2 * static_cast<double>(i), -0.4, 0.5;
  }
  constexpr double kSlight = 1e-4;  // s: central differences to 1e-9, with round-off
  for (MemberFrames& frames : every_frame()) {
    for (const std::size_t member : {0, 1}) {
      const Matrix3 ahead = rotation_of(frames, member, turned_on(scene.kinematics, kSlight));
      const Matrix3 behind = rotation_of(frames, member, turned_on(scene.kinematics, -kSlight));
      const Matrix3 rate = (ahead - behind) / (2.0 * kSlight);
      const Matrix3 R = rotation_of(frames, member, scene.kinematics);
      CHECK((rate - R * cross_matrix(frames.turning(member, scene.kinematics))).norm() < 1e-8);
    }
  }
}

TEST_CASE("member frames: all in the axes of one body share its rotation", "[solver][added_mass]") {
  const Scene scene(3);
  MemberFrames frames({2, 0}, 2);
  CHECK(rotation_of(frames, 0, scene.kinematics) == scene.kinematics[2].rotation);
  CHECK(rotation_of(frames, 1, scene.kinematics) == scene.kinematics[2].rotation);
  CHECK(frames.frame_body(1) == 2);
}
