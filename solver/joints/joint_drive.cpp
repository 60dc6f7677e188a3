#include "solver/joints/joint_drive.hpp"

#include <cmath>
#include <numbers>

namespace raftup::solver {

namespace {

RowLaw held_within(double force_limit, bool holds_position) {
  RowLaw law;
  law.lower = -force_limit;
  law.upper = force_limit;
  law.holds_position = holds_position;
  return law;
}

struct RowCounter {
  int operator()(const SpringDamper&) const { return 0; }
  int operator()(const TableDrive&) const { return 0; }
  int operator()(const Range&) const { return 2; }
  template <typename Other>
  int operator()(const Other&) const {
    return 1;
  }
};

struct CommandReader {
  double operator()(const SpringDamper& spring) const { return spring.rest; }
  double operator()(const Motor& motor) const { return motor.speed; }
  double operator()(const LockDrive& lock) const { return lock.position; }
  template <typename Other>
  double operator()(const Other&) const {
    return 0.0;
  }
};

struct LawWriter {
  ConstraintBlock& block;

  void operator()(const SpringDamper&) const {}
  void operator()(const TableDrive&) const {}
  void operator()(const Motor& motor) const {
    block.laws[0] = held_within(motor.force_limit, false);
    block.laws[0].target_speed = motor.speed;
  }
  void operator()(const LockDrive& lock) const {
    block.laws[0] = held_within(lock.force_limit, true);
  }
  void operator()(const FrictionDrive& friction) const {
    block.laws[0] = held_within(friction.force, false);
  }
  void operator()(const Range& range) const {
    RowLaw law;
    law.lower = 0.0;
    law.upper = range.force_limit;
    law.restitution = range.restitution;
    block.laws[0] = block.laws[1] = law;
  }
};

struct RowWriter {
  ConstraintRow x;
  bool is_angle;
  double command;
  ConstraintBlock& block;

  void operator()(const SpringDamper&) const {}
  void operator()(const TableDrive&) const {}
  void operator()(const Motor&) const {
    write_row(from(x.value), 1.0, 0, block);
    block.laws[0].target_speed = command;
  }
  void operator()(const FrictionDrive&) const { write_row(from(x.value), 1.0, 0, block); }
  void operator()(const LockDrive&) const { write_row(from(command), 1.0, 0, block); }
  void operator()(const Range& range) const {
    // From the middle, so that an angle jumps by 2 pi as far from both stops as can be.
    const double middle = 0.5 * (range.minimum + range.maximum);
    const double reach = 0.5 * (range.maximum - range.minimum);
    const ConstraintRow centered = from(middle);
    write_row(centered, 1.0, 0, block);
    write_row(centered, -1.0, 1, block);
    block.violation[0] += reach;
    block.violation[1] += reach;
  }

 private:
  ConstraintRow from(double reference) const {
    ConstraintRow row = x;
    row.value = displacement(x.value, reference, is_angle);
    return row;
  }
};

}  // namespace

int drive_row_count(const JointDrive& drive) { return std::visit(RowCounter{}, drive.kind); }

bool accepts_command(const JointDrive& drive) {
  return std::holds_alternative<SpringDamper>(drive.kind) ||
         std::holds_alternative<Motor>(drive.kind) || std::holds_alternative<LockDrive>(drive.kind);
}

double initial_command(const JointDrive& drive) { return std::visit(CommandReader{}, drive.kind); }

bool needs_impulses(const JointDrive& drive) {
  ConstraintBlock block;
  write_drive_laws(drive, block);
  return drive_row_count(drive) > 0 && block.laws[0].bounded();
}

void write_drive_laws(const JointDrive& drive, ConstraintBlock& block) {
  std::visit(LawWriter{block}, drive.kind);
}

void write_drive_rows(const JointDrive& drive, const ConstraintRow& x, bool is_angle,
                      double command, ConstraintBlock& block) {
  std::visit(RowWriter{x, is_angle, command, block}, drive.kind);
}

double displacement(double x, double reference, bool is_angle) {
  const double difference = x - reference;
  return is_angle ? with_turns(difference, 0.0) : difference;
}

double with_turns(double x, double near) {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  return x - kTurn * std::round((x - near) / kTurn);
}

}  // namespace raftup::solver
