// Counts on a square grid with TdZdd: Hamiltonian cycles (h), paths from corner to corner (p), or spanning
// trees (t), by its search that looks at what hangs together.
// "count" counts without building a diagram, "diagram" builds, reduces and counts one.
// The headers are those of TdZdd as Graphillion's source has them, in src/subsetting.
//   g++ -O3 -march=native -DNDEBUG -std=c++14 -I HEADERS tdzdd_boards.cpp
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>
#include "DdSpec.hpp"
#include "DdStructure.hpp"
#include "dd/PathCounter.hpp"
#include "spec/FrontierBasedSearch.hpp"
#include "spec/PathZdd.hpp"
#include "util/Graph.hpp"
using namespace tdzdd;

template <typename Spec>
std::string counted(Spec spec, bool diagram) {
    if (!diagram) return countPaths(spec, true);
    DdStructure<2> made(spec);
    made.zddReduce();
    return made.zddCardinality();
}

int main(int, char** argv) {
    int const n = std::atoi(argv[1]);
    bool const diagram = argv[3][0] == 'd';
    std::vector<double> times;
    double spent = 0;
    std::string found;
    while (times.size() < 9 && spent < 0.2) {
        clock_t const begin = std::clock();
        Graph graph;
        auto at = [&](int row, int col) { return std::to_string(row * n + col + 1); };
        for (int row = 0; row < n; ++row)
            for (int col = 0; col < n; ++col) {
                if (col + 1 < n) graph.addEdge(at(row, col), at(row, col + 1));
                if (row + 1 < n) graph.addEdge(at(row, col), at(row + 1, col));
            }
        graph.update();
        found.clear();
        if (argv[2][0] == 'h') {
            found = counted(HamiltonCycleZdd(graph), diagram);
        } else if (argv[2][0] == 't') {
            for (int row = 0; row < n; ++row)
                for (int col = 0; col < n; ++col) graph.setColor(at(row, col), 1);
            graph.update();
            found = counted(FrontierBasedSearch(graph, 0, true), diagram);
        } else {
            graph.setColor(at(0, 0), 1);
            graph.setColor(at(n - 1, n - 1), 1);
            graph.update();
            found = counted(PathZdd(graph), diagram);
        }
        times.push_back(double(std::clock() - begin) / CLOCKS_PER_SEC);
        spent += times.back();
    }
    std::sort(times.begin(), times.end());
    std::printf("%f %s\n", times[times.size() / 2], found.c_str());
}
