// Moments stand on pages in UTC, as logs have them, or by the reader's own clock, as chosen in this browser by the button in
// the foot. Pointed at, each says the other.
import { addFootButton, onPartReplaced } from './parts.js';

const { textLocalTime, textLocalNow, textUtcTime, textLocalZone, textToLocal, textToUtc } =
  document.body.dataset;
const chosenName = 'evidence-contract.clock';
const isLocal = localStorage.getItem(chosenName) === 'local';
const day = { day: 'numeric', month: 'short', year: 'numeric' };
const minute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const zone = { timeZoneName: 'short' };
const clockOf = (options) => new Intl.DateTimeFormat(document.documentElement.lang, options);
/** By how a moment is written. */
const clocks = {
  full: clockOf({ ...day, ...minute, ...zone }),
  exact: clockOf({ ...day, ...minute, second: '2-digit', ...zone }),
  short: clockOf(minute),
  zoned: clockOf({ ...minute, ...zone }),
};

function localTime({ dateTime }, clock = clocks.full) {
  const ms = Date.parse(dateTime);
  return Number.isNaN(ms) ? undefined : clock.format(ms);
}

function annotate(part) {
  const made = part.id === 'made' ? part : part.querySelector('#made');
  const now = made === null ? undefined : localTime(made.querySelector('time'));
  for (const element of part.querySelectorAll('time[datetime]')) {
    const time = localTime(element);
    if (time === undefined) continue;
    const clock = clocks[element.dataset.clock];
    const isShownLocal = isLocal && clock !== undefined;
    element.title = isShownLocal
      ? textUtcTime.replace('{time}', element.dateTime.slice(0, 19).replace('T', ' '))
      : textLocalTime.replace('{time}', time);
    if (isShownLocal) element.textContent = localTime(element, clock);
  }
  if (now === undefined || new Date().getTimezoneOffset() === 0) return;
  if (isLocal) made.querySelector('[data-zone]').textContent = textLocalZone;
  else made.append(` ${textLocalNow.replace('{time}', now)}`);
}

function changeClock() {
  localStorage.setItem(chosenName, isLocal ? 'utc' : 'local');
  location.reload();
}

annotate(document.body);
onPartReplaced(annotate);
if (new Date().getTimezoneOffset() !== 0) addFootButton(isLocal ? textToUtc : textToLocal, changeClock);
