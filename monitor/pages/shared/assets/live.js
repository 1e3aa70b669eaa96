// Keeps a page up to date: the monitor says what changes, and a page that hears nothing says so. Without this script the
// browser reloads the page, or it stays as it is.
import { askContact, heard, watchContact } from './contact.js';
import { addFootButton, refreshParts } from './parts.js';

/** The texts are those of the page. */
const { refreshSeconds, installation, textPause, textResume } = document.body.dataset;
const refreshMs = Number(refreshSeconds) * 1000;
/**
 * The monitor is heard every 4 s; if a proxy holds the stream back, only when the page asks for itself. A stream that is cut,
 * or cannot be had, makes the page ask at once, again and again, so that silence says something.
 */
const silenceMs = () => (hasBeat || isCut ? 12_000 : 2 * refreshMs + 12_000);
/** A browser gives up a stream that is refused, as by a monitor that stops. */
const retryMs = 10_000;
/** A large fleet changes all the time. */
const pauseMs = 2_000;
const pausedName = 'evidence-contract.paused';
const isPaused = () => sessionStorage.getItem(pausedName) === 'yes';

let hasBeat = false;
let isCut = false;
let source;
let refreshedMs = Date.now();
let waiting;

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

/** Asks for this page, without what it shows: it comes through every proxy by which the page came. */
async function askAtOnce() {
  if (await askContact(document.body.dataset.address ?? location.href, 'same-origin')) isCut = false;
}

/** A hidden tab holds no connection: a browser has six for a site. */
function listen() {
  source?.close();
  source = undefined;
  if (document.hidden) return;
  source = new EventSource('/events');
  source.addEventListener('beat', () => {
    hasBeat = true;
    heard();
  });
  source.addEventListener('error', ({ target }) => {
    isCut = true;
    askAtOnce().catch(() => {});
    if (target.readyState === EventSource.CLOSED) setTimeout(listen, retryMs);
  });
  source.addEventListener('change', (event) => {
    heard();
    const names = JSON.parse(event.data);
    if (installation === undefined || names.length === 0 || names.includes(installation)) refreshSoon();
  });
}

/** Filters while the user types: the address changes with it, so that it can be kept and shared. */
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
  const label = () => (isPaused() ? textResume : textPause);
  const button = addFootButton(label(), () => {
    sessionStorage.setItem(pausedName, isPaused() ? 'no' : 'yes');
    button.textContent = label();
    refresh().catch(() => {});
  });
}

addPauseButton();
for (const form of document.querySelectorAll('form[data-filter]')) filterAtOnce(form);
listen();
watchContact(silenceMs);
// Ages and next runs change while nothing else does; and if streams do not get through, this is all there is.
setInterval(() => refresh().catch(() => {}), refreshMs);
document.addEventListener('visibilitychange', () => {
  listen();
  refresh().catch(() => {});
});
