// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/schema/schema_row.h"

namespace tunedesk::preset {

void add_supervision(Table& t) {
    t.section("supervision");
    t.key("heartbeat_seconds", TUNEDESK_AT(supervision.heartbeat_seconds))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Heartbeat interval"))
        .from(0.05)
        .to(3600)
        .unit("s")
        .help("Time between two heartbeats of a rank, which it sends only while it makes progress.");
    t.key("rank_timeout_seconds", TUNEDESK_AT(supervision.rank_timeout_seconds))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Rank timeout"))
        .from(1)
        .to(604800)
        .unit("s")
        .alias("ddp_timeout")
        .help("Time without any sign of work (an operation, a part of a file, a portion of an evaluation) "
              "after which a rank counts as hung, however long its step takes.");
    t.key("disk_timeout_seconds", TUNEDESK_AT(supervision.disk_timeout_seconds))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Disk timeout"))
        .from(1)
        .to(604800)
        .unit("s")
        .help("The same limit for a rank that waits for the disk, as in one flush of a large file.");
    t.key("start_timeout_seconds", TUNEDESK_AT(supervision.start_timeout_seconds))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Start timeout"))
        .from(1)
        .to(604800)
        .unit("s")
        .help("Time within which every rank must connect to the supervisor.");
    t.key("stop_grace_seconds", TUNEDESK_AT(supervision.stop_grace_seconds))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Stop grace period"))
        .from(0)
        .to(604800)
        .unit("s")
        .help("After a stop request, before SIGTERM; ranks that still finish their step or their save are "
              "waited for.");
    t.key("kill_grace_seconds", TUNEDESK_AT(supervision.kill_grace_seconds))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Kill grace period"))
        .from(0)
        .to(604800)
        .unit("s")
        .help("After SIGTERM, before SIGKILL.");
    t.key("viewer_queue_events", TUNEDESK_AT(supervision.viewer_queue_events))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Viewer queue"))
        .from(16)
        .to(1048576)
        .unit("events")
        .help("Events queued for a slow viewer before it must catch up from the journal.");
}

} // namespace tunedesk::preset
