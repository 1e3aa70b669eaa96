// Keeps a page up to date: the monitor says what changes, and a page that hears nothing says so. Without this script the
// browser reloads the page, or it stays as it is.
import { refreshParts } from './parts.js';

/** The texts are those of the page. */
const { refreshSeconds, installation, textPause, textResume, textLostContact, textLostContactTitle } =
  document.body.dataset;
const refreshMs = Number(refreshSeconds) * 1000;
/** The monitor is heard every 4 s; where a proxy holds the stream back, only when the page asks for itself. */
const silenceMs = () => (hasBeat ? 12_000 : 2 * refreshMs + 12_000);
/** A large fleet changes all the time. */
const pauseMs = 2_000;
const pausedName = 'evidence-contract.paused';
const isPaused = () => sessionStorage.getItem(pausedName) === 'yes';

let heardMs = Date.now();
let hasBeat = false;
let source;
let refreshedMs = Date.now();
let waiting;

function heard() {
  heardMs = Date.now();
  showContact();
}

const lostPrefix = `${textLostContactTitle} · `;
const plainTitle = () =>
  document.title.startsWith(lostPrefix) ? document.title.slice(lostPrefix.length) : document.title;

/** A bar and a title that cannot be overlooked, while nothing is heard. */
function showContact() {
  const isLost = Date.now() - heardMs > silenceMs();
  let bar = document.getElementById('contact');
  if (!isLost) {
    bar?.remove();
    document.title = plainTitle();
    return;
  }
  if (bar) return;
  bar = document.createElement('p');
  bar.id = 'contact';
  bar.setAttribute('role', 'alert');
  const since = new Date(heardMs).toISOString().slice(11, 19);
  bar.textContent = textLostContact.replace('{clock}', since);
  document.body.prepend(bar);
  document.title = `${lostPrefix}${plainTitle()}`;
}

async function refresh() {
  if (isPaused() || document.hidden) return;
  refreshedMs = Date.now();
  if (await refreshParts()) heard();
}

function refreshSoon() {
  if (waiting !== undefined) return;
  const leftMs = Math.max(0, refreshedMs + pauseMs - Date.now());
  waiting = setTimeout(() => {
    waiting = undefined;
    refresh().catch(() => {});
  }, leftMs);
}

/** A tab that nobody sees holds no connection: a browser has six for a site. */
function listen() {
  source?.close();
  source = undefined;
  if (document.hidden) return;
  source = new EventSource('/events');
  source.addEventListener('beat', () => {
    hasBeat = true;
    heard();
  });
  source.addEventListener('change', (event) => {
    heard();
    const names = JSON.parse(event.data);
    if (installation === undefined || names.length === 0 || names.includes(installation)) refreshSoon();
  });
}

/** Filters while somebody types: the address changes with it, so that it can be kept and shared. */
function filterAtOnce(form) {
  const typingMs = 200;
  let timer;
  const apply = () => {
    const fields = [...new FormData(form)].filter(([, value]) => value !== '');
    const query = new URLSearchParams(fields).toString();
    history.replaceState(null, '', query === '' ? location.pathname : `?${query}`);
    refreshParts().catch(() => {});
  };
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(apply, typingMs);
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
    button.textContent = isPaused() ? textResume : textPause;
  };
  button.addEventListener('click', () => {
    sessionStorage.setItem(pausedName, isPaused() ? 'no' : 'yes');
    label();
    refresh().catch(() => {});
  });
  label();
  document.querySelector('.foot')?.append(button);
}

addPauseButton();
for (const form of document.querySelectorAll('form[data-filter]')) filterAtOnce(form);
listen();
setInterval(showContact, 1_000);
// Ages and next runs change while nothing else does; and where streams do not get through, this is all there is.
setInterval(() => refresh().catch(() => {}), refreshMs);
document.addEventListener('visibilitychange', () => {
  // A hidden tab has heard nothing, which says nothing about the monitor.
  heardMs = Date.now();
  listen();
  refresh().catch(() => {});
});
