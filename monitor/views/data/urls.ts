/** The addresses of the pages, below the monitor's own. */

export function installationUrl(name: string): string {
  return `/installations/${encodeURIComponent(name)}`;
}

/** The annotated document of the last standard or full run. */
export function documentUrl(name: string): string {
  return `${installationUrl(name)}/document`;
}

/** The comparison of two of its runs. */
export function compareUrl(name: string): string {
  return `${installationUrl(name)}/compare`;
}

/** The annotated document of one run. */
export function runDocumentUrl(id: string): string {
  return `${runUrl(id)}/document`;
}

export function runUrl(id: string): string {
  return `/runs/${encodeURIComponent(id)}`;
}
