// Moments stand on pages in UTC, as logs have them. Pointed at, each also says what the reader's own clock showed then.
import { onPartReplaced } from './parts.js';

const { textLocalTime = '', textLocalNow = '' } = document.body.dataset;
const clock = new Intl.DateTimeFormat(document.documentElement.lang, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
});

function localTime(element) {
  const ms = Date.parse(element.dateTime);
  return Number.isNaN(ms) ? undefined : clock.format(ms);
}

function annotate(part) {
  for (const element of part.querySelectorAll('time[datetime]')) {
    const time = localTime(element);
    if (time !== undefined) element.title = textLocalTime.replace('{time}', time);
  }
  const made = part.id === 'made' ? part : part.querySelector('#made');
  const time = made === null ? undefined : localTime(made.querySelector('time'));
  if (time !== undefined && new Date().getTimezoneOffset() !== 0)
    made.append(` ${textLocalNow.replace('{time}', time)}`);
}

annotate(document.body);
onPartReplaced(annotate);
