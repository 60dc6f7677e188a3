/// @file Lists that are given page by page.
#pragma once

#include <string>

namespace raftup::server {

/// Items of a page.
/// @param asked 0 = `limit`, the most
/// @throws ServiceError(kBadField)
int page_size(int asked, int limit);

/// Where a page starts.
/// @param token that the page before gave; empty: the first page
/// @throws ServiceError(kBadField)
int page_start(const std::string& token);

}  // namespace raftup::server
