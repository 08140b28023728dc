import { css } from 'lit';

export const plotStyle = css`
  .stage {
    position: relative;
    touch-action: pan-y;
  }

  svg {
    display: block;
    fill: var(--la-muted);
    font: 12px var(--la-sans);
    font-variant-numeric: tabular-nums;
    max-width: 100%;
    overflow: visible;
  }

  /* A line may pass behind a name. */
  svg text.series {
    font-size: 13px;
    font-weight: 600;
    paint-order: stroke;
    stroke: var(--la-surface);
    stroke-width: 4px;
  }

  .grid {
    stroke: var(--la-rule);
    stroke-width: 1;
  }

  .axis {
    stroke: var(--la-edge);
    stroke-width: 1;
  }

  .line {
    fill: none;
    stroke-linejoin: round;
  }

  .band {
    opacity: 0.18;
  }

  .cursor-line {
    stroke: var(--la-ink);
    stroke-width: 1;
  }

  .dot {
    fill: var(--la-surface);
  }

  .reader {
    inset: 0;
    position: absolute;
  }

  .legend {
    display: flex;
    flex-wrap: wrap;
    font-size: var(--la-small);
    gap: 2px calc(var(--la-unit) * 2);
    list-style: none;
    margin: 4px 0 0;
    padding: 0;
  }

  .legend li {
    align-items: center;
    display: flex;
    gap: 6px;
  }

  .legend svg {
    flex: none;
  }

  .status {
    margin: 4px 0 0;
    min-height: 1.5em;
  }

  th {
    font-weight: 600;
  }

  @media (forced-colors: active) {
    svg {
      fill: CanvasText;
    }

    .band {
      opacity: 0.4;
    }
  }
`;
