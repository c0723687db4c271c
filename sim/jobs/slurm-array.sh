#!/usr/bin/env bash
# One campaign as a Slurm array: task I of N runs part I of N of the seeds.
#
#   ./bounce sim --seed 1 --quiet      # builds once, before the tasks start
#   sbatch sim/jobs/slurm-array.sh
#   ./bounce sim merge results/part-*.json
#
#SBATCH --job-name=bounce-sim
#SBATCH --array=1-64
#SBATCH --cpus-per-task=1
#SBATCH --mem=2G
#SBATCH --time=02:00:00
#SBATCH --output=results/log-%a.txt
set -euo pipefail

seeds=${SEEDS:-1..100000}
profile=${PROFILE:-default}

cd "${SLURM_SUBMIT_DIR:?start this with sbatch from the root of the checkout}"
mkdir -p results
./bounce sim --seeds "$seeds" --profile "$profile" \
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
    --output "results/part-$SLURM_ARRAY_TASK_ID.json"
