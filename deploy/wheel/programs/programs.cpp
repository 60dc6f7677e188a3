/// @file raftupd of the wheel: the program by whose name it is called. The main functions are those
/// of the programs themselves, renamed by the build.
#include <string_view>

int raftupd_main(int argc, char** argv);
int read_database_main(int argc, char** argv);
int import_database_main();
int load_main(int argc, char** argv);

int main(int argc, char** argv) {
  const std::string_view path(argc > 0 ? argv[0] : "");
  const std::string_view name = path.substr(path.rfind('/') + 1);  // all of it without a '/'
  if (name == "raftup-read-database") return read_database_main(argc, argv);
  if (name == "raftup-import-database") return import_database_main();
  if (name == "raftup-load") return load_main(argc, argv);
  return raftupd_main(argc, argv);
}
