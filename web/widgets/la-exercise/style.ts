import { css } from 'lit';

export const exerciseStyle = css`
  :host([brief]) {
    contain-intrinsic-block-size: 12em;
    content-visibility: auto;
  }

  article,
  section,
  form {
    grid-template-columns: minmax(0, 1fr);
  }

  article {
    display: grid;
    gap: calc(var(--la-unit) * 3);
  }

  h2,
  h3 {
    font-family: var(--la-prose);
    font-weight: 600;
    line-height: 1.25;
    margin: 0;
    text-wrap: balance;
  }

  h2 {
    font-size: 1.5rem;
  }

  h3 {
    align-items: baseline;
    border-top: 1px solid var(--la-rule);
    display: flex;
    font-size: 1.1875rem;
    gap: 0.6em;
    padding-top: calc(var(--la-unit) * 2);
  }

  .step {
    color: var(--la-muted);
    font-variant-numeric: oldstyle-nums;
    font-weight: 400;
  }

  header p,
  section > .quiet,
  form > .quiet {
    margin: 0;
  }

  section {
    display: grid;
    gap: calc(var(--la-unit) * 2);
    min-width: 0;
  }

  .prose,
  .ask,
  legend,
  .reply,
  .hints,
  .demo p,
  .score,
  .notice {
    max-width: 66ch;
  }

  .prose,
  .hints,
  .demo p {
    font: 1.0625rem / 1.55 var(--la-prose);
  }

  .prose p {
    margin: 0 0 calc(var(--la-unit) * 1.5);
  }

  .prose > :last-child {
    margin-bottom: 0;
  }

  math {
    font-size: 1.05em;
  }

  /* A formula wider than the page scrolls in its own line; math itself does not. */
  p:has(> math[display='block']) {
    overflow-x: auto;
    overflow-y: hidden;
    padding-block: 4px;
  }

  .inputs {
    align-items: start;
    display: flex;
    flex-wrap: wrap;
    gap: calc(var(--la-unit) * 2) calc(var(--la-unit) * 4);
  }

  form {
    display: grid;
    gap: calc(var(--la-unit) * 2.5);
  }

  .question {
    border-inline-start: 3px solid transparent;
    display: grid;
    gap: var(--la-unit);
    padding-inline-start: 12px;
    margin-inline-start: -15px;
  }

  .question.right {
    border-color: var(--la-right);
  }

  .question.wrong,
  .question.unreadable {
    border-color: var(--la-wrong);
  }

  .ask {
    display: grid;
    gap: 4px;
    grid-template-columns: minmax(0, 1fr);
    margin: 0;
  }

  p.ask {
    display: block;
  }

  .ask input {
    width: 12em;
    max-width: 100%;
  }

  .field {
    align-items: center;
    display: flex;
    flex-wrap: wrap;
    gap: 4px var(--la-unit);
  }

  .entries {
    display: grid;
    gap: 4px;
    grid-template-columns: repeat(var(--cols), minmax(0, 7em));
  }

  .entries input {
    min-width: 0;
    width: 100%;
  }

  .option {
    max-width: 66ch;
  }

  .reply:empty {
    display: none;
  }

  .right .verdict,
  .done {
    color: var(--la-right);
  }

  .wrong .verdict,
  .unreadable .verdict,
  .la-failed {
    color: var(--la-wrong);
  }

  .hints {
    display: grid;
    gap: var(--la-unit);
    margin: 0;
    padding-inline-start: 1.5em;
  }

  /* Kept in the tree for those who listen: a hint that appears is read out. */
  .hints:empty {
    margin-top: calc(var(--la-unit) * -2.5);
  }

  .results {
    display: grid;
    gap: calc(var(--la-unit) * 1.5) calc(var(--la-unit) * 4);
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr));
    margin: 0;
  }

  .result {
    margin: 0;
    min-width: 0;
  }

  .result.wide {
    grid-column: 1 / -1;
  }

  .result dt,
  .result figcaption {
    color: var(--la-muted);
    font-size: var(--la-small);
  }

  .result dd {
    font-size: 1.0625rem;
    font-weight: 600;
    margin: 0;
  }

  .demos {
    display: grid;
    gap: calc(var(--la-unit) * 1.5);
  }

  .demo p {
    margin: var(--la-unit) 0 0;
  }

  .demo .results {
    margin-top: var(--la-unit);
  }

  /* A computed number has its name above it. */
  dd.normaliser {
    text-decoration: none;
  }

  .score,
  .notice,
  .done {
    font-weight: 600;
    margin: 0;
  }

  p.row {
    margin: 0;
  }

  summary {
    color: var(--la-press);
    cursor: pointer;
    min-height: var(--la-touch);
    padding-block: 6px;
  }
`;
