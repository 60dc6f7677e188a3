#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "solver/description/fields.hpp"

namespace raftup::solver {

/// When an event fires that watches an output: where a number of it lies beyond a level. It is armed
/// at the start, with `rearm` only after the number has been on the other side of that; it fires
/// once, or each time that it has been armed again by the other side of `rearm`.
struct EventCondition {
  std::string output;
  std::size_t component = 0;    ///< of the numbers of the output
  std::optional<double> above;  ///< fires above it, unit of the output; one of the two is given
  std::optional<double> below;  ///< fires below it
  std::optional<double> rearm;  ///< unit of the output; none = the level itself
  double dwell = 0.0;           ///< s: it must lie beyond the level for so long

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
  /// True on the other side of `rearm`.
  bool rearms(double number) const {
    return above ? number < rearm.value_or(level()) : number > rearm.value_or(level());
  }
};

/// What an event gives to an input, to a channel of a load or to a drive of a joint: a value, at once
/// or along a straight line from the present one.
struct EventSetting {
  std::string input;          ///< of an input that no client writes and that has no source
  std::string load, channel;  ///< or a command of a load, see LoadCommand
  std::string joint;          ///< or the command of a drive, see JointCommand
  std::size_t drive = 0;      ///< among the drives of the joint
  std::vector<double> value;  ///< in the units of what is set
  double over = 0.0;          ///< s, from the present value to this one

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

/// What an event does when it fires, or later. Loads, joints and contact readers are named alike.
struct EventAction {
  std::vector<std::string> enable;   ///< loads, joints and contact readers that act from then on
  std::vector<std::string> disable;  ///< loads, joints and contact readers that act no more
  std::optional<EventSetting> set;
  double delay = 0.0;                  ///< s, after it has fired
  std::optional<DriveName> hold = {};  ///< a lock, which acts from then on at the present position
  std::optional<DriveName> release = {};  ///< a drive that acts no more

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("enable", self.enable);
    field("disable", self.disable);
    field("set", self.set);
    field("hold", self.hold, FieldRule().added_late());
    field("release", self.release, FieldRule().added_late());
    field("delay", self.delay, {"s", Bound::kNotNegative});
  }
};

/// Something that happens once at a time, or when an output passes a level, and what it does then.
/// It is looked at where each step begins, t_n = n h with t = 0, on the outputs of that instant, in
/// the order of the model; what it does holds from that step on.
struct Event {
  std::string name;
  std::optional<double> at;            ///< s: fires where the first t_n >= at - 1e-9 h begins
  std::optional<EventCondition> when;  ///< or where this holds
  double after = 0.0;                  ///< s: `when` is looked at from here
  double before = std::numeric_limits<double>::infinity();  ///< s: to here
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
};

/// How far an event of a model is.
struct EventState {
  std::int64_t count = 0;  ///< how often it has fired
  bool armed = true;
  bool active = false;  ///< true from when it fires until it is armed again
  /// Step at which the number began to lie beyond the level; -1 where it does not.
  std::int64_t beyond_since = -1;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("count", self.count);
    field("armed", self.armed);
    field("active", self.active);
    field("beyond_since", self.beyond_since);
  }
};

}  // namespace raftup::solver
