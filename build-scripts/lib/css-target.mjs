/**
 * Engines that know light-dark(). Rewritten for older ones, a colour would be settled where the tokens are defined,
 * and a card could not be dark in a light page. Those engines get the light theme, which tokens.css sees to itself.
 */
export const CSS_TARGET = ['chrome123', 'firefox120', 'safari17.5'];
