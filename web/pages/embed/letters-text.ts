// The core in scripts that a server compresses on their way.
export { bytesOfLetters as bytesOfCore } from '../../model/letters.js';
