/** The titles of the projects that a key may read. The API document names no fields: this client takes what it finds. */
export async function publishedProjects(baseUrl, apiKey) {
  const response = await fetch(`${baseUrl}/api/v3/projects`, {
    headers: { authorization: `Bearer ${apiKey}`, accept: 'application/json' },
  });
  const body = await response.json();
  if (!response.ok) throw new Error(`The service refused: ${body.error}`);
  return body.map((project) => project.name ?? project.title ?? String(project.id));
}
