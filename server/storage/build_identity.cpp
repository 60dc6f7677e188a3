#include "server/storage/build_identity.hpp"

#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include <cstring>
#include <span>

namespace raftup::server {

namespace {

constexpr std::size_t kShownDigits = 12;

std::size_t padded(std::size_t size) { return (size + 3) / 4 * 4; }

/// Finds the GNU build id among the notes of a program. Returns it in hexadecimal digits, or "".
std::string build_id_in(std::span<const unsigned char> notes) {
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) header;
    std::memcpy(&header, notes.data(), sizeof header);
    const std::size_t start = sizeof header + padded(header.n_namesz);
    const std::size_t end = start + padded(header.n_descsz);
    if (end > notes.size()) break;
    if (header.n_type == NT_GNU_BUILD_ID) {
      return fmt::format("{:02x}", fmt::join(notes.subspan(start, header.n_descsz), ""));
    }
    notes = notes.subspan(end);
  }
  return "";
}

/// Reads the build id of the first object of the process, which is the program itself.
int read_first_object(dl_phdr_info* object, std::size_t /*size*/, void* result) {
  for (const ElfW(Phdr) & header : std::span(object->dlpi_phdr, object->dlpi_phnum)) {
    if (header.p_type != PT_NOTE) continue;
    const auto* notes =
        reinterpret_cast<const unsigned char*>(object->dlpi_addr + header.p_vaddr);  // NOLINT
    const std::string id = build_id_in({notes, header.p_memsz});
    if (!id.empty()) *static_cast<std::string*>(result) = id;
  }
  return 1;
}

std::string cpu_level() {
  // Code in hydro/numerics is compiled for each of these levels.
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")) return "x86-64-v4";
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return "x86-64-v3";
  return "x86-64";
}

BuildIdentity identify() {
  BuildIdentity build;
  dl_iterate_phdr(read_first_object, &build.build_id);
  build.cpu_level = cpu_level();
  return build;
}

}  // namespace

const BuildIdentity& this_build() {
  static const BuildIdentity build = identify();
  return build;
}

std::string describe(const BuildIdentity& build) {
  return fmt::format("build {} on {}", build.build_id.substr(0, kShownDigits), build.cpu_level);
}

}  // namespace raftup::server
