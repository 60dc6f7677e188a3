#include "tests/bench/bullet_columns.hpp"

#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <cmath>

namespace raftup::bench {

struct BulletColumns::World {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broad_phase;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld dynamics{&dispatcher, &broad_phase, &solver, &configuration};
  btStaticPlaneShape plane{btVector3(0, 0, 1), 0};
  btBoxShape box{btVector3(0.5, 0.5, 0.5)};  // half of the edges
  std::vector<std::unique_ptr<btRigidBody>> bodies;
  std::vector<btVector3> first;

  void add(btCollisionShape& shape, btScalar mass, const btVector3& place) {
    btVector3 inertia(0, 0, 0);
    if (mass > 0) shape.calculateLocalInertia(mass, inertia);
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape, inertia);
    info.m_startWorldTransform.setIdentity();
    info.m_startWorldTransform.setOrigin(place);
    info.m_friction = static_cast<btScalar>(std::sqrt(0.6));  // of two, Bullet takes the product
    auto& body = bodies.emplace_back(std::make_unique<btRigidBody>(info));
    body->setActivationState(DISABLE_DEACTIVATION);
    dynamics.addRigidBody(body.get());
  }
};

BulletColumns::BulletColumns(int count, int iterations) : world_(std::make_unique<World>()) {
  world_->dynamics.getSolverInfo().m_numIterations = iterations;
  world_->dynamics.setGravity(btVector3(0, 0, static_cast<btScalar>(-9.80665)));
  world_->add(world_->plane, 0, btVector3(0, 0, 0));
  for (int column = 0; column < count; ++column) {
    for (int level = 0; level < 10; ++level) {
      world_->add(world_->box, 1000,
                  btVector3(static_cast<btScalar>(3 * column), 0,
                            static_cast<btScalar>(level) + static_cast<btScalar>(0.5)));
    }
  }
}

BulletColumns::~BulletColumns() {
  for (const auto& body : world_->bodies) world_->dynamics.removeRigidBody(body.get());
}

void BulletColumns::step(double duration) {
  world_->dynamics.stepSimulation(static_cast<btScalar>(duration), 0);
}

double BulletColumns::drift() {
  const bool begins = world_->first.empty();
  double largest = 0.0;
  for (std::size_t i = 0; i < world_->bodies.size(); ++i) {
    const btVector3& place = world_->bodies[i]->getWorldTransform().getOrigin();
    if (begins) world_->first.push_back(place);
    largest = std::max(largest, static_cast<double>((place - world_->first[i]).length()));
  }
  return largest;
}

}  // namespace raftup::bench
