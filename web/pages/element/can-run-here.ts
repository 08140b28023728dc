// Whether this page's policy lets the core run in it. Asked before anything large starts, once a page.
import { wasmRefused, workerRuns } from '../embed/probes.js';

let verdict: Promise<boolean> | undefined;

export function canRunHere(): Promise<boolean> {
  verdict ??= ask();
  return verdict;
}

async function ask(): Promise<boolean> {
  if (wasmRefused() !== null) return false;
  try {
    // Lit makes a policy of its own for trusted types as it arrives, which a page can refuse.
    await import('./inline-presenter.js');
  } catch {
    return false;
  }
  return workerRuns();
}
