#include "solver/loads/lines/catenary_lanes.hpp"

#include "hydro/numerics/lane_exponential.hpp"
#include "hydro/numerics/lane_logarithm.hpp"
#include "hydro/numerics/lane_roots.hpp"
#include "hydro/numerics/vector_width.hpp"

namespace raftup::solver {

namespace {

using Slope = CatenaryLanes::Slope;
using Reach = CatenaryLanes::Reach;
using Solved = CatenaryLanes::Solved;
using Task = CatenaryLanes::Task;
using Segment = CatenaryLanes::Segment;
using Whole = CatenaryLanes::Whole;

constexpr int kMostTrials = 400;
constexpr double kMostHalvings = 20.0;
/// Of the length, what may be left of both equations: all that rounding can tell; so little that
/// only rounding keeps a step of Newton's method from coming closer.
constexpr double kSpanConverged = 2e-15, kNearlyConverged = 1e-11;
constexpr double kLongestStep = 3.0;  ///< of ln H
constexpr double kNoSolution = 1e300;

struct Lines {
  const Segment* segments;
  std::size_t count;
  const Whole* whole;
};

// Flags are 1 or 0 in lanes: where a mask is kept and not chosen by at once, compilers take the
// lanes apart.
[[gnu::always_inline]] inline bool any(const Lanes& flags) { return fold(flags) > 0.0; }

[[gnu::always_inline]] inline void take_absolute(Lanes& v) { v = v < 0.0 ? -v : v; }

/// asinh a - asinh b for a >= b, without loss where they are close or where b is very negative.
/// @param ratio (a + b)/(root_a + root_b), root sqrt(1 + square)
[[gnu::always_inline]] inline void asinh_difference(const Lanes& a, const Lanes& b,
                                                    const Lanes& root_a, const Lanes& root_b,
                                                    const Lanes& ratio, const Lanes& difference,
                                                    Lanes& result) {
  const Lanes sum = a + b;
  const Lanes lower = sum < 0.0 ? -a : b, root = sum < 0.0 ? root_a : root_b;
  const Lanes ratio_up = sum < 0.0 ? -ratio : ratio;
  const Lanes inverse = 1.0 / (lower + root), reflected = root - lower;
  const Lanes shrunk = lower < 0.0 ? reflected : inverse;
  const Lanes growth = difference * (1.0 + ratio_up) * shrunk;
  logarithm_of_one_plus_lanes(growth, result);
}

/// Goes down a segment, or the `length` of it above the bottom, which it `touches` by its lower
/// end.
[[gnu::always_inline]] inline void hang(const Segment& segment, const Lanes& length,
                                        const Lanes& touches, const Lanes& H, const Lanes& per_H,
                                        Reach& to) {
  const Lanes zero{};
  const Lanes& softness = segment.softness.lanes();
  const Lanes& per_w = segment.per_weight.lanes();
  const Lanes drop = segment.weight.lanes() * length;
  const Lanes upper = to.vertical, hanging_end = upper - drop;
  const Lanes lower = touches > 0.0 ? zero : hanging_end;
  const Lanes stretch = length * softness;
  const Lanes a = upper * per_H, b = lower * per_H;
  Lanes root_a = 1.0 + a * a, root_b = 1.0 + b * b, angle;
  take_roots(root_a);
  take_roots(root_b);
  const Lanes ratio = (a + b) / (root_a + root_b);
  asinh_difference(a, b, root_a, root_b, ratio, drop * per_H, angle);
  angle *= per_w;
  const Lanes cosine_a = 1.0 / root_a, cosine_b = 1.0 / root_b;
  const Lanes turn = (a * cosine_a - b * cosine_b) * per_w;
  const Lanes coupling = (cosine_a - cosine_b) * per_w;
  to.vertical = lower;
  to.x.value += H * (stretch + angle);
  to.x.by_horizontal += stretch + (angle - turn);
  const Lanes shortening = (H * softness + cosine_a) * per_w;
  to.x.by_vertical += touches > 0.0 ? shortening : coupling;
  to.z.value += 0.5 * (upper + lower) * stretch + length * ratio;
  to.z.by_horizontal += coupling;
  to.z.by_vertical += stretch + turn;
}

/// Goes along a `length` on the bottom, with its derivative by V: of it only so much is drawn as
/// friction leaves tension for.
[[gnu::always_inline]] inline void lie(const Segment& segment, const Lanes& length,
                                       const Lanes& length_by_vertical, Reach& to) {
  const Lanes zero{};
  const Lanes& drag = segment.drag.lanes();
  const Lanes& softness = segment.softness.lanes();
  const Slope before = to.tension;
  const Lanes left = before.value - drag * length;
  const Lanes after = left > 0.0 ? left : zero;
  const Lanes spent = before.value * segment.per_drag.lanes();
  const Lanes drawn = left > 0.0 ? length : spent;
  to.lying += length;
  to.x.value += length + 0.5 * (before.value + after) * drawn * softness;
  to.x.by_horizontal += before.by_horizontal * drawn * softness;
  to.x.by_vertical +=
      length_by_vertical + (before.by_vertical * drawn + after * length_by_vertical) * softness;
  to.tension.value = after;
  const Lanes by_vertical = before.by_vertical - drag * length_by_vertical;
  to.tension.by_horizontal = left > 0.0 ? before.by_horizontal : zero;
  to.tension.by_vertical = left > 0.0 ? by_vertical : zero;
}

[[gnu::always_inline]] inline void go_down(const Lines& lines, const Lanes& H, const Lanes& V,
                                           Reach& to, Reach* after_each) {
  const Lanes zero{};
  const Lanes& on_bottom = lines.whole->on_bottom.lanes();
  const Lanes per_H = 1.0 / H;
  to = {};
  to.vertical = V;
  to.tension.value = H;
  to.tension.by_horizontal = zero + 1.0;
  Lanes lies{};
  for (std::size_t i = 0; i < lines.count; ++i) {
    const Segment& segment = lines.segments[i];
    const Lanes& length = segment.length.lanes();
    const Lanes& per_w = segment.per_weight.lanes();
    const Lanes hanging = to.vertical * per_w;
    const Lanes may_touch = on_bottom * (1.0 - lies);
    const Lanes touches = hanging < length ? may_touch : zero;
    const Lanes above = touches > 0.0 ? hanging : length;
    const Lanes hung = lies > 0.0 ? zero : above;
    hang(segment, hung, touches, H, per_H, to);
    lie(segment, length - hung, -touches * per_w, to);
    lies += touches;
    const Lanes below = to.vertical - (1.0 - lies) * segment.weight_below.lanes();
    const Lanes held = below < 0.0 ? zero : below;
    to.vertical = on_bottom > 0.0 ? held : below;
    if (after_each != nullptr) after_each[i] = to;
  }
}

[[gnu::always_inline]] inline void reach_in_lanes(const Lines& lines, const LaneArray& horizontal,
                                                  const LaneArray& vertical, Reach& to,
                                                  Reach* after_each) {
  go_down(lines, horizontal.lanes(), vertical.lanes(), to, after_each);
}

/// H and V of a parabola, or of a straight line where the distance is longer than the line.
[[gnu::always_inline]] inline void guess(const Whole& whole, const Lanes& x, const Lanes& z,
                                         Lanes& H, Lanes& V) {
  const Lanes& length = whole.length.lanes();
  const Lanes& weight = whole.weight.lanes();
  const Lanes squared_distance = x * x + z * z;
  const Lanes slack = 3.0 * ((length * length - z * z) / (x * x) - 1.0), no_less = Lanes{} + 3e-3;
  Lanes distance = squared_distance, bend = slack > no_less ? slack : no_less, decay;
  take_roots(distance);
  take_roots(bend);
  const Lanes exponent = -2.0 * bend;
  exponential_of_lanes(exponent, decay);
  const Lanes sag = 0.5 * weight * (z * (1.0 + decay) / (length * (1.0 - decay)) + 1.0);
  const Lanes least = 1e-3 * weight;
  const Lanes lifted = sag < least ? least : sag;
  const Lanes hanging = whole.on_bottom.lanes() > 0.0 ? lifted : sag;
  const Lanes pull = (distance - length) / (whole.softness.lanes() * distance);
  const Lanes of_parabola = 0.5 * weight * x / (length * bend), of_line = pull * x;
  const Lanes of_taut = pull * z + 0.5 * weight;
  H = distance > length ? of_line : of_parabola;
  V = distance > length ? of_taut : hanging;
}

/// What is missing of both equations, and Newton's step of ln H and V to it.
[[gnu::always_inline]] inline void find_step(const Reach& reached, const Lanes& x, const Lanes& z,
                                             const Lanes& H, const Lanes& V, const Lanes& on_bottom,
                                             Lanes& turn, Lanes& lift) {
  const Lanes dx = x - reached.x.value, dz = z - reached.z.value;
  const Lanes per_determinant = 1.0 / (H * (reached.x.by_horizontal * reached.z.by_vertical -
                                            reached.x.by_vertical * reached.z.by_horizontal));
  turn = (dx * reached.z.by_vertical - dz * reached.x.by_vertical) * per_determinant;
  lift = H * (dz * reached.x.by_horizontal - dx * reached.z.by_horizontal) * per_determinant;
  Lanes size = turn;
  take_absolute(size);
  const Lanes one = Lanes{} + 1.0, zero{};
  if (any(size > kLongestStep ? one : zero)) {
    const Lanes shorter = kLongestStep / size;
    const Lanes scale = size > kLongestStep ? shorter : one;
    turn *= scale;
    lift *= scale;
  }
  const Lanes end = V + lift, most_down = -0.9 * V;
  const Lanes above = end > 0.0 ? lift : most_down;
  lift = on_bottom > 0.0 ? above : lift;
}

[[gnu::always_inline]] inline void find_missing(const Reach& reached, const Lanes& x,
                                                const Lanes& z, Lanes& missing) {
  Lanes across = x - reached.x.value, down = z - reached.z.value;
  take_absolute(across);
  take_absolute(down);
  const Lanes larger = across > down ? across : down, none = Lanes{} + kNoSolution;
  const Lanes sum = across + down;
  missing = sum < kNoSolution ? larger : none;  // also of no number
}

[[gnu::always_inline]] inline void take(const Lanes& where, const Slope& from, Slope& to) {
  to.value = where > 0.0 ? from.value : to.value;
  to.by_horizontal = where > 0.0 ? from.by_horizontal : to.by_horizontal;
  to.by_vertical = where > 0.0 ? from.by_vertical : to.by_vertical;
}

[[gnu::always_inline]] inline void take(const Lanes& where, const Reach& from, Reach& to) {
  take(where, from.x, to.x);
  take(where, from.z, to.z);
  take(where, from.tension, to.tension);
  to.vertical = where > 0.0 ? from.vertical : to.vertical;
  to.lying = where > 0.0 ? from.lying : to.lying;
}

/// e^t as Newton's method needs it: close for small t and positive for all.
[[gnu::always_inline]] inline void grow(const Lanes& t, Lanes& result) {
  const Lanes even = 1.0 + t * t * (1.0 / 12.0), odd = 0.5 * t;
  result = (even + odd) / (even - odd);
}

[[gnu::always_inline]] inline void solve_in_lanes(const Lines& lines, const Task& task,
                                                  Solved& solved) {
  const Lanes x = task.x.lanes(), z = task.z.lanes(), zero{}, one = zero + 1.0;
  const Lanes& on_bottom = lines.whole->on_bottom.lanes();
  const Lanes converged = kSpanConverged * lines.whole->length.lanes();
  const Lanes nearly = kNearlyConverged * lines.whole->length.lanes();
  const Lanes begin_H = task.begin_H.lanes(), begin_V = task.begin_V.lanes();
  const Lanes unknown = begin_H > 0.0 ? zero : task.wanted.lanes();
  Lanes H = begin_H, V = begin_V, error, turn, lift, halvings{};
  Reach at;
  if (any(unknown)) {
    guess(*lines.whole, x, z, H, V);
    H = begin_H > 0.0 ? begin_H : H;
    V = begin_H > 0.0 ? begin_V : V;
  }
  go_down(lines, H, V, solved.reached, nullptr);
  find_missing(solved.reached, x, z, error);
  find_step(solved.reached, x, z, H, V, on_bottom, turn, lift);
  Lanes active = error > converged ? task.wanted.lanes() : zero;
  for (int trial = 0; trial < kMostTrials && any(active); ++trial) {
    Lanes growth, missing, next_turn, next_lift;
    grow(turn, growth);
    const Lanes tried = H * growth, lifted = V + lift;
    go_down(lines, tried, lifted, at, nullptr);
    find_missing(at, x, z, missing);
    const Lanes closer = missing < error ? active : zero;
    const Lanes is_last = halvings < kMostHalvings - 1.0 ? zero : one;
    const Lanes exhausted = error > nearly ? is_last : one;
    const Lanes goes_on = active * (1.0 - (1.0 - closer) * exhausted);
    H = closer > 0.0 ? tried : H;
    V = closer > 0.0 ? lifted : V;
    error = closer > 0.0 ? missing : error;
    take(closer, at, solved.reached);
    active = error > converged ? goes_on : zero;
    find_step(solved.reached, x, z, H, V, on_bottom, next_turn, next_lift);
    const Lanes half_turn = 0.5 * turn, half_lift = 0.5 * lift, more = halvings + 1.0;
    turn = closer > 0.0 ? next_turn : half_turn;
    lift = closer > 0.0 ? next_lift : half_lift;
    halvings = closer > 0.0 ? zero : more;
  }
  solved.horizontal.lanes() = H;
  solved.vertical.lanes() = V;
  solved.missing.lanes() = error;
}

}  // namespace

void CatenaryLanes::put(std::size_t lane, const std::vector<CatenarySegment>& segments,
                        bool on_bottom, double friction) {
  Segment none;
  none.weight.fill(1.0);
  none.per_weight.fill(1.0);
  if (segments_.size() < segments.size()) segments_.resize(segments.size(), none);
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const CatenarySegment& from = segments[i];
    Segment& to = segments_[i];
    to.length[lane] = from.length;
    to.weight[lane] = from.weight;
    to.per_weight[lane] = 1.0 / from.weight;
    to.softness[lane] = 1.0 / from.stiffness;
    to.weight_below[lane] = from.weight_below;
    to.drag[lane] = friction * from.weight;
    to.per_drag[lane] = friction > 0.0 ? 1.0 / to.drag[lane] : 0.0;
    whole_.length[lane] += from.length;
    whole_.weight[lane] += from.weight * from.length + from.weight_below;
    whole_.softness[lane] += from.length / from.stiffness;
  }
  whole_.on_bottom[lane] = on_bottom ? 1.0 : 0.0;
}

void CatenaryLanes::reach(const LaneArray& horizontal, const LaneArray& vertical, Reach& to,
                          Reach* after_each) const {
  const Lines lines{segments_.data(), segments_.size(), &whole_};
  at_full_width<reach_in_lanes>(lines, horizontal, vertical, to, after_each);
}

void CatenaryLanes::solve(const Task& task, Solved& solved) const {
  const Lines lines{segments_.data(), segments_.size(), &whole_};
  at_full_width<solve_in_lanes>(lines, task, solved);
}

}  // namespace raftup::solver
