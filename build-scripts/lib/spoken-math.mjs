// A formula in words, for those who listen. MathML has its structure, which some readers speak; but in the name of a field,
// an option or a cell browsers leave it out, and a question would be read with holes in it.

const LETTERS = { φ: 'phi', ϕ: 'phi', β: 'beta', γ: 'gamma', ρ: 'rho', ν: 'nu', ℓ: 'l', '∞': 'infinity' };
const SIGNS = {
  '+': 'plus',
  '−': 'minus',
  '-': 'minus',
  '=': 'equals',
  '×': 'times',
  '⋅': 'dot',
  '·': 'dot',
  '/': 'over',
  '⊗': 'tensor',
  '←': 'becomes',
  '→': 'to',
  '≥': 'is at least',
  '≤': 'is at most',
  '<': 'is less than',
  '>': 'is more than',
  '≈': 'is about',
  '≠': 'is not equal to',
  '∑': 'the sum of',
  '!': 'factorial',
  '…': 'and so on',
  '⋯': 'and so on',
  '(': 'open bracket',
  ')': 'close bracket',
  '[': 'open square bracket',
  ']': 'close square bracket',
  '{': 'open brace',
  '}': 'close brace',
  '|': 'bar',
  ',': ',',
  // They show how letters stand together, which is heard anyway: function application, invisible times.
  '\u2061': '',
  '\u2062': '',
};
const POWERS = { 2: 'squared', 3: 'cubed', '⊤': 'transpose', '′': 'prime' };

/** `<math>…</math>` in English words: φ(q)ᵀ is “phi of q transpose”, n² is “n squared”. A sign without a word is an error. */
export function spokenMath(mathml) {
  return words(parse(mathml)).replace(/ ,/g, ',').replace(/ +/g, ' ').replace(/,? *$/, '').trim();
}

/** `html` with its words beside each formula, where a name is made of it. */
export function withSpokenMath(html) {
  return html.replace(
    /<math\b([^>]*)>[\s\S]*?<\/math>/g,
    (whole, attributes) =>
      `<math${attributes} aria-label="${spokenMath(whole)}">${whole.slice(whole.indexOf('>') + 1)}`,
  );
}

/** The elements of well-formed MathML, as `{ tag, children }` and `{ tag, text }`. */
function parse(mathml) {
  const root = { tag: '', children: [] };
  const open = [root];
  for (const [, end, tag, rest, text] of mathml.matchAll(/<(\/?)([a-z]+)([^>]*)>|([^<]+)/g)) {
    if (text !== undefined) open.at(-1).text = (open.at(-1).text ?? '') + decoded(text);
    else if (end === '/') open.pop();
    else {
      const node = { tag, children: [] };
      open.at(-1).children.push(node);
      if (!rest.endsWith('/')) open.push(node);
    }
  }
  return root;
}

function decoded(text) {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function words(node) {
  const { tag, children, text = '' } = node;
  switch (tag) {
    case 'mn':
    case 'mtext':
      return text.replaceAll('\u00a0', ' ');
    case 'mi':
      return letter(text);
    case 'mo':
      return sign(text);
    case 'msup':
      return raised(words(children[0]), children[1]);
    case 'msub':
    case 'munder':
      return below(children[0], children[1]);
    case 'msubsup':
    case 'munderover':
      return isSum(children[0])
        ? `the sum from ${words(children[1])} to ${words(children[2])} of`
        : raised(below(children[0], children[1]), children[2]);
    case 'mfrac':
      return children.every(isShort)
        ? children.map(words).join(' over ')
        : `the fraction, ${words(children[0])}, over, ${words(children[1])}, end of fraction`;
    case 'msqrt':
      return `the square root of ${inRow(children)}${children.every(isShort) ? '' : ', end of root'}`;
    case 'mspace':
      return '';
    case '':
    case 'math':
    case 'mrow':
    case 'mstyle':
    case 'mpadded':
      return inRow(children);
    default:
      throw new Error(`There are no words for <${tag}> of a formula.`);
  }
}

/** One after the other; what stands in brackets behind the name of a function is what it is of. */
function inRow(children) {
  const said = [];
  children.forEach((child, at) => {
    const argument = at > 0 && isFunction(children[at - 1]) ? argumentOf(child) : null;
    said.push(argument ?? words(child));
  });
  return said.filter((part) => part !== '').join(' ');
}

const isSum = ({ text }) => text === '∑';
const isShort = (node) => /^(.|[\p{L}\p{N}′]+)$/u.test(textOf(node));
const textOf = ({ text = '', children }) => text + children.map(textOf).join('');
const isFunction = (node) =>
  node.tag === 'mi' && (/^[φϕ]$/.test(node.text) || /^\p{L}{2,}$/u.test(node.text));

/** “of x” for (x), and for (x) with something raised behind it; null for anything else. */
function argumentOf(node) {
  if (node.tag === 'msup') {
    const inside = argumentOf(node.children[0]);
    return inside === null ? null : raised(inside, node.children[1]);
  }
  const { tag, children } = node;
  if (tag !== 'mrow' || children[0]?.text !== '(' || children.at(-1)?.text !== ')') return null;
  const inside = children.slice(1, -1);
  const plain = inside.length === 1 && inside[0].tag !== 'mrow';
  return plain ? `of ${words(inside[0])}` : `of ${inRow(children)}`;
}

function raised(base, power) {
  const known = POWERS[textOf(power)];
  if (known !== undefined) return `${base} ${known}`;
  return `${base} to the power of ${words(power)}${isShort(power) ? '' : ', end of power,'}`;
}

function below(base, index) {
  if (isSum(base)) return `the sum over ${words(index)} of`;
  return `${words(base)} sub ${words(index)}${isShort(index) ? '' : ', end of index,'}`;
}

/** Capital and small letters are different things here, and sound alike. */
function letter(text) {
  const known = LETTERS[text] ?? SIGNS[text] ?? POWERS[text];
  if (known !== undefined) return known;
  return /^\p{Lu}$/u.test(text) ? `capital ${text}` : text;
}

function sign(text) {
  const word = SIGNS[text];
  if (word === undefined && !/^[\p{L} ]+$/u.test(text))
    throw new Error(`There is no word for “${text}” of a formula.`);
  return word ?? text;
}
