#include "server/storage/frames.hpp"

#include <cstdint>

#include "hydro/base/error.hpp"
#include "server/storage/crc32c.hpp"

namespace raftup::server {

namespace {

constexpr std::size_t kNumberBytes = 4;
constexpr std::size_t kHeaderBytes = 2 * kNumberBytes;
constexpr std::size_t kLargestBody = std::size_t{1} << 30;

void append_number(std::uint32_t number, std::string& out) {
  for (std::size_t i = 0; i < kNumberBytes; ++i) {
    out.push_back(static_cast<char>((number >> (8 * i)) & 0xFFU));
  }
}

std::uint32_t number_at(std::string_view bytes, std::size_t place) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < kNumberBytes; ++i) {
    number |= std::uint32_t{static_cast<unsigned char>(bytes[place + i])} << (8 * i);
  }
  return number;
}

/// Returns the body of the frame at the start of `bytes`, or nothing if there is no valid frame.
std::optional<std::string_view> body_at_start(std::string_view bytes) {
  if (bytes.size() < kHeaderBytes) return std::nullopt;
  const std::size_t size = number_at(bytes, kNumberBytes);
  // Bodies are never empty, so that a range of zeros on a damaged disk is no valid frame.
  if (size == 0 || size > bytes.size() - kHeaderBytes) return std::nullopt;
  const std::uint32_t checksum = crc32c(bytes.substr(kNumberBytes, kNumberBytes + size));
  if (checksum != number_at(bytes, 0)) return std::nullopt;
  return bytes.substr(kHeaderBytes, size);
}

}  // namespace

void append_frame(std::string_view body, std::string& out) {
  require(!body.empty() && body.size() <= kLargestBody, "a frame must have 1 byte to 1 GiB");
  std::string header;  // short enough for no allocation
  append_number(static_cast<std::uint32_t>(body.size()), header);
  const std::size_t start = out.size();
  append_number(0, out);
  out += header;
  out += body;
  std::string checksum;
  append_number(crc32c(std::string_view(out).substr(start + kNumberBytes)), checksum);
  out.replace(start, kNumberBytes, checksum);
}

std::optional<std::string_view> FrameReader::next() {
  const auto body = body_at_start(bytes_.substr(position_));
  if (body) position_ += kHeaderBytes + body->size();
  return body;
}

bool FrameReader::rest_is_unfinished() const {
  const std::string_view rest = bytes_.substr(position_);
  if (rest.find_first_not_of('\0') == std::string_view::npos) return true;
  if (whole_frame_follows()) return false;
  if (rest.size() < kHeaderBytes) return true;
  const std::size_t size = number_at(rest, kNumberBytes);
  if (size <= rest.size() - kHeaderBytes || size > kLargestBody) return false;
  // Perhaps the frame is complete and only its size is damaged.
  std::string with_size_of_rest;
  append_number(static_cast<std::uint32_t>(rest.size() - kHeaderBytes), with_size_of_rest);
  with_size_of_rest += rest.substr(kHeaderBytes);
  return crc32c(with_size_of_rest) != number_at(rest, 0);
}

bool FrameReader::whole_frame_follows() const {
  for (std::size_t start = position_; start < bytes_.size(); ++start) {
    if (body_at_start(bytes_.substr(start))) return true;
  }
  return false;
}

}  // namespace raftup::server
