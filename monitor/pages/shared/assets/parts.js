// Replaces the live parts of the page with those of a fresh copy. Forms, the focus, opened details and the scroll position
// stay as they are.

// Scripts wait until the page is painted, which reads without them. A hidden tab is not painted at all.
await new Promise((resolve) => {
  requestAnimationFrame(() => setTimeout(resolve));
  setTimeout(resolve, 1_000);
});

/** The element of the new part that corresponds to the one that had the focus. */
function counterpart(part, focused) {
  if (focused.id) return document.getElementById(focused.id);
  const href = focused.getAttribute('href');
  const alike = [...part.querySelectorAll(focused.tagName)];
  return alike.find(
    (element) => element.getAttribute('href') === href && element.textContent === focused.textContent,
  );
}

/** The live parts as the monitor sent them: scripts may have added to them since. */
const served = new Map(
  [...document.querySelectorAll('[data-live]')].map((part) => [part.id, part.outerHTML]),
);
const listeners = [];

/** Hears of each part that is new on the page. */
export function onPartReplaced(listener) {
  listeners.push(listener);
}

/** Adds a button below the page. */
export function addFootButton(textContent, action) {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', className: 'plain live-control', textContent });
  button.addEventListener('click', action);
  document.querySelector('.foot')?.append(button);
  return button;
}

function heightInside(row) {
  const { paddingTop, paddingBottom } = getComputedStyle(row);
  return row.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
}

/** Rows out of sight are not laid out. The new ones take the room of the old ones, so that nothing that is read moves. */
function keepHeights(old, part) {
  const heights = [...old.querySelectorAll('.fleet > tbody')].map(heightInside);
  part.querySelectorAll('.fleet > tbody').forEach((row, index) => {
    if (heights[index] > 0) row.style.containIntrinsicHeight = `auto ${heights[index]}px`;
  });
}

/** The position on the screen of the text that is read or written, so that it can stay there. */
function placeIn(old) {
  const written = old.querySelector('[data-keep] :focus');
  if (written === null && old.getBoundingClientRect().top >= 0) return undefined;
  const shown = [written, ...old.querySelectorAll('article[id]')].find((element) => {
    const { top, bottom } = element?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    return bottom > 0 && top < innerHeight;
  });
  return shown && { id: shown.id, top: shown.getBoundingClientRect().top };
}

function scrollBack({ id, top }) {
  const now = document.getElementById(id)?.getBoundingClientRect().top;
  if (now !== undefined) scrollBy({ top: now - top, behavior: 'instant' });
}

/**
 * Moves unchanged elements to the place of their counterparts in the new part. `moveBefore` leaves the focus and the caret
 * alone as well.
 */
function keepIn(part, kept) {
  for (const element of kept) {
    const place = part.querySelector(`#${CSS.escape(element.id)}`);
    if (place === null) continue;
    if (part.moveBefore === undefined) place.before(element);
    else place.parentNode.moveBefore(element, place);
    place.remove();
  }
}

function replacePart(old, fresh) {
  const { outerHTML } = fresh;
  if (served.get(old.id) === outerHTML) return;
  const kept = [...old.querySelectorAll('[data-keep]')];
  // What the user is writing may have no place in the new part, such as a note on an ended incident in a list of open ones:
  // it waits.
  if (kept.some(({ id, open }) => open && fresh.querySelector(`#${CSS.escape(id)}`) === null)) return;
  served.set(old.id, outerHTML);
  const place = placeIn(old);
  const focused = old.contains(document.activeElement) ? document.activeElement : undefined;
  const opened = [...old.querySelectorAll('details[open][id]')].map(({ id }) => id);
  const scrolled = [...old.querySelectorAll('.scroll')].map(({ scrollLeft }) => scrollLeft);
  const part = document.adoptNode(fresh);
  for (const id of opened) part.querySelector(`#${CSS.escape(id)}`)?.setAttribute('open', '');
  keepHeights(old, part);
  old.before(part);
  keepIn(part, kept);
  old.remove();
  for (const listener of listeners) listener(part);
  part.querySelectorAll('.scroll').forEach((region, index) => {
    region.scrollLeft = scrolled[index] ?? 0;
  });
  if (focused && document.activeElement !== focused)
    (focused.isConnected ? focused : counterpart(part, focused))?.focus({ preventScroll: true });
  if (place) scrollBack(place);
}

/** The latest request: an answer that comes later than the next question is out of date. */
let asked = 0;

/** Brings the page up to date. Resolves with whether the monitor answered. */
export async function refreshParts() {
  asked += 1;
  const own = asked;
  // A page that answers a form stands at the address of the form.
  const url = document.body.dataset.address ?? location.href;
  const answer = await fetch(url, { credentials: 'same-origin', cache: 'no-cache' });
  if (!answer.ok) return false;
  const text = await answer.text();
  if (own !== asked) return true;
  const copy = new DOMParser().parseFromString(text, 'text/html');
  document.title = copy.title;
  const icon = copy.querySelector('link[rel=icon]')?.getAttribute('href');
  const shown = document.querySelector('link[rel=icon]');
  if (icon && shown?.getAttribute('href') !== icon) shown?.setAttribute('href', icon);
  for (const part of document.querySelectorAll('[data-live]')) {
    const fresh = copy.getElementById(part.id);
    if (fresh) replacePart(part, fresh);
  }
  return true;
}
