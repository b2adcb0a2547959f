// Boosted trees for bench/chapters-fit.mjs: each tree asks the same few questions of every row ("oblivious" trees).

/** Trees that give the right rows of each list the highest scores: the softmax over a list is what is fitted. */
export function fitRanking(lists, options) {
  const starts = [0];
  for (const { length } of lists) starts.push(starts.at(-1) + length);
  const gradients = (scores, slopes, curves) =>
    lists.forEach((list, l) => {
      const own = scores.subarray(starts[l], starts[l + 1]);
      const top = own.reduce((a, b) => Math.max(a, b));
      const worth = own.map((score) => Math.exp(score - top));
      const all = worth.reduce((a, b) => a + b);
      const right = worth.reduce((sum, each, k) => sum + (list[k].right ? each : 0), 0);
      if (right === 0) return;
      worth.forEach((each, k) => {
        const chance = each / all;
        slopes[starts[l] + k] = (list[k].right ? each / right : 0) - chance;
        curves[starts[l] + k] = Math.max(chance * (1 - chance), 1e-6);
      });
    });
  const rows = lists.flatMap((list) => list.map(({ features }) => features));
  return fit(rows, 0, gradients, options);
}

/** Trees whose sum is the log odds that a row is right. */
export function fitOdds(rows, options) {
  const share = rows.filter(({ right }) => right).length / rows.length;
  const gradients = (scores, slopes, curves) =>
    rows.forEach(({ right }, k) => {
      const chance = 1 / (1 + Math.exp(-scores[k]));
      slopes[k] = (right ? 1 : 0) - chance;
      curves[k] = chance * (1 - chance);
    });
  const features = rows.map((row) => row.features);
  return fit(features, Math.log(share / (1 - share)), gradients, options);
}

function fit(rows, start, gradients, { trees, levels, rate, ridge, columns: share, bins }) {
  const columns = binned(rows, bins);
  const scores = new Float64Array(rows.length).fill(start);
  const [slopes, curves] = [new Float64Array(rows.length), new Float64Array(rows.length)];
  const grown = [];
  let state = 1;
  const random = () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  for (let k = 0; k < trees; k++) {
    gradients(scores, slopes, curves);
    const asked = columns.filter(() => random() < share);
    const { splits, leafOf } = grow(asked, slopes, curves, levels, ridge);
    const [up, down] = [new Float64Array(2 ** splits.length), new Float64Array(2 ** splits.length)];
    leafOf.forEach((leaf, row) => {
      up[leaf] += slopes[row];
      down[leaf] += curves[row];
    });
    const leaves = [...up].map((slope, leaf) => Number(((rate * slope) / (down[leaf] + ridge)).toFixed(4)));
    leafOf.forEach((leaf, row) => {
      scores[row] += leaves[leaf];
    });
    grown.push({
      columns: splits.map(({ column }) => column),
      thresholds: splits.map(({ threshold }) => threshold),
      leaves,
    });
  }
  return { start: Number(start.toFixed(4)), trees: grown };
}

/** Each column's values as bins between its quantiles; columns that are the same everywhere are left out. */
function binned(rows, bins) {
  return Array.from(rows[0], (_, column) => {
    const values = Float64Array.from(rows, (row) => row[column]).sort();
    const quantiles = Array.from({ length: bins - 1 }, (_, k) => values[Math.floor(((k + 1) * values.length) / bins)]);
    const edges = [...new Set(quantiles)].filter((edge) => edge < values.at(-1));
    const binOf = (value) => {
      let bin = 0;
      while (bin < edges.length && value > edges[bin]) bin++;
      return bin;
    };
    return { column, edges, bins: Uint8Array.from(rows, (row) => binOf(row[column])) };
  }).filter(({ edges }) => edges.length > 0);
}

function grow(columns, slopes, curves, levels, ridge) {
  const leafOf = new Uint8Array(slopes.length);
  const splits = [];
  for (let level = 0; level < levels; level++) {
    let best = { gain: 0 };
    for (const each of columns) {
      const found = bestSplit(each, leafOf, 2 ** level, slopes, curves, ridge);
      if (found.gain > best.gain) best = { ...found, ...each };
    }
    if (best.edges === undefined) break;
    splits.push({ column: best.column, threshold: best.edges[best.bin] });
    best.bins.forEach((bin, row) => {
      if (bin > best.bin) leafOf[row] |= 2 ** level;
    });
  }
  return { splits, leafOf };
}

function bestSplit({ edges, bins }, leafOf, leaves, slopes, curves, ridge) {
  const width = edges.length + 1;
  const [up, down] = [new Float64Array(leaves * width), new Float64Array(leaves * width)];
  for (let row = 0; row < bins.length; row++) {
    up[leafOf[row] * width + bins[row]] += slopes[row];
    down[leafOf[row] * width + bins[row]] += curves[row];
  }
  const gains = new Float64Array(edges.length);
  for (let leaf = 0; leaf < leaves; leaf++) {
    const ownUp = up.subarray(leaf * width, (leaf + 1) * width);
    const ownDown = down.subarray(leaf * width, (leaf + 1) * width);
    const [allUp, allDown] = [ownUp.reduce((a, b) => a + b), ownDown.reduce((a, b) => a + b)];
    let [leftUp, leftDown] = [0, 0];
    for (let bin = 0; bin < edges.length; bin++) {
      leftUp += ownUp[bin];
      leftDown += ownDown[bin];
      gains[bin] += leftUp ** 2 / (leftDown + ridge) + (allUp - leftUp) ** 2 / (allDown - leftDown + ridge);
    }
  }
  const gain = Math.max(...gains);
  return { gain, bin: gains.indexOf(gain) };
}
