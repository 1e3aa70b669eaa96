// Asks now and then whether the monitor lives, on pages that hold no stream of events: public ones, and those
// that do not change. If the page says how often, it is brought up to date as well.
import { askContact, watchContact } from './contact.js';
import { refreshParts } from './parts.js';

const { contact, refreshSeconds } = document.body.dataset;
const checkMs = 5_000;
/** Nothing is red for one answer that was late. */
const silenceMs = 12_000;
const refreshMs = Number(refreshSeconds ?? Number.POSITIVE_INFINITY) * 1000;
let refreshedMs = Date.now();
let answeredMs = Date.now();

async function check() {
  if (document.hidden) return;
  // Without credentials a browser never asks for a password if the page is not public any more.
  if (!(await askContact(contact, 'omit'))) return;
  const wasAway = Date.now() - answeredMs > silenceMs;
  answeredMs = Date.now();
  const isDue = wasAway || Date.now() - refreshedMs >= refreshMs;
  if (!isDue || refreshSeconds === undefined) return;
  refreshedMs = Date.now();
  await refreshParts();
}

const checkQuietly = () => check().catch(() => {});
watchContact(() => silenceMs);
setInterval(checkQuietly, checkMs);
document.addEventListener('visibilitychange', checkQuietly);
