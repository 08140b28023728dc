// /about/: says what this visit has really loaded, as the browser measured it.
import { formatBytes, formatCount } from '../../model/format-number.js';
import { startGlossary } from './glossary.js';
import { startShell } from './shell.js';

startGlossary();
startShell();

function sayLoadCost(): void {
  const place = document.querySelector('#load-cost');
  const entries = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ] as PerformanceResourceTiming[];
  const transferred = entries.reduce((sum, { transferSize }) => sum + transferSize, 0);
  // 0: everything came from the cache, and says nothing about the cost.
  if (place === null || transferred === 0) return;
  const line = document.createElement('p');
  line.textContent = `This page alone: ${formatCount(entries.length)} files, ${formatBytes(transferred)} over the network, as your browser measured it.`;
  place.after(line);
}

if (document.readyState === 'complete') sayLoadCost();
else addEventListener('load', sayLoadCost, { once: true });
