#include "solver/loads/lines/catenary_lanes.hpp"

#include "hydro/numerics/lane_exponential.hpp"
#include "hydro/numerics/lane_logarithm.hpp"
#include "hydro/numerics/lane_roots.hpp"
#include "hydro/numerics/vector_width.hpp"

namespace raftup::solver {

namespace {

using Solved = CatenaryLanes::Solved;
using Task = CatenaryLanes::Task;
using Segment = CatenaryLanes::Segment;
using Whole = CatenaryLanes::Whole;

constexpr int kMostTrials = 400;
/// Number of halvings of a Newton step after which the iteration ends. 2^-20 of a step of 3 in ln H
/// changes the horizontal tension H by 3e-6 of its value. Chosen, not swept.
constexpr double kMostHalvings = 20.0;
/// Errors relative to the length: the error at which the iteration ends, near rounding, and the
/// error below which only rounding can prevent a Newton step from reducing it.
constexpr double kSpanConverged = 2e-15, kNearlyConverged = 1e-11;
constexpr double kLongestStep = 3.0;   ///< largest step of ln H
constexpr double kNoSolution = 1e300;  ///< used for errors that are infinite or NaN

/// Refers to kWidth lanes of a block of lines, beginning with `lane`. All eight lanes together
/// would not fit into the registers of most processors.
template <std::size_t kWidth>
struct Lines {
  using Some = typename SomeLanes<kWidth>::Type;

  const std::vector<Segment>& segments;
  const Whole& whole;
  std::size_t lane;

