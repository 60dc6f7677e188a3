#pragma once

#include <memory>
#include <vector>

namespace raftup::bench {

/// The scene of contact_benchmark in Bullet: columns of ten unit boxes
/// of 1000 kg on a plane, 3 m apart, friction .6, gravity 9.80665 m/s2, nothing put to sleep.
class BulletColumns {
 public:
  /// @param iterations of its solver in a step; Bullet's default, 10, does not hold the columns
  BulletColumns(int count, int iterations);
  ~BulletColumns();
  BulletColumns(const BulletColumns&) = delete;
  BulletColumns& operator=(const BulletColumns&) = delete;

  void step(double duration);
  /// By how much the box that has moved furthest since the first call is off [m].
  double drift();

 private:
  struct World;
  std::unique_ptr<World> world_;
};

}  // namespace raftup::bench
