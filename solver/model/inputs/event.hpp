#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "solver/description/fields.hpp"

namespace raftup::solver {

/// The condition under which an event fires: a number of an output is above or below a level while
/// the event is armed. Without `rearm` the event is armed from the start. With `rearm` it is armed
/// as soon as the number is on the side of `rearm` that is away from the level. After it has fired,
/// it must be armed in this way before it can fire again.
struct EventCondition {
  std::string output;
  std::size_t component = 0;  ///< index of the number among the numbers of the output
  /// The level, in the unit of the output: the event fires while the number is above it. Exactly
  /// one of `above` and `below` is given.
  std::optional<double> above;
  /// the level, in the unit of the output: the event fires while the number is below it
  std::optional<double> below;
  /// the level at which the event is armed [unit of the output]; none: the level itself
  std::optional<double> rearm;
  /// Time for which the number must be above or below the level without interruption before the
  /// event fires [s].
  double dwell = 0.0;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("output", self.output);
    field("component", self.component);
    field("above", self.above);
    field("below", self.below);
    field("rearm", self.rearm);
    field("dwell", self.dwell, {"s", Bound::kNotNegative});
  }

  double level() const { return above ? *above : *below; }
  bool is_beyond(double number) const { return above ? number > *above : number < *below; }
  /// True if a number arms the event: it is below `rearm` if the event watches for a number above
  /// its level, and above `rearm` otherwise.
  bool rearms(double number) const {
    return above ? number < rearm.value_or(level()) : number > rearm.value_or(level());
  }
};

/// The value that an event writes to an input, to a channel of a load or to a drive of a joint. It
/// is reached at once or along a straight line in time [s] from the present value.
struct EventSetting {
  std::string input;          ///< name of an input that has no source; clients cannot write it then
  std::string load, channel;  ///< alternatively, a command of a load, see LoadCommand
  std::string joint;      ///< alternatively, the joint with the drive to command, see JointCommand
  std::size_t drive = 0;  ///< index of the drive in the joint
  std::vector<double> value;  ///< value in the units of the input or command
  /// time in which the value changes linearly from the present one [s]; 0: at once
  double over = 0.0;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("input", self.input);
    field("load", self.load);
    field("channel", self.channel);
    field("joint", self.joint);
    field("drive", self.drive);
    field("value", self.value);
    field("over", self.over, {"s", Bound::kNotNegative});
  }
};

/// A drive of a joint.
struct DriveName {
  std::string joint;
  std::size_t drive = 0;  ///< among the drives of the joint

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("joint", self.joint);
    field("drive", self.drive);
  }
};

/// The end of a run.
struct EventEnd {
  std::string reason;  ///< any text, which clients are told

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("reason", self.reason);
  }
};

/// What an event does when it fires, or after a delay. The names in `enable` and `disable` are
/// those of loads, joints and contact readers.
struct EventAction {
  std::vector<std::string> enable;   ///< names of what is switched on
  std::vector<std::string> disable;  ///< names of what is switched off
  std::optional<EventSetting> set;
  double delay = 0.0;  ///< time from the firing of the event to this action [s]
  /// a lock that is switched on and keeps the position that its dof has when the event fires
  std::optional<DriveName> hold = {};
  /// a drive that is switched off
  std::optional<DriveName> release = {};
  std::optional<EventEnd> end = {};  ///< the run is complete where this action acts
  std::string mark = {};             ///< any text, which clients are told; empty: nothing

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("enable", self.enable);
    field("disable", self.disable);
    field("set", self.set);
    field("hold", self.hold, FieldRule().added_late());
    field("release", self.release, FieldRule().added_late());
    field("end", self.end, FieldRule().added_late());
    field("mark", self.mark, FieldRule().added_late());
    field("delay", self.delay, {"s", Bound::kNotNegative});
  }
};

/// An event fires at a given time [s] or when an output passes a level, and then performs its
/// actions. Events are evaluated at the start of each step, t_n = n h with t = 0 as the first, with
/// the outputs at that instant, in their order in the model. Actions without a delay apply from
/// that step on.
struct Event {
  std::string name;
  std::optional<double> at;  ///< time at which the event fires [s]: the first t_n >= at - 1e-9 h
  /// condition under which it fires; used if `at` is not given
  std::optional<EventCondition> when;
  double after = 0.0;  ///< first time at which `when` is evaluated [s]
  /// last time at which `when` is evaluated [s]
  double before = std::numeric_limits<double>::infinity();
  bool once = true;
  std::vector<EventAction> actions;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field("at", self.at, {"s", Bound::kNotNegative});
    field("when", self.when);
    field("after", self.after, {"s", Bound::kNotNegative});
    field("before", self.before, {"s", Bound::kPositiveOrInfinite});
    field("once", self.once);
    field("do", self.actions);
  }
  /// What the event does, in words such as "disable guide; mark: weak link".
  std::string text() const;
};

/// The present state of an event of a model.
struct EventState {
  std::int64_t count = 0;  ///< number of times that it has fired
  bool armed = true;
  bool active = false;  ///< true from the time when it fires until it is armed again
  /// First step of the uninterrupted series of steps, up to now, in which the armed event's number
  /// is beyond its level; -1 if it is not beyond the level.
  std::int64_t beyond_since = -1;
  /// Step with which the run ends because of an action of the event; -1: it does not end.
  std::int64_t ends_at = -1;

  /// Visits all fields except ends_at, which serialize() writes in a later part of the bytes.
  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("count", self.count);
    field("armed", self.armed);
    field("active", self.active);
    field("beyond_since", self.beyond_since);
  }
};

}  // namespace raftup::solver
