// Lets the chart of response times zoom and show its values. The drawing that the page came with stays for print, and wherever
// this script or its library does not run.
import { highestBetween, readChart, timeTexts, valueText } from './chart-data.js';
import { colourOf, paintIncidents, paintMarks, strokeOf, tintOf } from './chart-paint.js';
import { onPartReplaced } from './parts.js';

const { uPlot } = globalThis;
/** Closer than this there is nothing more to see. */
const leastSteps = 3;
const zoomFactor = 2;
const height = 280;

/** The part of the span that is zoomed to, which stays when the page brings itself up to date. */
let zoomed;
let shown;

function optionsOf({ figure, chart, width, onCursor, onSelect, onReset, onDrawn }) {
  const axis = {
    stroke: colourOf(figure.querySelector('.chart text'), 'fill'),
    font: '12px system-ui, sans-serif',
    ticks: { show: false },
    grid: { stroke: colourOf(figure.querySelector('.grid')), width: 1 },
  };
  const span = () => zoomed ?? [chart.from, chart.to];
  const band = figure.querySelector('path.band');
  return {
    width,
    height,
    legend: { show: false },
    tzDate: (at) => uPlot.tzDate(new Date(at * 1000), 'Etc/UTC'),
    scales: { x: { range: span }, y: { range: () => [0, highestBetween(chart, ...span())] } },
    axes: [
      // Its first label does not touch that of the other axis.
      { ...axis, space: 70, gap: 10, size: 35, values: (_self, splits) => timeTexts(splits, chart.dayText) },
      { ...axis, size: 62, values: (_self, splits) => splits.map(valueText) },
    ],
    series: [{}, ...chart.series.map(({ path }) => ({ ...strokeOf(path), points: { show: false } }))],
    bands: band === null || chart.series.length < 2 ? [] : [{ series: [2, 1], fill: tintOf(band) }],
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false },
      bind: { dblclick: () => onReset },
    },
    hooks: {
      drawClear: [(self) => paintIncidents(self, chart.incidents)],
      draw: [(self) => paintMarks(self, chart.marks), onDrawn],
      setCursor: [({ cursor }) => onCursor(cursor.idx)],
      setSelect: [
        (self) => {
          const { left, width: wide } = self.select;
          self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          if (wide > 3) onSelect([self.posToVal(left, 'x'), self.posToVal(left + wide, 'x')]);
        },
      ],
    },
  };
}

/** Draws the chart, and returns what can be done with it. */
function draw(figure, chart, index = chart.rows.length - 1) {
  const place = figure.querySelector('.chart-place');
  const values = figure.querySelector('.chart-values');
  const { from, to } = chart;
  let current = index;
  // Without a pointer the cursor stays at its step, wherever that is after zooming.
  let follows = false;
  place.addEventListener('pointermove', () => {
    follows = true;
  });

  const show = () => {
    values.textContent = chart.rows[current]?.text ?? '';
  };
  const zoom = (wanted) => {
    const length =
      wanted === undefined ? to - from : Math.max(wanted[1] - wanted[0], leastSteps * chart.step);
    if (length >= to - from) zoomed = undefined;
    else {
      const start = Math.min(Math.max(from, (wanted[0] + wanted[1] - length) / 2), to - length);
      zoomed = [start, start + length];
    }
    figure.toggleAttribute('data-zoomed', zoomed !== undefined);
    plot.setScale('x', { min: zoomed?.[0] ?? from, max: zoomed?.[1] ?? to });
  };
  const plot = new uPlot(
    optionsOf({
      figure,
      chart,
      width: place.clientWidth,
      onCursor(at) {
        if (!follows || at === null || at === undefined) return;
        current = at;
        show();
      },
      onSelect: zoom,
      onReset: () => zoom(undefined),
      onDrawn(self) {
        if (!follows) self.setCursor({ left: self.valToPos(chart.rows[current].at, 'x'), top: 0 }, false);
      },
    }),
    [chart.rows.map(({ at }) => at), ...chart.series.map(({ values: own }) => own)],
    place,
  );
  /** Puts the cursor to a step, and that step into sight. */
  const point = (wanted) => {
    follows = false;
    current = Math.min(Math.max(0, wanted), chart.rows.length - 1);
    const { at } = chart.rows[current];
    if (zoomed !== undefined && (at < zoomed[0] || at > zoomed[1])) {
      const half = (zoomed[1] - zoomed[0]) / 2;
      zoom([at - half, at + half]);
    }
    plot.setCursor({ left: plot.valToPos(at, 'x'), top: 0 }, false);
    show();
  };
  const zoomBy = (factor) => {
    const [start, end] = zoomed ?? [from, to];
    const half = (end - start) / factor / 2;
    const middle = chart.rows[current].at;
    zoom([middle - half, middle + half]);
    point(current);
  };
  const keys = {
    ArrowLeft: () => point(current - 1),
    ArrowRight: () => point(current + 1),
    Home: () => point(0),
    End: () => point(chart.rows.length - 1),
    '+': () => zoomBy(zoomFactor),
    '=': () => zoomBy(zoomFactor),
    '-': () => zoomBy(1 / zoomFactor),
    Escape: () => zoom(undefined),
  };
  if (zoomed !== undefined) zoom(zoomed);
  show();
  return { figure, chart, plot, place, zoom, zoomBy, keys, index: () => current };
}

