// What every figure of the walk looks like: controls beside what they change, sentences, tables, panels.
import { css } from 'lit';

export const stationStyle = css`
  :host {
    container-type: inline-size;
  }

  .controls {
    align-items: end;
    display: flex;
    flex-wrap: wrap;
    gap: 12px 24px;
    margin: 0 0 16px;
  }

  /* What is read stays in a measure that the eye can follow, however wide the figure is. */
  p,
  caption,
  .computed {
    max-width: 46rem;
  }

  .beside {
    display: grid;
    gap: 0 40px;
    grid-template-columns: minmax(0, 1fr);
  }

  .beside > * {
    min-width: 0;
  }

  /* Where there is room, controls and the sentence stand beside what they change. */
  @container (min-width: 56rem) {
    .beside {
      grid-template: "rail main" auto "said main" 1fr / minmax(15rem, 18rem) minmax(0, 1fr);
    }

    .beside > .rail {
      grid-area: rail;
    }

    /* A short table beside its drawing. */
    .tabled {
      display: grid;
      gap: 0 32px;
      grid-template-columns: max-content minmax(0, 1fr);
    }

    .beside > .main {
      grid-area: main;
    }

    .beside > .computed {
      align-self: start;
      grid-area: said;
    }

    .rail .controls {
      align-items: stretch;
      flex-direction: column;
    }

    .rail .controls > * {
      flex: none;
    }

    .rail .control,
    .rail .control select {
      grid-template-columns: minmax(0, 1fr);
      width: 100%;
    }
  }

  .main > :first-child {
    margin-top: 0;
  }

  .beside + .panels {
    margin-top: 24px;
  }

  la-matrix + la-matrix {
    margin-top: 16px;
  }

  .trace li {
    margin-bottom: 16px;
  }

  .below {
    margin: 8px 0 0;
  }

  la-stepper {
    margin-bottom: 16px;
  }

  la-tabs {
    margin-top: 24px;
  }

  .matrices {
    align-items: center;
    display: flex;
    flex-wrap: wrap;
    gap: 16px 32px;
    margin: 0 0 16px;
  }

  .matrices > * {
    margin-top: 0;
  }

  .control select {
    max-width: 100%;
  }

  la-input {
    margin: 0 0 16px;
  }

  .control {
    display: grid;
    gap: 2px;
    grid-template-columns: minmax(0, max-content);
    max-width: 100%;
    min-width: 0;
  }

  la-number {
    flex: 0 1 15rem;
  }

  /* On a phone a slider, and a list, is as long as the figure is wide. */
  @container (max-width: 30rem) {
    la-number,
    .control {
      flex: 1 1 100%;
    }

    .control:not(.flag) {
      grid-template-columns: minmax(0, 1fr);
    }
  }

  .control.flag {
    align-items: center;
    display: flex;
    gap: 8px;
    min-height: var(--la-touch);
  }

  .control.flag input {
    flex: none;
    height: 20px;
    width: 20px;
  }

  .row {
    align-items: end;
    margin: 8px 0 16px;
  }

  .row.steps {
    align-items: center;
  }

  .runner {
    align-items: center;
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    margin: 8px 0;
    min-height: var(--la-touch);
  }

  .weights {
    margin-block: 16px 8px;
  }

  .weights .row {
    align-items: center;
  }

  .runner la-progress {
    flex: 1 1 20rem;
  }

  .computed {
    border-inline-start: 3px solid var(--la-press);
    line-height: 1.5;
    margin: 16px 0 0;
    padding-inline-start: 12px;
    position: relative;
  }

  /* In the margin above the sentence: nothing moves when it comes or goes. */
  .computed > .late {
    bottom: 100%;
    font-size: 0.75rem;
    inset-inline-start: 0;
    line-height: 16px;
    margin: 0;
    position: absolute;
  }

  .late ~ * {
    color: var(--la-muted);
  }

  .computed p,
  .computed ul {
    margin: 0 0 4px;
  }

  h2,
  h3 {
    font: 600 1rem/1.4 var(--la-sans);
    margin: 24px 0 8px;
  }

  h2,
  h3 {
    text-wrap: balance;
  }

  h2:first-child,
  h3:first-child {
    margin-top: 0;
  }

  .beside + section > h3 {
    margin-top: 24px;
  }

  .panels {
    align-items: start;
    display: grid;
    gap: 16px 32px;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
  }

  /* Steps and tables need more. */
  .panels.broad {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr));
  }

  /* A wide table beside a drawing, or above it. */
  .panels.uneven {
    grid-template-columns: minmax(0, 1fr);
  }

  @container (min-width: 75rem) {
    .panels.uneven {
      grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
    }
  }

  /* Three of a kind, to be compared. */
  .panels.trio {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
  }

  .panels > * {
    min-width: 0;
  }

  /* A caption is no wider than its table. */
  table {
    min-width: min(100%, 22rem);
  }

  th,
  td {
    border-bottom: 1px solid var(--la-rule);
    padding: 4px 12px 4px 0;
    text-align: start;
    vertical-align: baseline;
  }

  td.number,
  th.number {
    padding-inline: 12px 0;
    text-align: end;
  }

  /* Figures end where the words of the next column begin. */
  .number + :not(.number) {
    padding-inline-start: 16px;
  }

  td {
    white-space: nowrap;
  }

  thead th {
    vertical-align: bottom;
  }

  /* On a phone it ends before the fade of a table that goes on. */
  caption {
    color: var(--la-muted);
    max-width: calc(100vw - 80px);
    padding-bottom: 4px;
    text-align: start;
  }

  @media print {
    .unrun {
      display: none;
    }

    .computed,
    .control,
    .controls,
    la-heatmap,
    la-matrix,
    la-number,
    la-plot,
    table {
      break-inside: avoid;
    }

    h2,
    h3 {
      break-after: avoid;
    }
  }

  progress {
    accent-color: var(--la-press);
    width: min(100%, 20rem);
  }
`;