  [[gnu::always_inline]] const Some& of(const LaneArray& all) const {
    return all.some<kWidth>(lane);
  }
  [[gnu::always_inline]] Some& of(LaneArray& all) const { return all.some<kWidth>(lane); }
};

/// CatenaryLanes::Slope and Reach for some of the lanes.
template <typename Some>
struct Slope {
  Some value{}, by_horizontal{}, by_vertical{};
};
template <typename Some>
struct Reach {
  Slope<Some> x, z, tension;
  Some vertical{}, lying{};
};

// Flags have the value 1 or 0 in each lane. Masks that are kept for later use would make compilers
// process each lane separately.
template <typename Some>
[[gnu::always_inline]] inline bool any(const Some& flags) {
  constexpr std::size_t kHalf = sizeof(Some) / sizeof(double) / 2;
  double sum = 0.0;
  for (std::size_t lane = 0; lane < kHalf; ++lane) sum += flags[lane] + flags[lane + kHalf];
  return sum > 0.0;
}

template <typename Some>
[[gnu::always_inline]] inline void make_absolute(Some& v) {
  v = v < 0.0 ? -v : v;
}

/// Computes asinh a - asinh b for a >= b without loss of accuracy, also if a and b are almost equal
/// or b is very negative.
/// @param ratio (a + b)/(root_a + root_b), with the roots sqrt(1 + a^2) and sqrt(1 + b^2)
template <typename Some>
[[gnu::always_inline]] inline void asinh_difference(const Some& a, const Some& b,
                                                    const Some& root_a, const Some& root_b,
                                                    const Some& ratio, const Some& difference,
                                                    Some& result) {
  const Some sum = a + b;
  const Some lower = sum < 0.0 ? -a : b, root = sum < 0.0 ? root_a : root_b;
  const Some ratio_up = sum < 0.0 ? -ratio : ratio;
  const Some inverse = 1.0 / (lower + root), reflected = root - lower;
  const Some shrunk = lower < 0.0 ? reflected : inverse;
  const Some growth = difference * (1.0 + ratio_up) * shrunk;
  logarithm_of_one_plus_lanes(growth, result);
}

/// Adds the span of a hanging segment, or of its part of the given `length` if the lower end
/// `touches` the bottom.
template <std::size_t kWidth, typename Some>
[[gnu::always_inline]] inline void hang(const Lines<kWidth>& lines, const Segment& segment,
                                        const Some& length, const Some& touches, const Some& H,
                                        const Some& per_H, Reach<Some>& to) {
  const Some zero{};
  const Some& softness = lines.of(segment.softness);
  const Some& per_w = lines.of(segment.per_weight);
  const Some drop = lines.of(segment.weight) * length;
  const Some upper = to.vertical, hanging_end = upper - drop;
  const Some lower = touches > 0.0 ? zero : hanging_end;
  const Some stretch = length * softness;
  const Some a = upper * per_H, b = lower * per_H;
  Some root_a = 1.0 + a * a, root_b = 1.0 + b * b, angle;
  replace_by_roots(root_a);
  replace_by_roots(root_b);
  const Some ratio = (a + b) / (root_a + root_b);
  asinh_difference(a, b, root_a, root_b, ratio, drop * per_H, angle);
  angle *= per_w;
  const Some cosine_a = 1.0 / root_a, cosine_b = 1.0 / root_b;
  const Some turn = (a * cosine_a - b * cosine_b) * per_w;
  const Some coupling = (cosine_a - cosine_b) * per_w;
  to.vertical = lower;
  to.x.value += H * (stretch + angle);
  to.x.by_horizontal += stretch + (angle - turn);
  const Some shortening = (H * softness + cosine_a) * per_w;
  to.x.by_vertical += touches > 0.0 ? shortening : coupling;
  to.z.value += 0.5 * (upper + lower) * stretch + length * ratio;
  to.z.by_horizontal += coupling;
  to.z.by_vertical += stretch + turn;
}

/// Adds the span of a `length` on the bottom, with its derivative by V. Only the part in which
/// friction leaves some tension is stretched.
template <std::size_t kWidth, typename Some>
[[gnu::always_inline]] inline void lie(const Lines<kWidth>& lines, const Segment& segment,
                                       const Some& length, const Some& length_by_vertical,
                                       Reach<Some>& to) {
  const Some zero{};
  const Some& drag = lines.of(segment.drag);
  const Some& softness = lines.of(segment.softness);
  const Slope<Some> before = to.tension;
  const Some left = before.value - drag * length;
  const Some after = left > 0.0 ? left : zero;
  const Some spent = before.value * lines.of(segment.per_drag);
  const Some drawn = left > 0.0 ? length : spent;
  to.lying += length;
  to.x.value += length + 0.5 * (before.value + after) * drawn * softness;
  to.x.by_horizontal += before.by_horizontal * drawn * softness;
  to.x.by_vertical +=
      length_by_vertical + (before.by_vertical * drawn + after * length_by_vertical) * softness;
  to.tension.value = after;
  const Some by_vertical = before.by_vertical - drag * length_by_vertical;
  to.tension.by_horizontal = left > 0.0 ? before.by_horizontal : zero;
  to.tension.by_vertical = left > 0.0 ? by_vertical : zero;
}

template <std::size_t kWidth, typename Some>
[[gnu::always_inline]] inline void put(const Lines<kWidth>& lines, const Slope<Some>& from,
                                       CatenaryLanes::Slope& to) {
  lines.of(to.value) = from.value;
  lines.of(to.by_horizontal) = from.by_horizontal;
  lines.of(to.by_vertical) = from.by_vertical;
}

template <std::size_t kWidth, typename Some>
[[gnu::always_inline]] inline void put(const Lines<kWidth>& lines, const Reach<Some>& from,
                                       CatenaryLanes::Reach& to) {
  put(lines, from.x, to.x);
  put(lines, from.z, to.z);
  put(lines, from.tension, to.tension);
  lines.of(to.vertical) = from.vertical;
  lines.of(to.lying) = from.lying;
}

template <std::size_t kWidth, typename Some>
[[gnu::always_inline]] inline void go_down(const Lines<kWidth>& lines, const Some& H, const Some& V,
                                           Reach<Some>& to, CatenaryLanes::Reach* after_each) {
  const Some zero{};
  const Some& on_bottom = lines.of(lines.whole.on_bottom);
  const Some per_H = 1.0 / H;
  to = {};
  to.vertical = V;
  to.tension.value = H;
  to.tension.by_horizontal = zero + 1.0;
  Some lies{};
  for (const Segment& segment : lines.segments) {
    const Some& length = lines.of(segment.length);
    const Some& per_w = lines.of(segment.per_weight);
    const Some hanging = to.vertical * per_w;
    const Some may_touch = on_bottom * (1.0 - lies);
    const Some touches = hanging < length ? may_touch : zero;
    const Some above = touches > 0.0 ? hanging : length;
    const Some hung = lies > 0.0 ? zero : above;
    hang(lines, segment, hung, touches, H, per_H, to);
    lie<kWidth, Some>(lines, segment, length - hung, -touches * per_w, to);
    lies += touches;
    const Some below = to.vertical - (1.0 - lies) * lines.of(segment.weight_below);
    const Some held = below < 0.0 ? zero : below;
    to.vertical = on_bottom > 0.0 ? held : below;
    if (after_each != nullptr) put(lines, to, *after_each++);
  }
}

/// Estimates H and V from a parabola, or from a straight line if the distance exceeds the length.
template <std::size_t kWidth, typename Some>
[[gnu::always_inline]] inline void guess(const Lines<kWidth>& lines, const Some& x, const Some& z,
                                         Some& H, Some& V) {
  const Whole& whole = lines.whole;
  const Some& length = lines.of(whole.length);
  const Some& weight = lines.of(whole.weight);
  const Some squared_distance = x * x + z * z;
  const Some slack = 3.0 * ((length * length - z * z) / (x * x) - 1.0), no_less = Some{} + 3e-3;
  Some distance = squared_distance, bend = slack > no_less ? slack : no_less, decay;
  replace_by_roots(distance);
  replace_by_roots(bend);
  const Some exponent = -2.0 * bend;
  exponential_of_lanes(exponent, decay);
  const Some sag = 0.5 * weight * (z * (1.0 + decay) / (length * (1.0 - decay)) + 1.0);
  const Some least = 1e-3 * weight;
  const Some lifted = sag < least ? least : sag;
  const Some hanging = lines.of(whole.on_bottom) > 0.0 ? lifted : sag;
  const Some pull = (distance - length) / (lines.of(whole.softness) * distance);
  const Some of_parabola = 0.5 * weight * x / (length * bend), of_line = pull * x;
  const Some of_taut = pull * z + 0.5 * weight;
  H = distance > length ? of_line : of_parabola;
  V = distance > length ? of_taut : hanging;
}

/// Computes Newton's step of ln H and V from the errors of both spans.
template <typename Some>
[[gnu::always_inline]] inline void find_step(const Reach<Some>& reached, const Some& x,
                                             const Some& z, const Some& H, const Some& V,
                                             const Some& on_bottom, Some& turn, Some& lift) {
  const Some dx = x - reached.x.value, dz = z - reached.z.value;
  const Some per_determinant = 1.0 / (H * (reached.x.by_horizontal * reached.z.by_vertical -
                                           reached.x.by_vertical * reached.z.by_horizontal));
  turn = (dx * reached.z.by_vertical - dz * reached.x.by_vertical) * per_determinant;
  lift = H * (dz * reached.x.by_horizontal - dx * reached.z.by_horizontal) * per_determinant;
  Some size = turn;
  make_absolute(size);
  const Some one = Some{} + 1.0, zero{};
  if (any(size > kLongestStep ? one : zero)) {
    const Some shorter = kLongestStep / size;
    const Some scale = size > kLongestStep ? shorter : one;
    turn *= scale;
    lift *= scale;
  }
  const Some end = V + lift, most_down = -0.9 * V;
  const Some above = end > 0.0 ? lift : most_down;
  lift = on_bottom > 0.0 ? above : lift;
}

template <typename Some>
[[gnu::always_inline]] inline void find_missing(const Reach<Some>& reached, const Some& x,
                                                const Some& z, Some& missing) {
  Some across = x - reached.x.value, down = z - reached.z.value;
  make_absolute(across);
  make_absolute(down);
  const Some larger = across > down ? across : down, none = Some{} + kNoSolution;
  const Some sum = across + down;
  missing = sum < kNoSolution ? larger : none;  // false for NaN
}

template <typename Some>
[[gnu::always_inline]] inline void assign_where(const Some& where, const Slope<Some>& from,
                                                Slope<Some>& to) {
  to.value = where > 0.0 ? from.value : to.value;
  to.by_horizontal = where > 0.0 ? from.by_horizontal : to.by_horizontal;
  to.by_vertical = where > 0.0 ? from.by_vertical : to.by_vertical;
}

template <typename Some>
[[gnu::always_inline]] inline void assign_where(const Some& where, const Reach<Some>& from,
                                                Reach<Some>& to) {
  assign_where(where, from.x, to.x);
  assign_where(where, from.z, to.z);
  assign_where(where, from.tension, to.tension);
  to.vertical = where > 0.0 ? from.vertical : to.vertical;
  to.lying = where > 0.0 ? from.lying : to.lying;
}

/// Approximates e^t for Newton's method: accurate for small t and positive for all t.
template <typename Some>
[[gnu::always_inline]] inline void grow(const Some& t, Some& result) {
  const Some even = 1.0 + t * t * (1.0 / 12.0), odd = 0.5 * t;
  result = (even + odd) / (even - odd);
}

template <std::size_t kWidth>
[[gnu::always_inline]] inline void solve_some(const Lines<kWidth>& lines, const Task& task,
                                              Solved& solved) {
  using Some = typename SomeLanes<kWidth>::Type;
  const Some& wanted = lines.of(task.wanted);
  if (!any(wanted)) return;
  const Some x = lines.of(task.x), z = lines.of(task.z), zero{}, one = zero + 1.0;
  const Some& on_bottom = lines.of(lines.whole.on_bottom);
  const Some converged = kSpanConverged * lines.of(lines.whole.length);
  const Some nearly = kNearlyConverged * lines.of(lines.whole.length);
  const Some begin_H = lines.of(task.begin_H), begin_V = lines.of(task.begin_V);
  const Some unknown = begin_H > 0.0 ? zero : wanted;
  Some H = begin_H, V = begin_V, error, turn{}, lift{}, halvings{}, closer = one;
  Reach<Some> reached, at;
  if (any(unknown)) {
    guess(lines, x, z, H, V);
    H = begin_H > 0.0 ? begin_H : H;
    V = begin_H > 0.0 ? begin_V : V;
  }
  go_down(lines, H, V, reached, nullptr);
  find_missing(reached, x, z, error);
  Some active = error > converged ? wanted : zero;
  for (int trial = 0; trial < kMostTrials && any(active); ++trial) {
    Some growth, missing, next_turn, next_lift;
    find_step(reached, x, z, H, V, on_bottom, next_turn, next_lift);
    const Some half_turn = 0.5 * turn, half_lift = 0.5 * lift;
    turn = closer > 0.0 ? next_turn : half_turn;
    lift = closer > 0.0 ? next_lift : half_lift;
    grow(turn, growth);
    const Some tried = H * growth, lifted = V + lift;
    go_down(lines, tried, lifted, at, nullptr);
    find_missing(at, x, z, missing);
    closer = missing < error ? active : zero;
    const Some is_last = halvings < kMostHalvings - 1.0 ? zero : one;
    const Some exhausted = error > nearly ? is_last : one;
    const Some goes_on = active * (1.0 - (1.0 - closer) * exhausted);
    H = closer > 0.0 ? tried : H;
    V = closer > 0.0 ? lifted : V;
    error = closer > 0.0 ? missing : error;
    assign_where(closer, at, reached);
    active = error > converged ? goes_on : zero;
    const Some more = halvings + 1.0;
    halvings = closer > 0.0 ? zero : more;
  }
  put(lines, reached, solved.reached);
  lines.of(solved.horizontal) = H;
  lines.of(solved.vertical) = V;
  lines.of(solved.missing) = error;
}

template <std::size_t kWidth>
[[gnu::always_inline]] inline void solve_all(const std::vector<Segment>& segments,
                                             const Whole& whole, const Task& task, Solved& solved) {
  constexpr std::size_t kHalf = kLaneCount / 2;
  if constexpr (kWidth == kLaneCount) {  // few lines: narrow divisions are faster
    if (!any(task.wanted.some<kHalf>(kHalf))) {
      return solve_some(Lines<kHalf>{segments, whole, 0}, task, solved);
    }
  }
  for (std::size_t lane = 0; lane < kLaneCount; lane += kWidth) {
    solve_some(Lines<kWidth>{segments, whole, lane}, task, solved);
  }
}

template <std::size_t kWidth>
[[gnu::always_inline]] inline void reach_all(const std::vector<Segment>& segments,
                                             const Whole& whole, const LaneArray& horizontal,
                                             const LaneArray& vertical, CatenaryLanes::Reach& to,
                                             CatenaryLanes::Reach* after_each) {
  for (std::size_t lane = 0; lane < kLaneCount; lane += kWidth) {
    const Lines<kWidth> lines{segments, whole, lane};
    Reach<typename SomeLanes<kWidth>::Type> reached;
    go_down(lines, lines.of(horizontal), lines.of(vertical), reached, after_each);
    put(lines, reached, to);
  }
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
  at_full_width<reach_all<8>, reach_all<4>, reach_all<2>>(segments_, whole_, horizontal, vertical,
                                                          to, after_each);
}

void CatenaryLanes::solve(const Task& task, Solved& solved) const {
  at_full_width<solve_all<8>, solve_all<4>, solve_all<2>>(segments_, whole_, task, solved);
}

}  // namespace raftup::solver