function make(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}

function button(textContent, onclick) {
  return make('button', { type: 'button', className: 'plain', textContent, onclick });
}

/** The place of the chart, the line that has its values, and the buttons. */
function addControls(figure) {
  const { textHint, textZoomIn, textZoomOut, textWholeSpan } = figure.dataset;
  const place = make('div', { className: 'chart-place' });
  // It is the same picture, in the same words.
  place.setAttribute('role', 'img');
  place.setAttribute('aria-labelledby', 'chart-title');
  place.setAttribute('aria-describedby', 'chart-description');
  const values = make('p', { className: 'chart-values' });
  const hint = make('p', { className: 'small soft chart-hint', id: 'chart-hint', textContent: textHint });
  const tools = make('div', { className: 'chart-tools' });
  tools.append(
    button(textZoomIn, () => shown.zoomBy(zoomFactor)),
    button(textZoomOut, () => shown.zoomBy(1 / zoomFactor)),
    button(textWholeSpan, () => shown.zoom(undefined)),
  );
  const region = figure.querySelector('.plot');
  region.append(place);
  region.after(values, tools, hint);
  region.setAttribute('aria-describedby', hint.id);
  region.addEventListener('keydown', (event) => {
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : shown.keys[event.key];
    if (action === undefined) return;
    event.preventDefault();
    // What a user asks for is announced; what a pointer passes over is not.
    values.setAttribute('aria-live', 'polite');
    action();
  });
  region.addEventListener('pointermove', () => values.removeAttribute('aria-live'));
}

const resizing = new ResizeObserver(() => {
  const { plot, place } = shown;
  if (plot.width !== place.clientWidth && place.clientWidth > 0)
    plot.setSize({ width: place.clientWidth, height });
});

function enhanceWithin(part) {
  const figure = part.querySelector('figure[data-latency]');
  const chart = figure === null ? undefined : readChart(figure);
  if (chart === undefined) return;
  shown?.plot.destroy();
  resizing.disconnect();
  addControls(figure);
  figure.toggleAttribute('data-enhanced', true);
  shown = draw(figure, chart);
  resizing.observe(figure);
}

/** Colours are part of the drawing. */
function drawAgain() {
  if (shown === undefined) return;
  const { figure, chart, plot, index } = shown;
  plot.destroy();
  shown = draw(figure, chart, index());
}

if (uPlot !== undefined) {
  enhanceWithin(document);
  onPartReplaced(enhanceWithin);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAgain);
}
