// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/errors/rows.h"
#include "base/phrase.h"

namespace tunedesk {

namespace {

constexpr ErrorForm busy_errors_rows[] = {
    {ErrorId::run_folder_busy_by,
     TUNEDESK_TRANSLATABLE("Error", "another process uses this run folder: host {}, pid {}, since {}"),
     TUNEDESK_TRANSLATABLE("Error", "watch it with: tunedesk attach {}, or choose another --run-dir")},
    {ErrorId::lock_failed, TUNEDESK_TRANSLATABLE("Error", "cannot lock: {}"),
     TUNEDESK_TRANSLATABLE("Error", "set XDG_STATE_HOME to a folder on a local disk")},
    {ErrorId::socket_path_too_long, TUNEDESK_TRANSLATABLE("Error", "the socket's path exceeds 107 bytes"),
     TUNEDESK_TRANSLATABLE("Error", "set XDG_RUNTIME_DIR to a shorter path")},
    {ErrorId::rendezvous_port_not_found,
     TUNEDESK_TRANSLATABLE("Error", "cannot find a free port for the rendezvous: {}"), nullptr},
    {ErrorId::supervisor_absent, TUNEDESK_TRANSLATABLE("Error", "the run is not running"),
     TUNEDESK_TRANSLATABLE("Error", "tunedesk --no-gui resume {}")},
    {ErrorId::command_refused, TUNEDESK_TRANSLATABLE("Error", "{} was refused: {}"),
     TUNEDESK_TRANSLATABLE("Error", "tunedesk --no-gui attach {}")},
    {ErrorId::run_refused, TUNEDESK_TRANSLATABLE("Error", "the run refused the command: {}"), nullptr},
    {ErrorId::run_is_active, TUNEDESK_TRANSLATABLE("Error", "the run is still active"),
     TUNEDESK_TRANSLATABLE("Error", "tunedesk --no-gui stop {}")},
    {ErrorId::run_folder_taken_by,
     TUNEDESK_TRANSLATABLE("Error",
                           "another process has taken over the run folder: host {}, pid {}, since {}"),
     TUNEDESK_TRANSLATABLE("Error", "the other process continues this run")},
    {ErrorId::run_folder_busy, TUNEDESK_TRANSLATABLE("Error", "another process uses this run folder"),
     TUNEDESK_TRANSLATABLE("Error", "watch it with: tunedesk attach {}, or choose another --run-dir")},
    {ErrorId::socket_not_listening, TUNEDESK_TRANSLATABLE("Error", "cannot listen on the run's socket: {}"),
     TUNEDESK_TRANSLATABLE("Error", "set XDG_RUNTIME_DIR to a folder of your own on a local disk")},
    {ErrorId::rendezvous_socket_unnamed,
     TUNEDESK_TRANSLATABLE("Error", "cannot rename the rendezvous socket: {}"), nullptr},
    {ErrorId::rendezvous_port_unusable,
     TUNEDESK_TRANSLATABLE("Error", "the rendezvous port {} cannot be used: {}"),
     TUNEDESK_TRANSLATABLE("Error", "set parallel.master_port to another port, or to 0 for any free one")},
    {ErrorId::queue_damaged, TUNEDESK_TRANSLATABLE("Error", "queue file is damaged: {}"),
     TUNEDESK_TRANSLATABLE("Error", "move the file away to start with an empty queue")},
    {ErrorId::queue_gpu_unknown, TUNEDESK_TRANSLATABLE("Error", "this machine has no GPU '{}'"),
     TUNEDESK_TRANSLATABLE("Error", "nvidia-smi -L lists its {} GPUs")},
    {ErrorId::run_not_queued, TUNEDESK_TRANSLATABLE("Error", "the run is not in the queue"),
     TUNEDESK_TRANSLATABLE("Error", "list the queue: tunedesk --no-gui queue list")},
    {ErrorId::run_is_queued, TUNEDESK_TRANSLATABLE("Error", "the run is in the queue, at place {}"),
     TUNEDESK_TRANSLATABLE("Error", "tunedesk --no-gui queue remove {}")},
    {ErrorId::recipe_run_active, TUNEDESK_TRANSLATABLE("Error", "a run of the recipe is already active"),
     TUNEDESK_TRANSLATABLE("Error", "tunedesk --no-gui attach {}")},
    {ErrorId::run_folder_busy_elsewhere,
     TUNEDESK_TRANSLATABLE("Error",
                           "a process on another machine uses this run folder: host {}, pid {}, since {}"),
     TUNEDESK_TRANSLATABLE("Error", "stop it there; if it has crashed, try again after {} s, or: tunedesk "
                                    "--no-gui resume {} --take-over")},
    {ErrorId::owner_unreadable, TUNEDESK_TRANSLATABLE("Error", "cannot read owner.json: {}"), nullptr},
    {ErrorId::queue_gpu_not_allowed,
     TUNEDESK_TRANSLATABLE(
         "Error",
         "the run may not use GPU {}: it has not passed its check, or CUDA_VISIBLE_DEVICES hides it"),
     TUNEDESK_TRANSLATABLE("Error", "run tunedesk device check, or set parallel.devices to cuda")},
    {ErrorId::queue_run_on_cpu,
     TUNEDESK_TRANSLATABLE("Error", "the run trains on the CPU and cannot be pinned to GPUs"),
     TUNEDESK_TRANSLATABLE("Error", "set parallel.devices to cuda")},
    {ErrorId::queue_gpus_in_preset, TUNEDESK_TRANSLATABLE("Error", "the preset itself lists the run's GPUs"),
     TUNEDESK_TRANSLATABLE("Error", "leave out --devices, or set parallel.devices to cuda")},
    {ErrorId::queue_gpus_too_few, TUNEDESK_TRANSLATABLE("Error", "the run needs {} GPUs; {} are available"),
     TUNEDESK_TRANSLATABLE("Error", "lower parallel.processes, or queue it on another machine")},
    {ErrorId::queue_unreadable, TUNEDESK_TRANSLATABLE("Error", "cannot read the queue: {}"),
     TUNEDESK_TRANSLATABLE("Error", "make the file readable, or move it away to start with an empty queue")},
    {ErrorId::slurm_refused, TUNEDESK_TRANSLATABLE("Error", "{} failed: {}"), nullptr},
    {ErrorId::slurm_answer_invalid,
     TUNEDESK_TRANSLATABLE("Error", "sbatch did not print the number of a job: \"{}\""), nullptr},
    {ErrorId::slurm_silent, TUNEDESK_TRANSLATABLE("Error", "{} did not answer within {} s"),
     TUNEDESK_TRANSLATABLE("Error", "check that SLURM's controller runs: scontrol ping")},
    {ErrorId::run_is_submitted, TUNEDESK_TRANSLATABLE("Error", "the run waits as SLURM job {}"),
     TUNEDESK_TRANSLATABLE("Error", "cancel it with tunedesk --no-gui stop {}")},
    {ErrorId::rank_exited_busy,
     TUNEDESK_TRANSLATABLE(
         "Error", "rank {} exited with code {} without reporting a reason; last line of its log: \"{}\""),
     TUNEDESK_TRANSLATABLE("Error", "read {}")},
    {ErrorId::rendezvous_port_taken, TUNEDESK_TRANSLATABLE("Error", "the rendezvous port {} is not free: {}"),
     TUNEDESK_TRANSLATABLE("Error", "choose another port")},
};

} // namespace

std::span<const ErrorForm> busy_errors() {
    return busy_errors_rows;
}

} // namespace tunedesk
