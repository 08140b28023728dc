// Each feature map as a Python function of x (rows, d), by the formula that docs and core share. x' = d^(-1/4) x.
import type { FeatureMap } from '../../engine/types.js';
import type { Dialect } from './dialects.js';

type Formula = (dialect: Dialect) => string[];

const SCALED = "    x = x * x.shape[1] ** -0.25  # x' = d^(-1/4) x";

export const MAP_FORMULAS: Readonly<Record<FeatureMap['kind'], Formula>> = {
  identity: () => ['def phi_identity(x):', '    return x'],
  'elu+1': ({ where, exp, min0 }) => [
    'def phi_elu_plus_1(x):',
    `    return ${where('x >= 0', 'x + 1', exp(min0('x')))}`,
  ],
  relu: ({ relu }) => ['def phi_relu(x):', `    return ${relu('x')}`],
  'squared-relu': ({ relu }) => ['def phi_squared_relu(x):', `    return ${relu('x')} ** 2`],
  exp: ({ exp }) => ['def phi_exp(x):', `    return ${exp('x')}`],
  favor: ({ exp, rowSum, rowMax, beside }) => [
    'def phi_favor(x, W, hyperbolic=False, epsilon=0.0, over_all=False, real=None):',
    '    """Positive random features of the softmax kernel: Choromanski et al. 2021, arXiv:2009.14794."""',
    SCALED,
    '    u = x @ W.T',
    '    if hyperbolic:',
    `        u = ${beside(['u', '-u'])}`,
    `    features = ${exp(`u - ${rowSum('(x ** 2)')} / 2`)}`,
    '    if epsilon:  # joins each feature, in units of the largest exp(W x)',
    '        rows = range(len(x)) if real is None else [j for j in range(len(x)) if real[j]]',
    `        top = u[list(rows)].max() if over_all else ${rowMax('u')}`,
    `        features = features + epsilon * ${exp('top')}`,
    '    return features * u.shape[1] ** -0.5',
  ],
  trigonometric: ({ exp, rowSum, beside, cos, sin }) => [
    'def phi_trigonometric(x, W):',
    '    """Random Fourier features of the softmax kernel: Rahimi and Recht 2007."""',
    SCALED,
    '    u = x @ W.T',
    `    return ${exp(`${rowSum('(x ** 2)')} / 2`)} * ${beside([cos('u'), sin('u')])} * len(W) ** -0.5`,
  ],
  taylor2: ({ ones, beside }) => [
    'def phi_taylor2(x):',
    '    """1 + s + s^2/2 as a product of features: Arora et al. 2024, arXiv:2402.18668."""',
    SCALED,
    '    pairs = (x[:, :, None] * x[:, None, :]).reshape(len(x), -1)',
    `    return ${beside([ones('len(x)', '1'), 'x', 'pairs * 2 ** -0.5'])}`,
  ],
  dpfp: ({ relu, roll, beside }) => [
    'def phi_dpfp(x, nu):',
    '    """Schlag, Irie and Schmidhuber 2021, arXiv:2102.11174."""',
    `    y = ${beside([relu('x'), relu('-x')])}`,
    `    return ${beside([`*(y * ${roll('y', 'j')} for j in range(1, nu + 1))`])}`,
  ],
  cosformer: ({ relu, sin, cos, beside, count }) => [
    'def phi_cosformer(x, first, M):',
    '    """Qin et al. 2022, arXiv:2202.08791; positions count from 1."""',
    `    angle = ${count('len(x)')} + first`,
    '    angle = angle * 3.141592653589793 / (2 * M)',
    `    return ${beside([`${relu('x')} * ${sin('angle')}`, `${relu('x')} * ${cos('angle')}`])}`,
  ],
  efficient: ({ exp, rowMax, rowSum, columnSum, zeros }) => [
    'def phi_efficient(x, side, real=None):',
    '    """Shen et al. 2018, arXiv:1812.01243: softmax over features for q, over positions for k."""',
    '    if side == "query":',
    `        e = ${exp(`x - ${rowMax('x')}`)}`,
    `        return e / ${rowSum('e')}`,
    '    if side == "key, one by one":  # a causal key cannot know the positions after it',
    `        return ${exp('x')}`,
    '    rows = [j for j in range(len(x)) if real is None or real[j]]',
    `    features = ${zeros('len(x)', 'x.shape[1]')}`,
    `    e = ${exp('x[rows] - x[rows].max()')}`,
    `    features[rows] = e / ${columnSum('e')}`,
    '    return features',
  ],
  hedgehog: ({ exp, beside, rowMax, rowSum }) => [
    'def phi_hedgehog(x, W, activation):',
    '    """A learned map: Zhang et al. 2024, arXiv:2402.04347."""',
    '    def softmax(x):',
    `        e = ${exp(`x - ${rowMax('x')}`)}`,
    `        return e / ${rowSum('e')}`,
    '    u = x @ W.T',
    '    if activation == "exp":',
    `        return ${exp(beside(['u', '-u']))}`,
    '    if activation == "softmax":',
    `        return softmax(${beside(['2 * u', '-2 * u'])})`,
    `    return ${beside(['softmax(u)', 'softmax(-u)'])}`,
  ],
};
