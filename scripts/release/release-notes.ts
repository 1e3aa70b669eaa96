/** A tag that cannot become a release, as a sentence. */
export class NoRelease extends Error {}

/**
 * The notes of a release: the section of the changelog for its version.
 * @param tag like `v1.2.3`
 * @param version of package.json
 * @param changelog in Markdown, with a heading `## 1.2.3` for each version
 * @throws NoRelease if tag, package and changelog disagree
 */
export function releaseNotes(tag: string, version: string, changelog: string): string {
  if (tag !== `v${version}`) {
    throw new NoRelease(
      `The tag ${tag} is not that of version ${version} in package.json. Tag v${version}, or change the version.`,
    );
  }
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((one) => /^\S+/.exec(one)?.[0] === version);
  const notes = section?.replace(/^.*\n/, '').trim() ?? '';
  if (notes === '') {
    throw new NoRelease(
      `CHANGELOG.md says nothing about ${version}. Rename its section "Unreleased" to "${version}" and its date.`,
    );
  }
  return `${notes}\n`;
}
