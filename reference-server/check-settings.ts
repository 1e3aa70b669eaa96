/** Settings that the check needs for a variant or a fault, named as in the environment. */
export type CheckSettings = Readonly<
  Partial<
    Record<
      | 'PROJECT_PARAMETER'
      | 'TRAILING_SLASH'
      | 'ALLOW_IMPORT'
      | 'THROTTLE_STATUSES'
      | 'PROJECT_ID'
      | 'CITATION_ID'
      | 'EXTRACTION_ID'
      | 'SD_META_DATA_ID',
      string
    >
  >
>;
