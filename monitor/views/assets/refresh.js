// Replaces the live parts of the page with those of a fresh copy. Forms, the focus and opened details stay as
// they are. Without this script the browser reloads the page, or the page stays as it is.
const refreshMs = Number(document.body.dataset.refreshSeconds) * 1000;
const pausedName = 'evidence-contract.paused';
const isPaused = () => sessionStorage.getItem(pausedName) === 'yes';

/** The element of the new part that corresponds to the one that had the focus. */
function counterpart(part, focused) {
  if (focused.id) return document.getElementById(focused.id);
  const href = focused.getAttribute('href');
  const alike = [...part.querySelectorAll(focused.tagName)];
  return alike.find(
    (element) => element.getAttribute('href') === href && element.textContent === focused.textContent,
  );
}

function replacePart(old, fresh) {
  if (old.outerHTML === fresh.outerHTML) return;
  const focused = old.contains(document.activeElement) ? document.activeElement : undefined;
  const opened = [...old.querySelectorAll('details[open][id]')].map(({ id }) => id);
  const scrolled = [...old.querySelectorAll('.scroll')].map(({ scrollLeft }) => scrollLeft);
  const part = document.adoptNode(fresh);
  for (const id of opened) part.querySelector(`#${CSS.escape(id)}`)?.setAttribute('open', '');
  old.replaceWith(part);
  part.querySelectorAll('.scroll').forEach((region, index) => {
    region.scrollLeft = scrolled[index] ?? 0;
  });
  if (focused) counterpart(part, focused)?.focus({ preventScroll: true });
}

/** What was asked for last: an answer that comes later than the next question is out of date. */
let asked = 0;

async function refreshNow() {
  asked += 1;
  const own = asked;
  const answer = await fetch(location.href, { credentials: 'same-origin' });
  if (!answer.ok) return;
  const text = await answer.text();
  if (own !== asked) return;
  const copy = new DOMParser().parseFromString(text, 'text/html');
  document.title = copy.title;
  for (const part of document.querySelectorAll('[data-live]')) {
    const fresh = copy.getElementById(part.id);
    if (fresh) replacePart(part, fresh);
  }
}

async function refresh() {
  if (!isPaused() && !document.hidden) await refreshNow();
}

/** Filters while somebody types: the address changes with it, so that it can be kept and shared. */
function filterAtOnce(form) {
  const pauseMs = 200;
  let timer;
  const apply = () => {
    const fields = [...new FormData(form)].filter(([, value]) => value !== '');
    const query = new URLSearchParams(fields).toString();
    history.replaceState(null, '', query === '' ? location.pathname : `?${query}`);
    refreshNow().catch(() => {});
  };
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(apply, pauseMs);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(timer);
    apply();
  });
}

function addPauseButton() {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'plain live-control';
  const label = () => {
    button.textContent = isPaused() ? 'Resume updates' : 'Pause updates';
  };
  button.addEventListener('click', () => {
    sessionStorage.setItem(pausedName, isPaused() ? 'no' : 'yes');
    label();
  });
  label();
  document.querySelector('.foot')?.append(button);
}

addPauseButton();
for (const form of document.querySelectorAll('form[data-filter]')) filterAtOnce(form);
// The monitor may be restarting: the next turn tries again.
setInterval(() => refresh().catch(() => {}), refreshMs);
document.addEventListener('visibilitychange', () => refresh().catch(() => {}));
