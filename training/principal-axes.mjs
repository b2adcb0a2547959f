/** The directions in which vectors around 0 differ most, the strongest first, by subspace iteration. */
export function principalAxes(vectors, count, rounds = 60) {
  const width = vectors[0].length;
  const moments = secondMoments(vectors, width);
  let axes = Array.from({ length: count }, (_, k) => Float64Array.from({ length: width }, (_, j) => seed(k, j)));
  for (let round = 0; round < rounds; round++) {
    axes = axes.map((axis) => Float64Array.from(moments, (row) => dot(row, axis)));
    orthonormalise(axes);
  }
  return axes;
}

function secondMoments(vectors, width) {
  const rows = Array.from({ length: width }, () => new Float64Array(width));
  for (const vector of vectors)
    for (let i = 0; i < width; i++) {
      const [value, row] = [vector[i], rows[i]];
      for (let j = 0; j < width; j++) row[j] += value * vector[j];
    }
  return rows;
}

/** The same start every time, along no axis in particular. */
function seed(k, j) {
  return (
    Math.sin(1 + k * 12.9898 + j * 78.233) * 43758.5453 -
    Math.floor(Math.sin(1 + k * 12.9898 + j * 78.233) * 43758.5453) -
    0.5
  );
}

function orthonormalise(axes) {
  for (let k = 0; k < axes.length; k++) {
    for (let before = 0; before < k; before++) {
      const share = dot(axes[k], axes[before]);
      for (let j = 0; j < axes[k].length; j++) axes[k][j] -= share * axes[before][j];
    }
    const length = Math.sqrt(dot(axes[k], axes[k]));
    for (let j = 0; j < axes[k].length; j++) axes[k][j] /= length;
  }
}

export function dot(a, b) {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}
