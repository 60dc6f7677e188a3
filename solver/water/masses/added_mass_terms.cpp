#include "solver/water/masses/added_mass_terms.hpp"

#include <algorithm>

#include "hydro/base/disjoint_sets.hpp"

namespace raftup::solver {

namespace {

bool share_a_body(const AddedMassTerm& a, const AddedMassTerm& b) {
  return std::find_first_of(a.bodies.begin(), a.bodies.end(), b.bodies.begin(), b.bodies.end()) !=
         a.bodies.end();
}

/// For each term, the first of the terms with which it is merged.
std::vector<std::size_t> find_leaders(const std::vector<AddedMassTerm>& terms) {
  DisjointSets together(terms.size());
  for (std::size_t i = 0; i < terms.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (terms[i].properties == terms[j].properties && share_a_body(terms[i], terms[j])) {
        together.link(i, j);
      }
    }
  }
  return together.labels();
}

std::size_t place_of(std::size_t body, const std::vector<std::size_t>& bodies) {
  return static_cast<std::size_t>(std::find(bodies.begin(), bodies.end(), body) - bodies.begin());
}

/// Adds a term to the sum, which contains all bodies of the term.
void add(const AddedMassTerm& term, AddedMassTerm& sum) {
  for (std::size_t i = 0; i < term.bodies.size(); ++i) {
    const Eigen::Index row = first_dof(place_of(term.bodies[i], sum.bodies));
    for (std::size_t j = 0; j < term.bodies.size(); ++j) {
      sum.matrix.block<kDofs, kDofs>(row, first_dof(place_of(term.bodies[j], sum.bodies))) +=
          term.matrix.block<kDofs, kDofs>(first_dof(i), first_dof(j));
    }
  }
}

}  // namespace

std::vector<AddedMassTerm> merge_terms(const std::vector<AddedMassTerm>& terms) {
  const std::vector<std::size_t> leader = find_leaders(terms);
  std::vector<AddedMassTerm> merged;
  for (std::size_t first = 0; first < terms.size(); ++first) {
    if (leader[first] != first) continue;
    AddedMassTerm& sum = merged.emplace_back(AddedMassTerm{{}, {}, terms[first].properties});
    const auto for_each_member = [&](const auto& act) {
      for (std::size_t i = first; i < terms.size(); ++i) {
        if (leader[i] == first) act(terms[i]);
      }
    };
    for_each_member([&](const AddedMassTerm& term) {
      for (const std::size_t body : term.bodies) {
        if (place_of(body, sum.bodies) == sum.bodies.size()) sum.bodies.push_back(body);
      }
    });
    sum.matrix.setZero(first_dof(sum.bodies.size()), first_dof(sum.bodies.size()));
    for_each_member([&](const AddedMassTerm& term) { add(term, sum); });
  }
  return merged;
}

}  // namespace raftup::solver
