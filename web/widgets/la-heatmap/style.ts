import { css } from 'lit';

export const heatmapStyle = css`
  .head {
    margin-bottom: var(--la-unit);
    max-width: max(18rem, var(--width));
  }

  .head .label {
    color: var(--colour);
  }

  .frame {
    position: relative;
  }

  .stage {
    position: relative;
    touch-action: pan-y;
  }

  .cells,
  .over,
  .hatch,
  .edge,
  .mark {
    pointer-events: none;
    position: absolute;
  }

  /* One pixel a cell, made as large as the cell. */
  .cells {
    image-rendering: pixelated;
  }

  .over {
    inset: 0 auto auto 0;
  }

  .edge {
    outline: 1px solid var(--la-rule);
  }

  .hatch,
  .gaps::before,
  .gaps::after {
    forced-color-adjust: none;
  }

  /* Below the cells, so that it shows where one was left out: a stroke from corner to corner of the middle of each. */
  .hatch {
    --ground: var(--la-surface) 25%, transparent 25% 75%, var(--la-surface) 75%;
    --stroke: transparent calc(50% - 0.75px), var(--la-rule) calc(50% - 0.75px) calc(50% + 0.75px),
      transparent calc(50% + 0.75px);
    background:
      linear-gradient(to right, var(--ground)),
      linear-gradient(to bottom, var(--ground)),
      linear-gradient(to bottom right, var(--stroke));
    background-size: var(--cell) var(--cell);
  }

  /* A line of ground between cells that are large enough to be looked at one by one. */
  .gaps::before,
  .gaps::after {
    background: linear-gradient(to right, var(--la-surface) 1px, transparent 1px) 0 0 / var(--cell) 100%;
    content: '';
    inset: 0 0 0 var(--cell);
    position: absolute;
  }

  .gaps::after {
    background: linear-gradient(to bottom, var(--la-surface) 1px, transparent 1px) 0 0 / 100% var(--cell);
    inset: var(--cell) 0 0;
  }

  /* Gradients print as coarse pixels: the upper canvas has the whole picture then. */
  @media print {
    .hatch,
    .gaps::before,
    .gaps::after {
      display: none;
    }
  }

  .mark {
    border: 2px solid;
    forced-color-adjust: none;
  }

  .cursor {
    pointer-events: none;
    position: absolute;
  }

  .cursor:focus-visible {
    outline-offset: 1px;
  }

  .cursor.told {
    outline: 2px solid var(--la-ink);
    outline-offset: 0;
  }

  .cursor.told:focus-visible {
    outline: 3px solid var(--la-focus);
    outline-offset: 1px;
  }

  .axes {
    align-items: center;
    color: var(--la-muted);
    display: flex;
    flex-wrap: wrap;
    font-size: var(--la-fine);
    gap: 0 calc(var(--la-unit) * 2);
  }

  .scale {
    align-content: start;
    display: grid;
    flex: 0 1 8rem;
    font-size: var(--la-fine);
  }

  .bar {
    border: 1px solid var(--la-edge);
    forced-color-adjust: none;
    height: 10px;
    print-color-adjust: exact;
    -webkit-print-color-adjust: exact;
  }

  .ends {
    display: flex;
    justify-content: space-between;
  }

  /* The scale, and the cell that is read. */
  .below {
    display: flex;
    flex-wrap: wrap;
    gap: 4px calc(var(--la-unit) * 2);
    margin-top: var(--la-unit);
  }

  .status {
    flex: 1 1 9rem;
    line-height: 1.4;
    margin: 0;
    min-height: 2.8em;
    overflow-wrap: anywhere;
  }

  th {
    color: var(--la-muted);
    font-weight: 500;
  }

  /* No column waits for the width of thousands of numbers, and a group of rows whose numbers change is laid out by itself:
     as a table, all of it would be. The roles say that it is one. */
  .table table,
  .table thead,
  .table tbody {
    display: block;
    width: calc((var(--columns) + 1) * 6rem);
  }

  .table tbody {
    contain: layout size;
    content-visibility: auto;
    height: calc(var(--rows) * (1.5em + 7px));
  }

  /* Out of sight and out of date: it comes back once it is drawn. */
  .table tbody.away {
    content-visibility: hidden;
  }

  .table tr {
    display: flex;
    height: calc(1.5em + 7px);
  }

  .table td,
  .table th {
    flex: 0 0 6rem;
  }
`;
