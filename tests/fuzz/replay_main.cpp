/// @file Runs a fuzz target without a fuzzer: its seeds, then mutations of them, the same every
/// time.
///   TARGET_replay                      seeds and 2000 mutations (RAFTUP_MUTATIONS: so many)
///   TARGET_replay FILE...              what a fuzzer has found
///   TARGET_replay --write-seeds DIR    the seeds as files, for a fuzzer
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>

#include "tests/fuzz/fuzz_target.hpp"

namespace {

constexpr int kUsualCount = 2000;

void run(const std::string& input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

int mutation_count() {
  const char* asked = std::getenv("RAFTUP_MUTATIONS");
  return asked != nullptr ? std::atoi(asked) : kUsualCount;
}

/// One to eight bytes changed, put in or left out.
std::string mutate(std::string input, std::mt19937& random) {
  const unsigned changes = 1 + random() % 8;
  for (unsigned i = 0; i < changes; ++i) {
    const std::size_t place = random() % (input.size() + 1);
    const auto byte = static_cast<char>(random() % 256);
    switch (random() % 3) {
      case 0:
        input.insert(place, 1, byte);
        break;
      case 1:
        input.erase(std::min(place, input.size()), random() % 4);
        break;
      default:
        if (place < input.size()) input[place] = byte;
    }
  }
  return input;
}

void write_seeds(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  int number = 0;
  for (const auto& seed : raftup::testing::fuzz_seeds()) {
    std::ofstream(folder / ("seed_" + std::to_string(number++)), std::ios::binary) << seed;
  }
}

void replay_files(int count, char** names) {
  for (int i = 0; i < count; ++i) {
    std::ifstream file(names[i], std::ios::binary);
    run(std::string(std::istreambuf_iterator<char>(file), {}));
  }
}

void replay_seeds() {
  const auto seeds = raftup::testing::fuzz_seeds();
  for (const auto& seed : seeds) run(seed);
  std::mt19937 random(1);
  const int count = mutation_count();
  for (int i = 0; i < count; ++i) run(mutate(seeds[random() % seeds.size()], random));
  std::cout << seeds.size() << " seeds and " << count << " mutations: nothing fell over\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::string(argv[1]) == "--write-seeds") {
    write_seeds(argv[2]);
  } else if (argc > 1) {
    replay_files(argc - 1, argv + 1);
  } else {
    replay_seeds();
  }
  return EXIT_SUCCESS;
}
