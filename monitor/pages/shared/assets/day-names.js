// A bar for each day is drawn without names, since these would make a page of many installations slow. Pointed at, the bars
// get them: each line of `data-days` is where a part begins, and what its days were like.
const namespace = 'http://www.w3.org/2000/svg';

function make(name, attributes = {}) {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function nameDays(bars) {
  const { width, height } = bars.viewBox.baseVal;
  const lines = bars.dataset.days.split('\n').map((line) => line.split(/ (.*)/s));
  bars.removeAttribute('data-days');
  for (const [index, [from, name]] of lines.entries()) {
    const to = lines[index + 1]?.[0] ?? width;
    const part = make('rect', { x: from, width: to - from, height });
    const title = make('title');
    title.textContent = name;
    part.append(title);
    bars.append(part);
  }
}

document.addEventListener('pointerover', ({ target }) => {
  const bars = target.closest('svg[data-days]');
  if (bars !== null) nameDays(bars);
});
