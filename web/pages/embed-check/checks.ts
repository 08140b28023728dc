// What a place on the web lets an activity do, asked from inside that place. Each check says what it found in a
// sentence that a teacher can act on.
import { wasmRefused, workerRuns } from '../embed/probes.js';

export type Outcome = 'yes' | 'no' | 'partly';

export interface Finding {
  id: string;
  /** The question. */
  asks: string;
  outcome: Outcome;
  /** The answer, and what follows from it. */
  says: string;
}

type Check = () => Promise<Omit<Finding, 'id' | 'asks'>> | Omit<Finding, 'id' | 'asks'>;

const CHECKS: ReadonlyArray<{ id: string; asks: string; check: Check }> = [
  { id: 'frame', asks: 'Is this page in a frame?', check: frame },
  { id: 'origin', asks: 'Does the frame keep its own origin?', check: origin },
  { id: 'wasm', asks: 'May WebAssembly run?', check: wasm },
  { id: 'worker', asks: 'May a worker run?', check: worker },
  { id: 'storage', asks: 'Can progress be kept?', check: storage },
  { id: 'popups', asks: 'May links open a new tab?', check: popups },
  { id: 'clipboard', asks: 'May the copy buttons copy?', check: clipboard },
  { id: 'height', asks: 'Does the page around give the height that is asked for?', check: height },
];

/** All checks, one after the other; `tell` hears each as it is done. */
export async function runChecks(tell: (finding: Finding) => void): Promise<void> {
  for (const { id, asks, check } of CHECKS) tell({ id, asks, ...(await check()) });
}

function framed(): boolean {
  return window.parent !== window;
}

function frame(): ReturnType<Check> {
  return framed()
    ? { outcome: 'yes', says: 'Yes. The answers below hold for this place.' }
    : {
        outcome: 'no',
        says: 'No, it is open by itself. Frame this page where your activity will stand: the answers may differ there.',
      };
}

function origin(): ReturnType<Check> {
  return window.origin === 'null'
    ? {
        outcome: 'no',
        says: 'No: it is sandboxed. Activities work; progress lasts only until the page is closed.',
      }
    : { outcome: 'yes', says: `Yes, ${window.origin}.` };
}

function wasm(): ReturnType<Check> {
  const refused = wasmRefused();
  return refused === null
    ? { outcome: 'yes', says: 'Yes. Everything can be computed here.' }
    : {
        outcome: 'no',
        says: `No (${refused}). Activities stay at their worked example. Link to them instead.`,
      };
}

async function worker(): Promise<Omit<Finding, 'id' | 'asks'>> {
  return (await workerRuns())
    ? { outcome: 'yes', says: 'Yes. Long runs never hold the page up.' }
    : {
        outcome: 'partly',
        says: 'No. The core runs on the page itself, in short slices: slower, with the same numbers.',
      };
}

function storage(): ReturnType<Check> {
  try {
    // Naming it is enough to find out; nothing is written.
    const kept = window.localStorage.length;
    return framed()
      ? {
          outcome: 'partly',
          says: `Yes (${kept} entries so far). Browsers keep it apart for each site that frames an activity.`,
        }
      : { outcome: 'yes', says: 'Yes, in this browser.' };
  } catch {
    return {
      outcome: 'no',
      says: 'No. Progress lasts until the page is closed; a copied link brings the state back.',
    };
  }
}

function popups(): ReturnType<Check> {
  const sandbox = window.origin === 'null';
  return sandbox
    ? {
        outcome: 'partly',
        says: 'Perhaps not: a sandbox often forbids it. Press “Open by itself” below to see.',
      }
    : { outcome: 'yes', says: 'Yes, as far as can be told without opening one.' };
}

async function clipboard(): Promise<Omit<Finding, 'id' | 'asks'>> {
  const policy = (document as Document & { featurePolicy?: { allowsFeature(name: string): boolean } })
    .featurePolicy;
  if (policy?.allowsFeature('clipboard-write') === false) {
    return {
      outcome: 'partly',
      says: 'The frame lacks allow="clipboard-write". Readers select and copy by hand.',
    };
  }
  return { outcome: 'yes', says: 'Yes, as far as the browser says.' };
}

/** The page asks for a height by its own growth; whether the frame followed shows in innerHeight. */
async function height(): Promise<Omit<Finding, 'id' | 'asks'>> {
  if (!framed()) return { outcome: 'partly', says: 'Only a frame can tell.' };
  await new Promise((resolve) => setTimeout(resolve, 1200));
  const wanted = document.getElementById('la-wrapper')?.getBoundingClientRect().height ?? 0;
  return Math.abs(window.innerHeight - wanted) <= 2
    ? { outcome: 'yes', says: `Yes: the frame is ${window.innerHeight} pixels high, as its content is.` }
    : {
        outcome: 'no',
        says: `No: the frame stays ${window.innerHeight} pixels high and the content has ${Math.ceil(wanted)}. Add resize.js to your page where it allows scripts; otherwise set a height that suits, or fit=frame.`,
      };
}
