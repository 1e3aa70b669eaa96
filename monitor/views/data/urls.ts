/** The addresses of the pages, below the monitor's own. */

export function installationUrl(name: string): string {
  return `/installations/${encodeURIComponent(name)}`;
}

export function runUrl(id: string): string {
  return `/runs/${encodeURIComponent(id)}`;
}
