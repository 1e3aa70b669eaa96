/** What names an installation: the folder of its reports, and the label of its metrics. As the source of an expression. */
export const installationNamePattern = '^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$';

/** The same for people. */
export const installationNameRule =
  'A name has letters, digits, points, hyphens and underscores, at most 63.';
