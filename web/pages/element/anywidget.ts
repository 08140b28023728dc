// /v1/anywidget.js: the element for hosts that speak the anywidget front-end module format (MyST, Jupyter, marimo).
// The model's keys are the parameters; `value` follows the reader's state both ways.
import { commonParameters } from '../../model/common-parameters.js';
import { print, urlKey, type Value } from '../../model/parameters.js';
import { entry } from '../catalogue.js';
import { OWN_KEY } from '../embed/own-page.js';
import { defineElement, type LinearAttentionElement } from './element.js';

/** The part of an anywidget model that is used here. */
interface Model {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
  save_changes(): void;
  on(event: string, callback: () => void): void;
  off(event: string, callback: () => void): void;
}

async function render({ model, el }: { model: Model; el: HTMLElement }): Promise<() => void> {
  defineElement();
  const element = document.createElement('linear-attention') as LinearAttentionElement;
  const ex = String(model.get('ex') ?? '');
  const own = (await entry(ex)?.load())?.table ?? [];
  const keys = ['ex', 'render', OWN_KEY, ...[...commonParameters, ...own].map(urlKey)];
  const copy = (key: string) => {
    const value = model.get(key);
    if (value === undefined || value === null) element.removeAttribute(key);
    else element.setAttribute(key, print(value as Value));
  };
  keys.forEach(copy);

  const saved = model.get('value');
  if (typeof saved === 'string' && saved !== '') element.value = saved;
  const onModel = () => {
    const value = model.get('value');
    if (typeof value === 'string' && value !== element.value) element.value = value;
  };
  const onChange = ({ detail }: HTMLElementEventMap['la-change']) => {
    model.set('value', detail.s);
    model.save_changes();
  };
  const watchers = keys.map((key) => ({ event: `change:${key}`, callback: () => copy(key) }));
  for (const { event, callback } of watchers) model.on(event, callback);
  model.on('change:value', onModel);
  element.addEventListener('la-change', onChange);
  el.append(element);

  return () => {
    for (const { event, callback } of watchers) model.off(event, callback);
    model.off('change:value', onModel);
    element.remove();
  };
}

export default { render };
