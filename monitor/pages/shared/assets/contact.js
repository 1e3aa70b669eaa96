// A bar and a title that cannot be overlooked, while nothing is heard of the monitor.
const { textLostContact, textLostContactTitle } = document.body.dataset;
const lostPrefix = `${textLostContactTitle} · `;
let heardMs = Date.now();

const plainTitle = () =>
  document.title.startsWith(lostPrefix) ? document.title.slice(lostPrefix.length) : document.title;

function show(isLost) {
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

/** The monitor lives. */
export function heard() {
  heardMs = Date.now();
  show(false);
}

/** An answer that comes later says nothing. */
const patienceMs = 4_000;

/** Asks an address of the monitor whether it lives. Resolves with whether it answered. */
export async function askContact(address, credentials) {
  const signal = AbortSignal.timeout(patienceMs);
  const answer = await fetch(address, { method: 'HEAD', cache: 'no-store', credentials, signal });
  if (answer.ok) heard();
  return answer.ok;
}

/** Looks each second whether nothing was heard for too long. */
export function watchContact(silenceMs) {
  setInterval(() => show(Date.now() - heardMs > silenceMs()), 1_000);
  document.addEventListener('visibilitychange', () => {
    // A hidden tab has heard nothing, which says nothing about the monitor.
    heardMs = Date.now();
  });
}
