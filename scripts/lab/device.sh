#!/usr/bin/env bash
# device.sh STEP, in the root of a checkout on a machine with a GPU; $OUT is where results go, .cache/lab what was carried there.
#   features   features of all chapters (all cores); needs node.xz, kit.mjs and small.txz (gold and some other chapters)
#   table      the default tier: five folds and all works; in step with it the open corpus, alone and with gold
set -euo pipefail
export PYTHONUNBUFFERED=1
kit=.cache/lab work=/tmp/lab out=${OUT:-out}
mkdir -p $work $out

features() {
  xz -dc $kit/node.xz > $work/node && chmod +x $work/node
  tar xJf $kit/small.txz -C $work
  local jobs=()
  for k in $(seq 0 15); do
    $work/node $kit/kit.mjs features $work/small corpora/open corpora/sample $work/data "$k" 16 &
    jobs+=($!)
  done
  for job in "${jobs[@]}"; do wait "$job"; done
  du -sh $work/data
}

grid() { python3 scripts/lab/train_grid.py $work/data $out "$@"; }

table() {
  grid --jobs gold --tiers words table --tag -gold > $out/gold.log 2>&1 &
  local gold=$!
  grid --jobs both --tiers table --epochs 8 --passes 6 --tag -both > $out/both.log 2>&1 &
  local both=$!
  grid --jobs open --tiers table --shares 1 0.5 0.25 0.125 --epochs 8 --passes 6 --tag -open > $out/open.log 2>&1 || true
  wait $gold || true
  wait $both || true
  tail -n 30 $out/gold.log $out/both.log $out/open.log
}

"$1"
