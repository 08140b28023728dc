// The study of the accumulators as a plot, a table and sentences.
import { html, nothing, type TemplateResult } from 'lit';
import { formatCount, formatNumber, formatPercent } from '../../model/format-number.js';
import '../la-plot/la-plot.js';
import { given } from '../from.js';
import type { PlotSeries } from '../la-plot/la-plot.js';
import { type AccumulatorStudy, STUDY_MILESTONES } from './accumulators-model.js';

/** Of the study's tokens: the columns of its table. */
const STUDY_TABLED: readonly number[] = [256, 4096, 65_536];

/** The growth of one entry, and the error of all. */
export function studyFigure(study: readonly AccumulatorStudy[]): TemplateResult {
  return html`<la-plot
      label="The first entry of z, token after token"
      x-label="tokens"
      y-label="first entry of z"
      x-scale="log"
      y-scale="log"
      .series=${growthLines(study)}
    ></la-plot>
    ${studyTable(study)}`;
}

/** Each accumulator beside the exact sum: where it leaves that line, tokens are lost. */
function growthLines(study: readonly AccumulatorStudy[]): PlotSeries[] {
  const x = STUDY_MILESTONES;
  return [
    {
      id: 'float64',
      label: 'float64',
      object: 'softmax',
      x,
      y: study[0]!.points.map(({ exactZ0 }) => exactZ0),
    },
    ...study.map(
      ({ accumulator, points }, variant): PlotSeries => ({
        id: accumulator,
        label: accumulator,
        object: 'normaliser',
        variant,
        x,
        y: points.map(({ z0 }) => z0),
        marks: 'both',
      }),
    ),
  ];
}

function studyTable(study: readonly AccumulatorStudy[]): TemplateResult {
  const shown = STUDY_MILESTONES.flatMap((tokens, i) => (STUDY_TABLED.includes(tokens) ? [i] : []));
  return html`<div class="scroll">
    <table>
      <caption>Error of the whole of z against float64, after so many tokens</caption>
      <thead>
        <tr>
          <th scope="col">accumulator</th>
          ${shown.map((i) => html`<th scope="col" class="number">${formatCount(STUDY_MILESTONES[i]!)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${study.map(
          ({ accumulator, points }) => html`<tr>
            <th scope="row">${accumulator}</th>
            ${shown.map((i) => html`<td class="number">${formatPercent(points[i]!.relative)}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** What the study found, as sentences. */
export function studySentence(study: readonly AccumulatorStudy[]): TemplateResult {
  const { tokens, exactZ0 } = study[0]!.points.at(-1)!;
  const stuck = study.filter(({ points }) => points.at(-1)!.relative > 0.1);
  return html`<p>
      After ${given(formatCount(tokens))} tokens the first entry of z is ${formatNumber(exactZ0)} in
      float64${study.map(({ accumulator, points }) => html`, ${formatNumber(points.at(-1)!.z0)} in ${accumulator}`)}.
    </p>
    ${
      stuck.length === 0
        ? nothing
        : html`<p>
            ${stuck.map(({ accumulator }) => accumulator).join(' and ')}
            ${stuck.length === 1 ? 'falls' : 'fall'} behind: what one token adds is soon less than half the step to the next number that
            the format has, and most tokens leave no trace.
          </p>`
    }`;
}
