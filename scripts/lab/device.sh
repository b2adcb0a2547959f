#!/usr/bin/env bash
# device.sh STEP, in the root of a checkout on a machine with a GPU; $OUT is where results go, .cache/lab what was carried there.
#   features   features of all chapters (all cores); needs Node, a build, and small.txz (gold and some other chapters)
#   table      the default tier: five folds and all works; in step with it the open corpus with gold
#   encoders   planes of an encoder (.cache/lab/minilm.*.npz, tokenizer.json), as it is and fine-tuned on the open corpus
#   tiers      after it: the tiers with an encoder, and the default tier in the same run
#   parts      what encoders that have not seen a work say of it (three, each without a third of the open corpus), and of the rest
#              the shipped encoder (.cache/lab/tuned.*.npz)
#   open TIER  aligners from the open corpus alone, by whose links they learn from; tuned-x after parts
#   both TIER  gold by folds and the open corpus, the mean of both readings
set -euo pipefail
export PYTHONUNBUFFERED=1
kit=.cache/lab work=/tmp/lab out=${OUT:-out}
mkdir -p $work $out

features() {
  tar xJf $kit/small.txz -C $work
  local jobs=()
  for k in $(seq 0 15); do
    node scripts/lab/features.mjs $work/small corpora/open corpora/sample $work/data "$k" 16 &
    jobs+=($!)
  done
  for job in "${jobs[@]}"; do wait "$job"; done
  du -sh $work/data
}

grid() { python3 scripts/lab/train_grid.py $work/data $out "$@"; }

table() {
  grid --jobs gold --tiers words table --tag=-gold > $out/gold.log 2>&1 &
  local gold=$!
  grid --jobs both --tiers table --epochs 8 --passes 6 --tag=-both > $out/both.log 2>&1 &
  local both=$!
  wait $gold || true
  wait $both || true
  tail -n 30 $out/gold.log $out/both.log
}

encoders() {
  python3 scripts/lab/encoder_planes.py $work/data $kit/minilm minilm > $out/planes.log 2>&1 &
  local planes=$!
  python3 scripts/lab/tune_encoder.py $work/data $kit/minilm tuned $out --epochs 3 > $out/tune.log 2>&1 || true
  wait $planes || true
  tail -n 8 $out/planes.log $out/tune.log
  cp $out/tuned.*.npz $work/ && cp $kit/tokenizer.json $work/
}

tiers() {
  grid --jobs gold --tiers table minilm minilm-idf minilm-idf-z tuned tuned-z --tag=-encoders > $out/encoders.log 2>&1 || true
  tail -n 45 $out/encoders.log
}

parts() {
  local jobs=()
  python3 scripts/lab/encoder_planes.py $work/data $kit/tuned tuned > $out/tuned-planes.log 2>&1 & jobs+=($!)
  python3 scripts/lab/encoder_planes.py $work/data $kit/minilm minilm > $out/planes.log 2>&1 & jobs+=($!)
  for k in 0 1 2; do
    python3 scripts/lab/tune_encoder.py $work/data $kit/minilm tuned $work/part$k --part $k --epochs 3 > $out/part$k.log 2>&1 & jobs+=($!)
  done
  for job in "${jobs[@]}"; do wait "$job" || true; done
  tail -n 3 $out/tuned-planes.log $out/part?.log
}

open() {
  grid --jobs open --first corpora/open/writers-links.jsonl --epochs 8 --passes 6 --readings second first mean --tiers "$1" --tag="-open-$1" \
    > "$out/open-$1.log" 2>&1 || true
  tail -n 30 "$out/open-$1.log"
}

both() {
  grid --jobs both --first corpora/open/writers-links.jsonl --readings mean --gold-weight 3 --epochs 6 --passes 5 --tiers "$1" --tag="-both-$1" \
    > "$out/both-$1.log" 2>&1 || true
  tail -n 20 "$out/both-$1.log"
}

"$@"
