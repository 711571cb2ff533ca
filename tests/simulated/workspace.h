#pragma once

namespace tunedesk::simulated {

/// As cuBLASLt does at a device's first product with a bias: memory that stays taken.
void take_workspace(int device);
/// At the end, when what is still held is counted.
void release_workspaces();

} // namespace tunedesk::simulated
