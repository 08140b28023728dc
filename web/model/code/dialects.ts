// NumPy and PyTorch say the same things in slightly different words; these are the words.

export interface Dialect {
  readonly imports: string;
  /** Rows of decimal float32 numbers, as float64. */
  matrix(rows: string): string;
  vector(list: string): string;
  zeros(rows: string, cols: string): string;
  zeroVector(length: string): string;
  ones(rows: string, cols: string): string;
  eye(size: string): string;
  exp(x: string): string;
  sin(x: string): string;
  cos(x: string): string;
  max(x: string): string;
  sum(x: string): string;
  /** Along the last axis, which stays with size 1. */
  rowMax(x: string): string;
  rowSum(x: string): string;
  /** Along the first axis. */
  columnSum(x: string): string;
  /** max(x, 0), entry by entry. */
  relu(x: string): string;
  min0(x: string): string;
  /** Side by side, along the last axis. */
  beside(parts: readonly string[]): string;
  roll(x: string, by: string): string;
  outer(a: string, b: string): string;
  where(condition: string, yes: string, no: string): string;
  /** 0, 1, … as a column of float64. */
  count(size: string): string;
}

export const NUMPY: Dialect = {
  imports: 'import numpy as np',
  matrix: (rows) => `np.array(${rows}, dtype=np.float32).astype(np.float64)`,
  vector: (list) => `np.array(${list}, dtype=np.float32).astype(np.float64)`,
  zeros: (rows, cols) => `np.zeros((${rows}, ${cols}))`,
  zeroVector: (length) => `np.zeros(${length})`,
  ones: (rows, cols) => `np.ones((${rows}, ${cols}))`,
  eye: (size) => `np.eye(${size})`,
  exp: (x) => `np.exp(${x})`,
  sin: (x) => `np.sin(${x})`,
  cos: (x) => `np.cos(${x})`,
  max: (x) => `${x}.max()`,
  sum: (x) => `${x}.sum()`,
  rowMax: (x) => `${x}.max(axis=-1, keepdims=True)`,
  rowSum: (x) => `${x}.sum(axis=-1, keepdims=True)`,
  columnSum: (x) => `${x}.sum(axis=0)`,
  relu: (x) => `np.maximum(${x}, 0)`,
  min0: (x) => `np.minimum(${x}, 0)`,
  beside: (parts) => `np.concatenate([${parts.join(', ')}], axis=-1)`,
  roll: (x, by) => `np.roll(${x}, ${by}, axis=-1)`,
  outer: (a, b) => `np.outer(${a}, ${b})`,
  where: (condition, yes, no) => `np.where(${condition}, ${yes}, ${no})`,
  count: (size) => `np.arange(${size}, dtype=np.float64)[:, None]`,
};

export const PYTORCH: Dialect = {
  imports: 'import math\n\nimport torch',
  matrix: (rows) => `torch.tensor(${rows}, dtype=torch.float32).double()`,
  vector: (list) => `torch.tensor(${list}, dtype=torch.float32).double()`,
  zeros: (rows, cols) => `torch.zeros(${rows}, ${cols}, dtype=torch.float64)`,
  zeroVector: (length) => `torch.zeros(${length}, dtype=torch.float64)`,
  ones: (rows, cols) => `torch.ones(${rows}, ${cols}, dtype=torch.float64)`,
  eye: (size) => `torch.eye(${size}, dtype=torch.float64)`,
  exp: (x) => `torch.exp(${x})`,
  sin: (x) => `torch.sin(${x})`,
  cos: (x) => `torch.cos(${x})`,
  max: (x) => `${x}.max()`,
  sum: (x) => `${x}.sum()`,
  rowMax: (x) => `${x}.amax(dim=-1, keepdim=True)`,
  rowSum: (x) => `${x}.sum(dim=-1, keepdim=True)`,
  columnSum: (x) => `${x}.sum(dim=0)`,
  relu: (x) => `(${x}).clamp(min=0)`,
  min0: (x) => `(${x}).clamp(max=0)`,
  beside: (parts) => `torch.cat([${parts.join(', ')}], dim=-1)`,
  roll: (x, by) => `torch.roll(${x}, ${by}, dims=-1)`,
  outer: (a, b) => `torch.outer(${a}, ${b})`,
  where: (condition, yes, no) => `torch.where(${condition}, ${yes}, ${no})`,
  count: (size) => `torch.arange(${size}, dtype=torch.float64)[:, None]`,
};
