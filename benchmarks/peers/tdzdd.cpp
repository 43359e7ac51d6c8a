// Counts on a square grid with TdZdd: matchings (m), independent sets (i), Hamiltonian cycles (h), paths from
// corner to corner (p), spanning trees (t).
//   g++ -O3 -march=native -DNDEBUG -std=c++14 -I HEADERS tdzdd.cpp
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include "DdSpec.hpp"
#include "dd/PathCounter.hpp"
#include "spec/DegreeConstraint.hpp"
#include "spec/FrontierBasedSearch.hpp"
#include "spec/PathZdd.hpp"
#include "util/Graph.hpp"
#include "util/IntSubset.hpp"
using namespace tdzdd;

// The state has one bit for each of the last n cells; the lowest bit is the last cell.
struct IndependentSets : public DdSpec<IndependentSets, uint64_t, 2> {
    int const n;
    explicit IndependentSets(int n) : n(n) {}
    int getRoot(uint64_t& state) const {
        state = 0;
        return n * n;
    }
    int getChild(uint64_t& state, int level, int take) const {
        int const col = (n * n - level) % n;
        if (take && ((state >> (n - 1) & 1) || (col && (state & 1)))) return 0;
        state = (state << 1 | take) & ((uint64_t(1) << n) - 1);
        return level > 1 ? level - 1 : -1;
    }
};

template <typename Spec>
std::string counted(Spec spec) {
    return countPaths(spec, true);
}

int main(int, char** argv) {
    int const n = std::atoi(argv[1]);
    char const asked = argv[2][0];
    Graph graph;
    auto at = [&](int row, int col) { return std::to_string(row * n + col + 1); };
    for (int row = 0; row < n; ++row)
        for (int col = 0; col < n; ++col) {
            if (col + 1 < n) graph.addEdge(at(row, col), at(row, col + 1));
            if (row + 1 < n) graph.addEdge(at(row, col), at(row + 1, col));
        }
    graph.update();
    if (asked == 'p') {
        graph.setColor(at(0, 0), 1);
        graph.setColor(at(n - 1, n - 1), 1);
    }
    if (asked == 't')
        for (int row = 0; row < n; ++row)
            for (int col = 0; col < n; ++col) graph.setColor(at(row, col), 1);
    graph.update();
    IntRange const degrees(0, 1);
    std::string const found = asked == 'm'   ? counted(DegreeConstraint(graph, &degrees))
                              : asked == 'i' ? counted(IndependentSets(n))
                              : asked == 'h' ? counted(HamiltonCycleZdd(graph))
                              : asked == 't' ? counted(FrontierBasedSearch(graph, 0, true))
                                             : counted(PathZdd(graph));
    std::printf("%s\n", found.c_str());
}
