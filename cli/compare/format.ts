/** The output formats of a comparison. */
export const compareFormats = ['text', 'markdown', 'html', 'junit', 'json'] as const;
export type CompareFormat = (typeof compareFormats)[number];
