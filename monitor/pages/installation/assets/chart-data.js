// Reads what a chart shows from the page: figures from the table below it, incidents and deployments from the drawing.

const seconds = (iso) => Date.parse(iso) / 1000;

/** Nothing if no figure is known. Times are seconds since 1970, as the chart wants them. */
export function readChart(figure) {
  const table = document.querySelector('#latency-figures table');
  const step = Number(figure.dataset.stepMs) / 1000;
  const [from, to] = [seconds(figure.dataset.from), seconds(figure.dataset.to)];
  const titles = [...(table?.tHead?.rows[0]?.cells ?? [])].map(({ textContent }) => textContent.trim());
  const rows = [...(table?.querySelectorAll('tr[data-at]') ?? [])].map((row) => ({
    // A step stands at its middle, as in the drawing.
    at: Math.min(to, seconds(row.dataset.at) + step / 2),
    text: rowText(row, titles),
    cells: new Map([...row.querySelectorAll('[data-series]')].map((cell) => [cell.dataset.series, cell])),
  }));
  if (rows.length === 0) return undefined;
  // The line drawn last lies above the others, and is the first of the percentiles.
  const paths = [...figure.querySelectorAll('path[data-series]')].reverse();
  const series = paths.map((path) => ({
    path,
    values: rows.map(({ cells }) => msOf(cells.get(path.dataset.series))),
  }));
  const marks = [...figure.querySelectorAll('[data-mark]')].map((element) => ({
    at: seconds(element.dataset.at),
    element,
  }));
  const incidents = [...figure.querySelectorAll('rect[data-from]')].map((element) => ({
    from: seconds(element.dataset.from),
    to: seconds(element.dataset.to),
    element,
  }));
  // Closer than three minutes there is nothing more to see of runs.
  return { from, to, step: Math.max(60, step), rows, series, marks, incidents, dayText: dayTextOf(figure) };
}

function msOf(cell) {
  return cell?.dataset.ms === undefined ? null : Number(cell.dataset.ms);
}

/** "From 21 Nov 2026 13:00 UTC: median 110 ms, p95 340 ms · Runs: 4", in the words of the table. */
function rowText(row, titles) {
  const [time, ...cells] = [...row.cells];
  const words = cells.map((cell, index) => ({
    isTime: cell.dataset.series !== undefined,
    title: titles[index + 1] ?? '',
    text: cell.textContent.trim(),
  }));
  const times = words.filter(({ isTime }) => isTime);
  const counts = words.filter(({ isTime, text }) => !isTime && text !== '0');
  const timesText = times.map(({ title, text }) => `${inSentence(title)} ${text}`).join(', ');
  return [
    `${titles[0]} ${time.textContent.trim()}: ${timesText}`,
    ...counts.map(({ title, text }) => `${title}: ${text}`),
  ].join(' · ');
}

function inSentence(title) {
  return `${title[0]?.toLowerCase()}${title.slice(1)}`;
}

/** The top of the scale. One request in a hundred may take so long that nothing else could be seen. */
export function highestBetween({ rows, series }, from, to) {
  const within = rows.map(({ at }) => at >= from && at <= to);
  const highest = series.map(({ values }) =>
    Math.max(0, ...values.filter((ms, index) => within[index] && ms !== null)),
  );
  const usual = Math.max(1, ...highest.slice(0, 2));
  return 1.08 * Math.max(usual, Math.min(highest[2] ?? 0, 2 * usual));
}

/** Names a day as the page does. */
function dayTextOf({ dataset: { textDay, months } }) {
  const names = months.split(' ');
  return (date) => textDay.replace('{day}', date.getUTCDate()).replace('{month}', names[date.getUTCMonth()]);
}

/** The time of day, and the date when a day begins, in UTC. */
export function timeTexts(splits, dayText) {
  return splits.map((at) => {
    const date = new Date(at * 1000);
    const clock = date.toISOString().slice(11, 16);
    return clock === '00:00' ? dayText(date) : clock;
  });
}

export function valueText(ms) {
  return ms >= 1000 ? `${ms / 1000} s` : `${ms} ms`;
}
