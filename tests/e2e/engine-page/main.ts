// A page that is nothing but an engine, for engine.test.ts.
import '../../../web/engine/with-worker.js';
import { sharedEngine } from '../../../web/engine/shared.js';

Object.assign(window, { engine: sharedEngine() });
