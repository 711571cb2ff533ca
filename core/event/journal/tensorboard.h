// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"
#include "event/folder/run_folder.h"
#include "event/journal/append_file.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tunedesk::event {

/// CRC-32C (Castagnoli), and the form of it that TFRecord stores.
std::uint32_t crc32c(std::string_view bytes);
std::uint32_t masked_crc32c(std::string_view bytes);

/// One TFRecord: length (8 bytes), its masked CRC, payload, its masked CRC; little endian.
std::string tfrecord(std::string_view payload);

/// How many bytes of `file` are whole, undamaged TFRecords, and whether the rest is only the beginning of a
/// record.
struct TfRecordExtent {
    std::size_t bytes = 0;
    bool rest_is_torn = true;
};
TfRecordExtent tfrecord_extent(std::string_view file);

/// Payloads: TensorFlow's Event message (event.proto, summary.proto), as protobuf writes it.
std::string file_version_event(double wall_time);
std::string session_start_event(double wall_time, std::int64_t step);
std::string scalars_event(double wall_time, std::int64_t step,
                          const std::vector<std::pair<std::string, float>>& scalars);

/// The event file below RUN/tensorboard. All sessions of a run share one file, because the names of several
/// files would be ordered by a clock that may jump. If a resumed run goes back some steps, the file is
/// replaced by one without them.
class TensorBoardFile {
public:
    /// Appends to the last file after cutting off a torn last record, or creates one. Throws Error 5003, 5007
    /// if the folder cannot be made, 5027 if the last file cannot be read.
    explicit TensorBoardFile(const RunFolder& folder);

    /// Step as train/loss, train/accuracy, train/learning_rate, train/grad_norm, train/step_seconds; Eval as
    /// SPLIT/METRIC, one a metric; figures that were not measured are left out. False if it could not be
    /// written.
    bool append(const Event& event);
    /// Removes the records of `step` and later and writes a session start, at which readers drop theirs. If
    /// the session start cannot be written now, it is written before the next record.
    bool start_session(double wall_time, std::int64_t step);
    bool sync() { return file_->sync(); }
    const std::string& problem() const { return file_->problem(); }

private:
    bool write(std::string_view payload);
    std::string kept_before(std::int64_t step) const;
    void replace(double wall_time, const std::string& records);

    fs::path root_; ///< of the run folder
    std::unique_ptr<AppendFile> file_;
    std::string owed_; ///< records that must come before the next one: the version, a session's start
};

} // namespace tunedesk::event
