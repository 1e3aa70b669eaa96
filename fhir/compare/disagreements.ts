import type { FhirRelease } from '../types.ts';
import type { JudgedIssue } from './answers.ts';
import type { Case } from './material.ts';
import { hl7Place, ourPlace } from './places.ts';

/** Whose errors a row is about. */
export type Side = 'ours' | 'hl7';

/** Errors that one judge alone reports, and which one is right. */
export interface Disagreement {
  readonly side: Side;
  /** HL7's message id or rule, or our level and rule. */
  readonly id: RegExp;
  /** Of the place, as `places.ts` writes it. */
  readonly place?: RegExp;
  readonly message?: RegExp;
  readonly releases?: readonly FhirRelease[];
  /** What was done to the example. */
  readonly what?: RegExp;
  readonly right: Side | 'both';
  /** What this validator does not judge, by design; it does not count as a disagreement. */
  readonly notJudged?: NotJudged;
  /** The sentence of the specification, or why this suite does otherwise. */
  readonly reason: string;
}

/** What HL7's validator judges, and this one does not. */
export type NotJudged =
  | 'terminology'
  | 'profiles and extensions'
  | 'rules for what HL7 publishes'
  | 'expressions, maps and snapshots'
  | 'attachments'
  | 'canonical addresses that do not resolve'
  | 'links in narratives';

/** Whether a row is about an error. */
export function explains(row: Disagreement, side: Side, issue: JudgedIssue, of: Case): boolean {
  return (
    row.side === side &&
    row.id.test(issue.id ?? '') &&
    (row.place?.test(side === 'ours' ? ourPlace(issue) : hl7Place(issue)) ?? true) &&
    (row.message?.test(issue.message) ?? true) &&
    (row.releases?.includes(of.release) ?? true) &&
    (row.what?.test(of.what) ?? true)
  );
}

/** Spares the rows of what is not judged the same words. */
function beyond(
  notJudged: NotJudged,
  id: RegExp,
  more: Pick<Disagreement, 'place' | 'message'> = {},
): Disagreement {
  return { side: 'hl7', id, ...more, right: 'both', notJudged, reason: `Not judged here: ${notJudged}.` };
}

const inExtension = /\.(?:extension|modifierExtension)\[\d+\]/;

