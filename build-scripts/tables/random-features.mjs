// E1: the mean squared error of random features as estimators of K = exp(x.y), against the closed forms of
// Choromanski et al. 2021, Lemma 2.
import { against, againstTheory, exact } from './compare.mjs';

const DIM = 16;
const FEATURES = 16;
const DRAWS = 60_000;
const ORTHOGONAL_DRAWS = 6_000;

// [c, rho]: K, the closed forms, and the reference's measured errors with orthogonal rows.
const CELLS = [
  [0.5, 0.9, '1.2523', ['.1554', '1.226e-4', '.04766'], ['.1286', '2.03e-5', '.0149']],
  [0.5, 0, '1', ['.04055', '.007977', '.007977'], ['.0347', '.00109', '.00170']],
  [0.5, -0.9, '.7985', ['.002043', '.01938', '4.98e-5'], ['.00205', '.00301', '8.6e-6']],
  [0.7, 0, '1', ['.1040', '.03249', '.03249'], ['.0827', '.00508', '.00979']],
  [0.7, -0.9, '.6434', ['.002664', '.05940', '1.243e-4'], ['.00259', '.0153', '2.2e-5']],
  [1, -0.9, '.4066', ['.002287', '.2207', '2.07e-4'], ['.00211', '.141', '3.8e-5']],
];

const ESTIMATORS = [
  { name: 'positive', map: { kind: 'favor' } },
  { name: 'trigonometric', map: { kind: 'trigonometric' } },
  { name: 'hyperbolic', map: { kind: 'favor', hyperbolic: true } },
];

/** x = c e1 and y = c (rho e1 + sqrt(1 - rho^2) e2). */
function pair(c, rho) {
  const x = new Float32Array(DIM);
  const y = new Float32Array(DIM);
  x[0] = c;
  y[0] = c * rho;
  y[1] = c * Math.sqrt(1 - rho * rho);
  return [x, y];
}

/** Squared errors, one list per cell, of `draws` maps; every draw serves all cells. */
function squaredErrors(api, map, orthogonal, draws, firstSeed) {
  const vectors = CELLS.flatMap(([c, rho]) => pair(c, rho));
  // The map multiplies its input by d^(-1/4); the closed forms speak of what comes out of that.
  const data = Float32Array.from(
    vectors.flatMap((vector) => Array.from(vector, (value) => value * DIM ** 0.25)),
  );
  const inputs = { rows: vectors.length, cols: DIM, data };
  const kernels = CELLS.map(([c, rho]) => Math.exp(c * c * rho));
  const errors = CELLS.map(() => new Float64Array(draws));
  for (let draw = 0; draw < draws; draw++) {
    const phi = api.featureMap(inputs, { ...map, features: FEATURES, orthogonal, seed: firstSeed + draw });
    CELLS.forEach((_, i) => {
      let estimate = 0;
      for (let f = 0; f < phi.cols; f++)
        estimate += phi.data[2 * i * phi.cols + f] * phi.data[(2 * i + 1) * phi.cols + f];
      errors[i][draw] = (estimate - kernels[i]) ** 2;
    });
  }
  return errors;
}

export function randomFeatures(api, analysis) {
  const independent = ESTIMATORS.map(({ map }, e) => squaredErrors(api, map, false, DRAWS, 1_000_000 * e));
  const orthogonal = ESTIMATORS.map(({ map }, e) =>
    squaredErrors(api, map, true, ORTHOGONAL_DRAWS, 1_000_000 * e + 500_000),
  );
  return {
    title: 'E1. Error of random features, independent and orthogonal',
    note:
      `x = c e₁, y = c (ρ e₁ + √(1 − ρ²) e₂), d = ${DIM}, m = ${FEATURES}; ${DRAWS} independent draws, ` +
      `${ORTHOGONAL_DRAWS} with orthogonal rows. Closed forms agree with the printed ones to the last digit; ` +
      'measured errors stand beside the closed form, orthogonal ones beside what the reference measured.',
    columns: [
      'c, ρ',
      'K',
      ...ESTIMATORS.flatMap(({ name }) => [`${name}: closed form`, 'measured']),
      ...ESTIMATORS.map(({ name }) => `orthogonal ${name}`),
    ],
    rows: CELLS.map(([c, rho, kernel, forms, measured], i) => {
      const theory = analysis.randomFeatureError(...pair(c, rho), FEATURES);
      return [
        `${c}, ${rho}`,
        exact(theory.kernel, kernel),
        ...ESTIMATORS.flatMap(({ name }, e) => [
          exact(theory[name], forms[e]),
          againstTheory(Array.from(independent[e][i]), theory[name]),
        ]),
        ...ESTIMATORS.map((_, e) => against(Array.from(orthogonal[e][i]), measured[e], ORTHOGONAL_DRAWS)),
      ];
    }),
  };
}
