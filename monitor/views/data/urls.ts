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

/** The incidents of one installation, or of all. */
export function incidentsUrl(installation?: string): string {
  return installation === undefined ? '/incidents' : `${installationUrl(installation)}/incidents`;
}

/** The feed of incidents of one installation, or of all. */
export function feedUrl(installation?: string): string {
  return installation === undefined
    ? '/incidents.atom'
    : `/incidents.atom?installation=${encodeURIComponent(installation)}`;
}

/** Where the form for a note on an incident leads. */
export function incidentNoteUrl(incident: string): string {
  return `/incidents/${encodeURIComponent(incident)}/notes`;
}

/** The annotated document of one run. */
export function runDocumentUrl(id: string): string {
  return `${runUrl(id)}/document`;
}

export function runUrl(id: string): string {
  return `/runs/${encodeURIComponent(id)}`;
}