/** What HL7's validator reports and this one does not judge, by design: docs/fhir-validation.md, "What is not judged". */
const notJudged: readonly Disagreement[] = [
  // The value set and the type of an extension's value are its profile's; those of elements are judged by both.
  beyond('profiles and extensions', /^Terminology_TX_(?:NoValid_\d+(?:_CC)?|Code_ValueSet_MISSING)$/, {
    place: inExtension,
  }),
  beyond('profiles and extensions', /^Terminology_PassThrough_TX_Message$/, { place: inExtension }),
  beyond('profiles and extensions', /^Validation_VAL_Profile_NotAllowed$/, { place: inExtension }),
  beyond(
    'profiles and extensions',
    /^Extension_(?:EXT_(?:Url_NotFound|Simple_ABSENT|Type|SubExtension_Invalid)|EXTP_Context_Wrong|PROF_Type)$/,
  ),
  beyond('profiles and extensions', /^Profile_EXT_Not_Here$/),
  beyond(
    'profiles and extensions',
    /^(?:Validation_VAL_Profile_Unknown|VALIDATION_VAL_PROFILE_UNKNOWN_NOT_POLICY)$/,
  ),
  beyond('profiles and extensions', /^Validation_VAL_Profile_Minimum$/, {
    message:
      /\(from http:\/\/hl7\.org\/fhir\/StructureDefinition\/(?:[a-z]\w+|MoneyQuantity|SimpleQuantity)\|/,
  }),
  beyond(
    'profiles and extensions',
    /^http:\/\/hl7\.org\/fhir\/StructureDefinition\/(?:shareable|publishable)\w+#/,
  ),
  beyond('profiles and extensions', /\/Reference#ref-2$/, { place: /\.extension\[\d+\]\.value[A-Z]\w*$/ }),
  beyond('terminology', /^Terminology_PassThrough_TX_Message$/),
  beyond('terminology', /^CONCEPTMAP_GROUP_(?:SOURCE|TARGET)_CODE_INVALID(?:_VS)?$/),
  beyond('rules for what HL7 publishes', /^(?:VALIDATION_HL7_PUBLISHER_\w+|IG_HL7_\w+)$/),
  beyond('expressions, maps and snapshots', /^(?:SD_|ED_|SM_|MEASURE_M_|ERROR_GENERATING_SNAPSHOT)\w*$/),
  beyond('expressions, maps and snapshots', /^$/, { message: /launches straight into slicing/ }),
  beyond('attachments', /^TYPE_SPECIFIC_CHECKS_DT_ATT_(?:SIZE_CORRECT|SIZE_INVALID|HASH_MISMATCH)$/),
  beyond('canonical addresses that do not resolve', /^TYPE_SPECIFIC_CHECKS_DT_URL_INTERNAL$/),
  beyond('links in narratives', /^Type_Specific_Checks_DT_XHTML_Resolve(?:_Img)?$/),
];

/** Errors of this validator that HL7's does not report. */
const oursAlone: readonly Disagreement[] = [
  {
    side: 'ours',
    id: /^text$/,
    message: /"resourceType" stands twice/,
    right: 'ours',
    reason:
      'json.html: "property names SHALL be unique". HL7\'s parser reports other properties that stand twice, not `resourceType`.',
  },
  {
    side: 'ours',
    id: /^reference$/,
    message: / may stand here\. /,
    right: 'ours',
    reason:
      "The address names a type that `ElementDefinition.type.targetProfile` does not allow. HL7's validator looks at the type only of what it can resolve.",
  },
  {
    side: 'ours',
    id: /^reference$/,
    message: /which is no resource type/,
    right: 'ours',
    reason:
      "references.html: a relative reference is [type]/[id]. HL7's validator does not look at an address that it does not follow.",
  },
  {
    side: 'ours',
    id: /^reference$/,
    place: /^Bundle\..*\.reference$/,
    message: /does not resolve: no entry of the (?:message|document) Bundle/,
    right: 'ours',
    reason:
      "bundle.html: a message holds what its MessageHeader refers to. HL7's validator looks at some of these references alone.",
  },
  {
    side: 'ours',
    id: /^primitive-format$/,
    place: /\.div$/,
    message:
      /document type declaration|unquoted attribute|only have one root|text data outside|unclosed|root/,
    right: 'ours',
    reason:
      "Narrative.div is XHTML, which is well-formed XML of one root. HL7's validator reads it as HTML in part.",
  },
  {
    side: 'ours',
    id: /^invariant ele-1$/,
    right: 'ours',
    reason:
      'ele-1: "All FHIR elements must have a @value or children", by `children().count() > id.count()`: an id alone is neither. HL7\'s validator applies it to primitives alone.',
  },
  {
    side: 'ours',
    id: /^invariant per-1$/,
    releases: ['5.0.0'],
    right: 'both',
    reason:
      "By the letter of R5's per-1 two dates without a zone may lie in zones 26 hours apart; here they lie in the same one (fhir-rules.md).",
  },
  {
    side: 'ours',
    id: /^invariant$/,
    place: /^(?:Bundle|Basic|Parameters)\..*\.fullUrl$/,
    message: /^fullUrl: /,
    right: 'ours',
    reason: "HL7's validator reports the fullUrl of any entry at `entry[0]`.",
  },
  {
    side: 'ours',
    id: /^structure$/,
    message: /^The array is empty/,
    right: 'ours',
    reason: 'json.html: "arrays cannot be empty". HL7\'s parser reports some of them alone.',
  },
];

/** Errors of HL7's validator that this one does not report, although it judges such things. */
const hl7Alone: readonly Disagreement[] = [
  {
    side: 'hl7',
    id: /^BUNDLE_ENTRY_URL_MATCHES_TYPE_ID$/,
    what: /^a fullUrl of another type$/,
    right: 'both',
    reason:
      'Bundle.entry.fullUrl: "SHALL NOT disagree with the id in the resource"; of the type it says nothing. A warning here (fhir-strictness.md).',
  },
  {
    side: 'hl7',
    id: /^BUNDLE_ENTRY_URL_MATCHES_TYPE_ID$/,
    place: /entry\[0\]$/,
    right: 'both',
    reason: "HL7's validator reports the fullUrl of any entry at `entry[0]`.",
  },
  {
    side: 'hl7',
    id: /^BUNDLE_ENTRY_URL_MATCHES_NO_ID$/,
    right: 'both',
    reason: 'A resource without an id has none that its fullUrl could disagree with.',
  },
  {
    side: 'hl7',
    id: /^(?:BUNDLE_BUNDLE_ENTRY_FULLURL_REQUIRED|Bundle_BUNDLE_Entry_NoFullUrl|Bundle_BUNDLE_FullUrl_Missing)$/,
    releases: ['4.0.1', '4.3.0'],
    right: 'both',
    reason: 'No rule of 4.0.1 or 4.3.0 requires a fullUrl; R5 has bdl-15 (fhir-strictness.md).',
  },
  {
    side: 'hl7',
    id: /^BUNDLE_BUNDLE_ENTRY_NOTFOUND_(?:CANNOT|APPARENT)$/,
    right: 'both',
    reason:
      'A reference that does not resolve in a Bundle is a warning, but in documents and messages (fhir-strictness.md).',
  },
  {
    side: 'hl7',
    id: /^Bundle_BUNDLE_Entry_NotFound$/,
    message: /\((?:MessageHeader|Composition|Section Entry)\b/,
    right: 'both',
    reason:
      "Both report that references of the MessageHeader or the Composition do not resolve; HL7's validator counts entries otherwise.",
  },
  {
    side: 'hl7',
    id: /^TYPE_SPECIFIC_CHECKS_CANONICAL_(?:ABSOLUTE|CONTAINED)$/,
    right: 'both',
    reason: '59 official examples of 4.0.1 have relative canonical addresses, so that these are accepted.',
  },
  {
    side: 'hl7',
    id: /^CONTAINED_ORPHAN_DOM3$/,
    what: /^(?:a target that the element|a type that|an unknown type beside|spaces? in)/,
    right: 'both',
    reason:
      'Rules are judged where the structure is valid: that a contained resource is no longer referred to is the same defect.',
  },
  {
    side: 'hl7',
    id: /^Terminology_TX_Code_ValueSet_MISSING$/,
    what: /^an extension in the place of a value$/,
    right: 'ours',
    reason:
      'json.html: a primitive may have extensions and no value; a binding says which value may stand, not that one must.',
  },
  {
    side: 'hl7',
    id: /^$/,
    place: /\.div\.id$/,
    message: /^Unrecognized property 'id'/,
    right: 'ours',
    reason: 'The definition of xhtml has an id (0..1), which JSON writes in the companion.',
  },
  {
    side: 'hl7',
    id: /^Type_Specific_Checks_DT_OID_Valid$/,
    right: 'ours',
    message: /\((?:1\.2\.3|X\.Y\.Z)\)/,
    reason:
      'oid: `urn:oid:[0-2](\\.(0|[1-9][0-9]*))+`, which 1.2.3 matches; published canonicals have placeholders such as X.Y.Z.',
  },
  {
    side: 'hl7',
    id: /^Type_Specific_Checks_DT_UUID_Valid$/,
    message: /[A-F]/,
    right: 'both',
    reason:
      'RFC 4122: a UUID is read in upper case as well; official examples have such URIs. Only the type uuid demands lower case.',
  },
  {
    side: 'hl7',
    id: /^Type_Specific_Checks_DT_Code_WS$/,
    place: /^CodeSystem\.concept\[\d+\]\.code$/,
    message: /\u00a0/,
    right: 'both',
    reason:
      "A no-break space at the end of a code, in an official example: `\\s` of HL7's pattern is that of ASCII.",
  },
  {
    side: 'hl7',
    id: /^TYPE_SPECIFIC_CHECKS_DT_ATT_B64_DECODE_FAIL$/,
    message: /Illegal base64 character 20/,
    right: 'both',
    reason: 'Spaces in base64 are accepted: official examples have them (fhir-strictness.md).',
  },
  {
    side: 'hl7',
    id: /^TYPE_SPECIFIC_CHECKS_DT_IDENTIFIER_IETF_SYSTEM_VALUE$/,
    right: 'both',
    reason:
      'Identifier.system: a convention for the value beside urn:ietf:rfc:3986 that no rule states and official examples break.',
  },
  {
    side: 'hl7',
    id: /^(?:VALUESET_REFERENCE_INVALID_TYPE_NO_VERSION_1|VALUESET_INCLUDE_SYSTEM_ABSOLUTE(?:_FRAG)?|Terminology_TX_System_Relative|Type_Specific_Checks_DT_Identifier_System)$/,
    right: 'both',
    reason:
      'No rule of the definitions says that the address of a code system or identifier is absolute, or has no version; official examples break it.',
  },
  {
    side: 'hl7',
    id: /^BUNDLE_LINK_SEARCH_NO_DUPLICATES$/,
    right: 'both',
    reason: 'No rule of 4.0.1 says that the links of a search set are of different relations.',
  },
  {
    side: 'hl7',
    id: /#rng-2$/,
    place: /Range$/,
    right: 'ours',
    reason:
      'Quantity.unit is "a human-readable form of the unit": quantities of one code are compared whatever it says.',
  },
  {
    side: 'hl7',
    id: /^Reference_REF_Format2$/,
    message: /^Relative URLs must be of the format/,
    right: 'both',
    reason:
      'Official examples of 5.0.0 have relative references without a type; a type that does not exist is an error.',
  },
];

export const disagreements: readonly Disagreement[] = [...notJudged, ...oursAlone, ...hl7Alone];
